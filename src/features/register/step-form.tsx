import type { ReactNode } from 'react'
import { markEmpty } from '#src/lib/mark-empty.ts'
import css from './register.module.css'

type Props = {
  /** False while another step is shown. The form then stays in the page, hidden, and keeps its values. */
  isShown: boolean
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/** The form of one step. It marks empty fields but still calls `onSubmit`, because the machine validates the input. */
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
