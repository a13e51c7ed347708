import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { registerMachine } from '#machines/register.machine.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { GetCode } from './get-code.tsx'
import { PhoneField } from './phone-field.tsx'
import css from './register.module.css'
import { StepForm } from './step-form.tsx'

type Props = { actor: ActorRefFrom<typeof registerMachine>; isShown: boolean }

/**
 * Step 1 asks for the phone number. It stays visible while the settings are loading and while the first code is being
 * sent. Source: R38.
 */
export function PhoneStep({ actor, isShown }: Props) {
  const { t } = useTexts()
  const phone = useSelector(actor, (s) => s.context.typed.phone)
  const problem = useSelector(actor, (s) => s.context.problem)
  const hasOtp = useSelector(actor, (s) => s.context.hasOtp)
  const isLoading = useSelector(actor, (s) => s.matches('loading'))
  const otp = useSelector(actor, (s) => s.children.otp)
  const type = (text: string) => actor.send({ type: 'field.type', field: 'phone', text })
  return (
    <StepForm
      isShown={isShown}
      onSubmit={(form) => {
        const text = String(new FormData(form).get('phone'))
        // send what the player typed before the machine was running
        if (text !== phone) type(text)
        actor.send({ type: 'phone.submit' })
      }}
    >
      <PhoneField
        hint={t('register.phoneHint')}
        readOnly={otp !== undefined}
        defaultValue={phone}
        problem={problem}
        onType={type}
      />
      <GetCode otp={otp} label={t(hasOtp ? 'register.getCode' : 'go.next')} isLoading={isLoading} />
      <p className={css.switch}>
        {t('register.haveAccount')}
        <Link to="/login" className="link" replace>
          {t('login.submit')}
        </Link>
      </p>
    </StepForm>
  )
}
