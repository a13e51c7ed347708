import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { otpMachine } from '#machines/otp.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = {
  /** The actor that checks the phone number; undefined until the player requests a code. */
  otp: ActorRefFrom<typeof otpMachine> | undefined
  label: string
  isLoading?: boolean
}

/** The button that requests the first code. If no reply arrives, the player can try again or go back. */
export function GetCode({ otp, label, isLoading = false }: Props) {
  const { t } = useTexts()
  const isUnsent = useSelector(otp, (s) => s?.matches('unsent') ?? false)
  if (!isUnsent)
    return (
      <Button
        type="submit"
        tone="metal"
        wide
        busy={otp !== undefined || isLoading}
        busyText={isLoading ? label : t('register.sending')}
      >
        {label}
      </Button>
    )
  return (
    <>
      <Note tone="wait">
        <NoBreakText text={t('register.unsent')} />
      </Note>
      <Button tone="metal" wide onClick={() => otp?.send({ type: 'otp.retry' })}>
        {t('action.retry')}
      </Button>
      <Button tone="quiet" wide onClick={() => otp?.send({ type: 'otp.leave' })}>
        {t('go.back')}
      </Button>
    </>
  )
}
