import type { ComponentProps } from 'react'
import type { TypingProblem } from '#contract/register.ts'
import { Field } from '#src/components/field.tsx'
import { PHONE_FORM } from '#src/lib/build.ts'
import { useTexts } from '#src/lib/i18n.ts'

type Props = Pick<ComponentProps<typeof Field>, 'readOnly' | 'defaultValue' | 'hint'> & {
  problem: TypingProblem | null
  onType: (text: string) => void
}

/** The field for an account's phone number. Source: R251–R253. */
export function PhoneField({ problem, onType, ...props }: Props) {
  const { t } = useTexts()
  const errors = { phone: t('register.phoneLength'), digits: t('register.phoneDigits') }
  return (
    <Field
      {...props}
      label={t('login.phone')}
      icon="phone"
      kind="number"
      name="phone"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      placeholder={PHONE_FORM}
      maxLength={32}
      required
      onChange={(event) => onType(event.target.value)}
      error={problem === 'phone' || problem === 'digits' ? errors[problem] : undefined}
    />
  )
}
