import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { OTP_LENGTH } from '#contract/register.ts'
import type { otpMachine } from '#machines/otp.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { OtpField } from '#src/components/otp-field.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { formatAccountNo, formatCountdown } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './register.module.css'
import { StepForm } from './step-form.tsx'

type Props = { actor: ActorRefFrom<typeof otpMachine> }

/**
 * Step 2 asks for the code from the text message, shows its reference, and offers another code after a minute.
 * Source: R39, D-40.
 */
export function OtpStep({ actor }: Props) {
  const { t } = useTexts()
  const phone = useSelector(actor, (s) => s.context.phone)
  const reference = useSelector(actor, (s) => s.context.otp?.ref)
  const isOpen = useSelector(actor, (s) => s.matches('open'))
  const refusal = useSelector(actor, (s) => s.context.refusal)
  const refusals = useSelector(actor, (s) => s.context.refusals)
  const isTried = useSelector(actor, (s) => s.context.isTried)
  const isVerifying = useSelector(actor, (s) => s.matches('verifying'))
  return (
    <StepForm
      isShown
      onSubmit={(form) => actor.send({ type: 'otp.submit', otpCode: String(new FormData(form).get('code')) })}
    >
      <p>
        {t('register.otpLead', { n: OTP_LENGTH })} <b className="number">{formatAccountNo(phone)}</b>
      </p>
      <OtpField
        // after a refused code, the new key clears the field
        key={`${reference} ${refusals}`}
        label={t('register.otp')}
        hint={t(isTried ? 'register.otpPress' : 'register.otpCheck')}
        name="code"
        required
        autoFocus
        readOnly={isVerifying}
        onComplete={(otpCode) => actor.send({ type: 'otp.complete', otpCode })}
        error={refusal ? failureText(t, refusal) : undefined}
      />
      <dl className={css.facts}>
        <dt>{t('register.reference')}</dt>
        <dd className="number">{reference}</dd>
      </dl>
      <Button
        type="submit"
        tone="metal"
        wide
        aria-disabled={!isOpen}
        busy={isVerifying}
        busyText={t('register.verifying')}
      >
        {t('register.verify')}
      </Button>
      <Resend actor={actor} />
    </StepForm>
  )
}

/**
 * Shows a countdown until a new code can be requested, and then the button that requests it. It is a separate
 * component, so that the ticking countdown does not re-render the rest of the step.
 */
function Resend({ actor }: Props) {
  const { t } = useTexts()
  const left = useSelector(actor, (s) => (s.context.resendAt === null ? null : s.context.resendAt - s.context.now))
  const canResend = useSelector(actor, (s) => s.matches({ open: 'resendable' }))
  const isSending = useSelector(actor, (s) => s.matches('sending'))
  const isUnsent = useSelector(actor, (s) => s.matches('unsent'))
  if (canResend || isSending)
    return (
      <Button
        tone="quiet"
        wide
        busy={isSending}
        busyText={t('register.sending')}
        onClick={() => actor.send({ type: 'otp.resend' })}
      >
        {t('register.resend')}
      </Button>
    )
  if (isUnsent)
    return (
      <>
        <Note tone="wait">
          <NoBreakText text={t('register.unsent')} />
        </Note>
        <Button wide onClick={() => actor.send({ type: 'otp.retry' })}>
          {t('action.retry')}
        </Button>
      </>
    )
  return (
    <p className={css.wait} role="timer">
      {left === null ? '\u00a0' : t('register.resendIn', { time: formatCountdown(left) })}
    </p>
  )
}
