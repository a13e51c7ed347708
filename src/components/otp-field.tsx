import { type ComponentProps, useId } from 'react'
import { OTP_LENGTH } from '#contract/register.ts'
import { plainDigits } from '#contract/typed.ts'
import { FieldError } from './field-error.tsx'
import { NoBreakText } from './no-break-text.tsx'
import css from './otp-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'maxLength' | 'onInput' | 'onPaste'> & {
  label: string
  /** The text that explains when the code is checked. */
  hint: string
  /** Why the last code was refused. A toast has already announced the refusal. Undefined if no code was refused. */
  error?: string | undefined
  onComplete: (code: string) => void
}

/**
 * A single input for a code, rendered as a row of boxes. The keyboard, pasting and autofill work as in any other input.
 */
export function OtpField({ label, hint, error, onComplete, ...input }: Props) {
  const id = useId()
  const [hintId, noteId] = [`${id}-hint`, `${id}-note`]
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <p id={hintId} className="hint">
        <NoBreakText text={hint} />
      </p>
      <div className={css.wells}>
        {Array.from({ length: OTP_LENGTH }, (_, place) => (
          <span key={place} className={css.well} />
        ))}
        <input
          {...input}
          id={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={OTP_LENGTH}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${hintId} ${noteId}` : hintId}
          onInput={({ currentTarget: field }) => {
            // the code may be correct after the edit
            field.removeAttribute('aria-invalid')
            const code = plainDigits(field.value)
            if (code.length === OTP_LENGTH && !/\D/.test(code)) onComplete(field.value)
          }}
          onPaste={(event) => {
            // a copied code often contains a space, which would push its last digit over the length limit
            event.preventDefault()
            const field = event.currentTarget
            if (field.readOnly) return
            field.value = plainDigits(event.clipboardData.getData('text')).slice(0, OTP_LENGTH)
            field.dispatchEvent(new Event('input', { bubbles: true }))
          }}
        />
      </div>
      {error ? <FieldError text={error} id={noteId} isSaid /> : null}
    </div>
  )
}
