import { type ComponentProps, useId } from 'react'
import { plainDigits } from '#contract/money.ts'
import { OTP_LENGTH } from '#contract/register.ts'
import css from './otp-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'maxLength'> & { label: string }

/** One field for a code, drawn as a row of wells: keyboard, paste and autofill work as in any other. */
export function OtpField({ label, ...input }: Props) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
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
          // who comes back to it types another one, of which it is not known whether it is wrong
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget }) => currentTarget.removeAttribute('aria-invalid')}
          onPaste={(event) => {
            // a code is often copied with a space in it, which would push the last digit out
            event.preventDefault()
            const field = event.currentTarget
            if (field.readOnly) return
            field.value = plainDigits(event.clipboardData.getData('text')).slice(0, OTP_LENGTH)
            field.dispatchEvent(new Event('input', { bubbles: true }))
          }}
        />
      </div>
    </div>
  )
}
