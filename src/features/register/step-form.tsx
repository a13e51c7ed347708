import type { ReactNode } from 'react'
import { markEmpty } from '#src/lib/mark-empty.ts'
import css from './register.module.css'

type Props = {
  /** A step that is not shown stays in the page with what it holds. */
  isShown: boolean
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/** The form of one step: what is left empty is marked, and the machine told all the same. */
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
