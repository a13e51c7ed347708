import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '#src/lib/i18n.ts'
import css from './register.module.css'

type Props<S extends string> = {
  /** The name of the flow, as it appears in the page title. */
  name: string
  steps: readonly S[]
  step: S
  title: string
}

/** Shows the number and the title of the current step, and how many steps there are. Source: R37, R40. */
export function StepHead<S extends string>({ name, steps, step, title }: Props<S>) {
  const { t } = useTexts()
  const at = steps.indexOf(step)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  // The pressed button is gone, so focus the title for screen readers. The code field focuses itself.
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
