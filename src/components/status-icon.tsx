import { Icon, type IconName } from './icon.tsx'
import css from './status-icon.module.css'

type Props = {
  icon: IconName
  tone?: 'metal' | 'cool' | 'good' | 'wait' | 'bad' | 'plain' | undefined
  size?: 'l' | undefined
}

/** An icon in a round glow of 44 px, or 76 px with size `l`. */
export function StatusIcon({ icon, tone = 'metal', size }: Props) {
  return (
    <span className={css.medal} data-tone={tone} data-size={size}>
      <Icon name={icon} size={size} />
    </span>
  )
}
