import type { ReactNode } from 'react'
import { markEmpty } from '#src/lib/mark-empty.ts'
import css from './register.module.css'

type Props = {
  /** A hidden step stays in the page with its values. */
  isShown: boolean
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/** The form for one step: marks empty fields, and submits to the machine anyway. */
export const StepForm = ({ isShown, onSubmit, children }: Props) => (
  <form
    className={css.form}
    hidden={!isShown}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      markEmpty(event.currentTarget)
      onSubmit(event.currentTarget)
    }}
  >
    {children}
  </form>
)
