import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import css from './note.module.css'

type Tone = 'cool' | 'wait' | 'bad'
type Props = { tone?: Tone; icon?: IconName; children: ReactNode }
const icons: Record<Tone, IconName> = { cool: 'info', wait: 'clock', bad: 'alert' }

/** Information beside an icon: text, paragraphs or a list. */
export function Note({ tone = 'cool', icon = icons[tone], children }: Props) {
  return (
    <div className={css.note} data-tone={tone}>
      <Icon name={icon} size="s" />
      <div className={css.text}>{children}</div>
    </div>
  )
}
