import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { registerMachine, Step } from '#machines/register.machine.ts'
import { AuthLayout } from '#src/components/auth-layout.tsx'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { IconButton } from '#src/components/icon-button.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useHydrated } from '#src/components/use-hydrated.ts'
import { APP_TITLE } from '#src/lib/app-title.ts'
import { formatDate } from '#src/lib/format.ts'
import logo from '#src/theme/logo.svg'
import { BankStep } from './bank-step.tsx'
import { OtpStep } from './otp-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import css from './register.module.css'
import { StepHead } from './step-head.tsx'

type Props = { actor: ActorRefFrom<typeof registerMachine> }

const STEPS: readonly Step[] = ['phone', 'otp', 'profile', 'bank']

/**
 * Registration, step by step. Completed steps stay in the page, hidden: their fields are the only storage of the password.
 * Source: R37–R53.
 */
export function RegisterScreen({ actor }: Props) {
  const { t } = useTranslation()
  const password = useRef<HTMLInputElement>(null)
  // the later steps need not be in the prerendered page
  const isHydrated = useHydrated()
  const step = useSelector(actor, (s) => s.context.step)
  const hasOtp = useSelector(actor, (s) => s.context.hasOtp)
  // step 1 needs no settings to be filled in
  const isLoading = useSelector(actor, (s) => s.matches('loading') && s.context.step !== 'phone')
  const isUnavailable = useSelector(actor, (s) => s.matches('unavailable'))
  const lostAt = useSelector(actor, (s) => (s.matches('lost') ? s.context.sentAt : null))
  const isAway = isLoading || isUnavailable || lostAt !== null
  const otp = useSelector(actor, (s) => s.children.otp)
  const canLeave = useSelector(otp, (s) => s?.can({ type: 'otp.leave' }) ?? false)
  const canGoBack = useSelector(actor, (s) => s.can({ type: 'step.back' })) || canLeave
  const back = () => (step === 'otp' ? otp?.send({ type: 'otp.leave' }) : actor.send({ type: 'step.back' }))
  return (
    <AuthLayout
      isSteps
      lead={
        step === 'phone' || isAway ? (
          <img className={css.brand} src={logo} alt={APP_TITLE} width="113" height="32" />
        ) : (
          <IconButton icon="chevron-left" label={t('go.back')} aria-disabled={!canGoBack} onClick={back} />
        )
      }
    >
      <PageTitle page="register" />
      {isLoading ? (
        <div role="status" aria-label={t('state.loading')} className={css.form}>
          <Skeleton shape="head" />
          <Skeleton shape="field" />
          <Skeleton shape="button" />
        </div>
      ) : null}
      {isUnavailable ? (
        <Empty
          icon="alert"
          tone="plain"
          level={1}
          title={t('register.unavailable')}
          action={<Button onClick={() => actor.send({ type: 'lookup.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {lostAt === null ? null : (
        <Empty
          icon="clock"
          tone="wait"
          level={1}
          title={t('evidence.unknown')}
          text={t('register.lost', { at: formatDate(lostAt) })}
          action={
            <>
              <Button tone="metal" wide onClick={() => actor.send({ type: 'register.login' })}>
                {t('login.submit')}
              </Button>
              <Button wide onClick={() => actor.send({ type: 'register.again' })}>
                {t('register.again')}
              </Button>
            </>
          }
        />
      )}
      <div hidden={isAway}>
        <StepHead
          name={t('page.register')}
          steps={STEPS.filter((each) => hasOtp || each !== 'otp')}
          step={step}
          title={t(`register.title.${step}`)}
        />
        <PhoneStep actor={actor} isShown={step === 'phone'} />
        {step === 'otp' && otp ? <OtpStep actor={otp} /> : null}
        {isHydrated ? (
          <>
            <ProfileStep actor={actor} isShown={step === 'profile'} password={password} />
            <BankStep actor={actor} isShown={step === 'bank'} password={password} />
          </>
        ) : null}
      </div>
    </AuthLayout>
  )
}
