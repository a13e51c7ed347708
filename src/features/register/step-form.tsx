import type { ReactNode } from 'react'
import { markEmpty } from '#src/lib/mark-empty.ts'
import css from './register.module.css'

type Props = {
  /** False while another step is shown: the form stays in the page with its values, but hidden. */
  isShown: boolean
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/**
 * The form of one step. It marks empty fields, but calls `onSubmit` even if there are any, because the machine decides.
 */
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
