import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { plainDigits } from '#contract/money.ts'
import { OTP_LENGTH } from '#contract/register.ts'
import css from './otp-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'maxLength'> & { label: string }

/** One field for a code, drawn as a row of wells: keyboard, paste and autofill work as in any other. One that is said to be wrong gives way to the next. */
export function OtpField({ label, ...input }: Props) {
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const isWrong = Boolean(input['aria-invalid'])
  useEffect(() => {
    if (!isWrong || !own.current) return
    own.current.value = ''
    own.current.focus()
  }, [isWrong])
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.wells}>
        {Array.from({ length: OTP_LENGTH }, (_, place) => (
          <span key={place} className={css.well} />
        ))}
        <input
          {...input}
          ref={own}
          id={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={OTP_LENGTH}
          // of another one it is not known whether it is wrong
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
