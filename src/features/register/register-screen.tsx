import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { registerMachine, Step } from '#machines/register.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { Hydrated } from '#src/components/hydrated.tsx'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { BankStep } from './bank-step.tsx'
import { OtpStep } from './otp-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { StepHead } from './step-head.tsx'
import { StepsPage } from './steps-page.tsx'

type Props = { actor: ActorRefFrom<typeof registerMachine> }

const STEPS: readonly Step[] = ['phone', 'otp', 'profile', 'bank']

/**
 * The registration, step by step. Completed steps stay in the page but are hidden, because the password is stored only
 * in their fields. Source: R37–R53.
 */
export function RegisterScreen({ actor }: Props) {
  const { t } = useTexts()
  const password = useRef<HTMLInputElement>(null)
  const step = useSelector(actor, (s) => s.context.step)
  const hasOtp = useSelector(actor, (s) => s.context.hasOtp)
  // step 1 does not need the settings, so the player can fill it in while they are loading
  const isLoading = useSelector(actor, (s) => s.matches('loading') && s.context.step !== 'phone')
  const isUnavailable = useSelector(actor, (s) => s.matches('unavailable'))
  const lostAt = useSelector(actor, (s) => (s.matches('lost') ? s.context.sentAt : null))
  const isAway = isLoading || isUnavailable || lostAt !== null
  const otp = useSelector(actor, (s) => s.children.otp)
  const canLeave = useSelector(otp, (s) => s?.can({ type: 'otp.leave' }) ?? false)
  const canGoBack = useSelector(actor, (s) => s.can({ type: 'step.back' })) || canLeave
  const back = () => (step === 'otp' ? otp?.send({ type: 'otp.leave' }) : actor.send({ type: 'step.back' }))
  return (
    <StepsPage
      page="register"
      back={step === 'phone' || isAway ? null : { isOff: !canGoBack, go: back }}
      isLoading={isLoading}
      onRetry={isUnavailable ? () => actor.send({ type: 'lookup.retry' }) : null}
    >
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
        {/* the prerendered page does not need the later steps, so they are rendered after hydration */}
        <Hydrated>
          <ProfileStep actor={actor} isShown={step === 'profile'} password={password} />
          <BankStep actor={actor} isShown={step === 'bank'} password={password} />
        </Hydrated>
      </div>
    </StepsPage>
  )
}
