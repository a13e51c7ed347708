import type { ComponentProps } from 'react'
import { BAHT_SIGN } from '#src/lib/format.ts'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'kind' | 'icon'>

/** An amount of baht to type, as large as it deserves; `action` may hold "all". */
export function AmountField({ unit = BAHT_SIGN, ...props }: Props) {
  return <Field {...props} unit={unit} kind="amount" type="text" inputMode="decimal" autoComplete="off" />
}
