import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { registerMachine } from '#machines/register.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Field } from '#src/components/field.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { PHONE_FORM } from '#src/lib/build.ts'
import css from './register.module.css'
import { StepForm } from './step-form.tsx'

type Props = { actor: ActorRefFrom<typeof registerMachine>; isShown: boolean }

/**
 * Step 1: the phone number; visible while the settings are loading and while the first code is being sent. Source: R38,
 * R251–R253.
 */
export function PhoneStep({ actor, isShown }: Props) {
  const { t } = useTranslation()
  const phone = useSelector(actor, (s) => s.context.typed.phone)
  const problem = useSelector(actor, (s) => s.context.problem)
  const hasOtp = useSelector(actor, (s) => s.context.hasOtp)
  const isLoading = useSelector(actor, (s) => s.matches('loading'))
  const otp = useSelector(actor, (s) => s.children.otp)
  const isUnsent = useSelector(otp, (s) => s?.matches('unsent') ?? false)
  const isSending = otp !== undefined && !isUnsent
  const label = t(hasOtp ? 'register.getCode' : 'go.next')
  const errors = { phone: t('register.phoneLength'), digits: t('register.phoneDigits') }
  return (
    <StepForm
      isShown={isShown}
      onSubmit={(form) => {
        const text = String(new FormData(form).get('phone'))
        // typed before the machine listened
        if (text !== phone) actor.send({ type: 'field.type', field: 'phone', text })
        actor.send({ type: 'phone.submit' })
      }}
    >
      <Field
        label={t('login.phone')}
        icon="phone"
        kind="number"
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        placeholder={PHONE_FORM}
        maxLength={32}
        hint={t('register.phoneHint')}
        required
        readOnly={otp !== undefined}
        defaultValue={phone}
        onChange={(event) => actor.send({ type: 'field.type', field: 'phone', text: event.target.value })}
        error={problem === 'phone' || problem === 'digits' ? errors[problem] : undefined}
      />
      {isUnsent ? (
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
      ) : (
        <Button
          type="submit"
          tone="metal"
          wide
          busy={isSending || isLoading}
          busyText={isLoading ? label : t('register.sending')}
        >
          {label}
        </Button>
      )}
      <p className={css.switch}>
        {t('register.haveAccount')}
        <Link to="/login" className="link" replace>
          {t('login.submit')}
        </Link>
      </p>
    </StepForm>
  )
}
