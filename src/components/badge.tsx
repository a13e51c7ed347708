import css from './badge.module.css'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'good' | 'wait' | 'bad' | 'metal' | 'plain'
const icons: Record<Tone, IconName> = { good: 'check', wait: 'clock', bad: 'close', metal: 'check', plain: 'check' }

/** Shows a status as an icon and a word on a tinted background. */
export const Badge = ({ tone, text }: { tone: Tone; text: string }) => (
  <span className={css.badge} data-tone={tone}>
    <Icon name={icons[tone]} size="xs" />
    {text}
  </span>
)
