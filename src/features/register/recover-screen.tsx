import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { recoverMachine } from '#machines/recover.machine.ts'
import { ButtonLink } from '#src/components/button-link.tsx'
import { Empty } from '#src/components/empty.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { GetCode } from './get-code.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { OtpStep } from './otp-step.tsx'
import { PhoneField } from './phone-field.tsx'
import css from './register.module.css'
import { StepForm } from './step-form.tsx'
import { StepHead } from './step-head.tsx'
import { StepsPage } from './steps-page.tsx'

type Props = { actor: ActorRefFrom<typeof recoverMachine> }

const STEPS = ['phone', 'otp', 'password'] as const

/**
 * Lets a player replace a forgotten password, step by step. After the first step, the phone number field stays in the
 * page but is hidden. Source: R568–R571.
 */
export function RecoverScreen({ actor }: Props) {
  const { t } = useTexts()
  const isLoading = useSelector(actor, (s) => s.matches('loading'))
  const isUnavailable = useSelector(actor, (s) => s.matches('unavailable'))
  const isUnoffered = useSelector(actor, (s) => s.matches('unoffered'))
  const isAtCode = useSelector(actor, (s) => s.matches({ verifying: 'entering' }))
  const isAtPassword = useSelector(actor, (s) => s.hasTag('password'))
  const phone = useSelector(actor, (s) => s.context.phone)
  const problem = useSelector(actor, (s) => s.context.problem)
  const otp = useSelector(actor, (s) => s.children.otp)
  const canLeave = useSelector(otp, (s) => s?.can({ type: 'otp.leave' }) ?? false)
  const step = isAtPassword ? 'password' : isAtCode ? 'otp' : 'phone'
  const login = (
    <p className={css.switch}>
      {t('recover.known')}
      <Link to="/login" className="link" replace>
        {t('login.submit')}
      </Link>
    </p>
  )
  return (
    <StepsPage
      page="recover"
      back={isAtCode ? { isOff: !canLeave, go: () => otp?.send({ type: 'otp.leave' }) } : null}
      isLoading={isLoading}
      onRetry={isUnavailable ? () => actor.send({ type: 'rules.retry' }) : null}
    >
      {isUnoffered ? (
        <Empty
          icon="lock"
          level={1}
          title={t('page.recover')}
          text={t('recover.support')}
          action={
            <>
              <ButtonLink tone="metal" wide to="/contact">
                {t('page.contact')}
              </ButtonLink>
              {login}
            </>
          }
        />
      ) : null}
      <div hidden={isLoading || isUnavailable || isUnoffered}>
        <StepHead name={t('page.recover')} steps={STEPS} step={step} title={t(`recover.title.${step}`)} />
        <StepForm
          isShown={step === 'phone'}
          onSubmit={(form) => actor.send({ type: 'phone.submit', phone: String(new FormData(form).get('phone')) })}
        >
          <PhoneField
            hint={t('recover.phoneHint')}
            readOnly={otp !== undefined}
            defaultValue={phone}
            problem={problem}
            onType={() => actor.send({ type: 'phone.type' })}
          />
          <GetCode otp={otp} label={t('register.getCode')} />
          {login}
        </StepForm>
        {isAtCode && otp ? <OtpStep actor={otp} /> : null}
        {isAtPassword ? <NewPasswordStep actor={actor} /> : null}
      </div>
    </StepsPage>
  )
}
