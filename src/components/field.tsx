import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './field.module.css'
import { FieldError } from './field-error.tsx'
import { Icon, type IconName } from './icon.tsx'
import { NoBreakText } from './no-break-text.tsx'

type Props = Omit<ComponentProps<'input'>, 'className' | 'children'> & {
  label: string
  icon?: IconName | undefined
  /** A prefix in place of the icon: a currency sign or a unit. */
  unit?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  /** A 44 px control at the end of the field. */
  action?: ReactNode
  /** `number`: digits in the number font; `amount`: a 76 px high field with large digits. */
  kind?: 'text' | 'number' | 'amount' | undefined
}

/** A labelled input. An `error` marks it invalid and is announced. `ref` and all other props go to the input. */
export function Field({ label, icon, unit, hint, error, action, kind = 'text', id, ...input }: Props) {
  const own = useId()
  const inputId = id ?? own
  const noteId = `${inputId}-note`
  return (
    <div className={css.field} data-kind={kind} data-invalid={error ? '' : undefined}>
      <label className={css.label} htmlFor={inputId}>
        {label}
      </label>
      <div className={css.box}>
        {icon && <Icon name={icon} size="s" />}
        {unit && (
          <span className={css.unit} aria-hidden="true">
            {unit}
          </span>
        )}
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : input['aria-invalid']}
          aria-describedby={error || hint ? noteId : input['aria-describedby']}
        />
        {action}
      </div>
      {error ? (
        <FieldError text={error} id={noteId} />
      ) : (
        hint && (
          <p className="hint" id={noteId}>
            <NoBreakText text={hint} />
          </p>
        )
      )}
    </div>
  )
}
