import { Button } from '#src/components/button.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = {
  label: string
  busyText: string
  isBusy: boolean
  isUnsure: boolean
  /** True when the flow is complete and the login page is about to open. */
  isOver: boolean
  onLogin: () => void
}

/**
 * The button that completes a multi-step flow. If no reply arrives, it becomes a button that checks again, and a second
 * button offers to log in instead.
 */
export function LastButtons({ label, busyText, isBusy, isUnsure, isOver, onLogin }: Props) {
  const { t } = useTexts()
  return (
    <>
      <Button
        type="submit"
        tone="metal"
        wide
        busy={isBusy || isOver}
        busyText={isOver ? t('register.leaving') : busyText}
      >
        {isUnsure ? t('action.checkAgain') : label}
      </Button>
      {isUnsure ? (
        <Button wide onClick={onLogin}>
          {t('login.submit')}
        </Button>
      ) : null}
    </>
  )
}
