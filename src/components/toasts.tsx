import { useTexts } from '#src/lib/i18n.ts'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { NoBreakText } from './no-break-text.tsx'
import css from './toasts.module.css'
import { TopLayer } from './top-layer.tsx'

type Tone = 'good' | 'bad' | 'wait'
type Props = {
  toasts: readonly { id: number; tone: Tone; text: string }[]
  onClose: (id: number) => void
}
const icons: Record<Tone, IconName> = { good: 'check-circle', bad: 'x-circle', wait: 'clock' }

/** Short messages that appear above everything, even an open dialog. The caller decides how long each one stays. */
export function Toasts({ toasts, onClose }: Props) {
  const { t } = useTexts()
  return (
    <TopLayer>
      <div className={css.toasts} role="status" aria-label={t('toast.region')}>
        {toasts.map(({ id, tone, text }) => (
          <div key={id} className={css.toast} data-tone={tone}>
            <Icon name={icons[tone]} />
            <p>
              <NoBreakText text={text} />
            </p>
            <IconButton icon="close" label={t('action.close')} onClick={() => onClose(id)} />
          </div>
        ))}
      </div>
    </TopLayer>
  )
}
