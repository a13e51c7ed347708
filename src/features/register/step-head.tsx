import { useSelector } from '@xstate/react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { registerMachine, Step } from '#machines/register.machine.ts'
import css from './register.module.css'

const STEPS: readonly Step[] = ['phone', 'otp', 'profile', 'bank']

/** The number of the current step and of all steps; without OTP there is one less. Source: R37, R40. */
export function StepHead({ actor }: { actor: ActorRefFrom<typeof registerMachine> }) {
  const { t } = useTranslation()
  const step = useSelector(actor, (s) => s.context.step)
  const hasOtp = useSelector(actor, (s) => s.context.hasOtp)
  const steps = STEPS.filter((each) => hasOtp || each !== 'otp')
  const at = steps.indexOf(step)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  // the pressed button is gone: the focus moves to the title for screen readers; the code field takes it itself
  useLayoutEffect(() => {
    if (before.current !== step && step !== 'otp') heading.current?.focus()
    before.current = step
  }, [step])
  return (
    <header className={css.head}>
      <div className={css.bars} aria-hidden="true">
        {steps.map((each, place) => (
          <span key={each} data-state={place < at ? 'done' : place === at ? 'now' : undefined} />
        ))}
      </div>
      <p className="hint">{`${t('page.register')} · ${t('register.step', { n: at + 1, total: steps.length })}`}</p>
      <h1 ref={heading} tabIndex={-1}>
        {t(`register.title.${step}`)}
      </h1>
    </header>
  )
}
