import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '#src/lib/i18n.ts'
import css from './register.module.css'

type Props<S extends string> = {
  /** The name of the flow, as in the page title. */
  name: string
  steps: readonly S[]
  step: S
  title: string
}

/** The current step's number and title, and the total number of steps. Source: R37, R40. */
export function StepHead<S extends string>({ name, steps, step, title }: Props<S>) {
  const { t } = useTexts()
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
      <p className="hint">{`${name} · ${t('register.step', { n: at + 1, total: steps.length })}`}</p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
    </header>
  )
}
