import type { ComponentProps } from 'react'
import css from './check.module.css'

/** A checkbox with its label; all other props and `ref` go to the input. */
export function Check({ label, ...input }: Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string }) {
  return (
    <label className={css.check}>
      <input {...input} type="checkbox" />
      <span>{label}</span>
    </label>
  )
}
