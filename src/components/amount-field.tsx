import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Satang } from '#contract/money.ts'
import { BAHT_SIGN, formatAmount } from '#src/lib/format.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'kind' | 'icon'>

/** An amount of baht to type, as large as it deserves; `action` may hold {@link AllButton}. */
export function AmountField({ unit = BAHT_SIGN, ...props }: Props) {
  return <Field {...props} unit={unit} kind="amount" type="text" inputMode="decimal" autoComplete="off" />
}

/** Puts all there is into the field; disabled when that is nothing, or not known. */
export function AllButton({ satang, onChoose }: { satang: Satang | undefined; onChoose: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <Button tone="cool" size="s" disabled={!satang} onClick={() => satang && onChoose(formatAmount(satang))}>
      {t('money.all')}
    </Button>
  )
}
