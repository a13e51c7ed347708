import { Button } from '#src/components/button.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = {
  label: string
  busyText: string
  isBusy: boolean
  isUnsure: boolean
  /** The login page opens in a moment. */
  isOver: boolean
  onLogin: () => void
}

/**
 * The button that completes a flow of steps. If no answer comes, it checks again, and the player can log in instead.
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
