import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Satang } from '#contract/money.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { useMoney } from './use-money.ts'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'kind' | 'icon' | 'unit'>

/** An amount of the member's money to type, as large as it deserves; `action` may hold {@link AllButton}. */
export function AmountField(props: Props) {
  const { sign, isWhole } = useMoney()
  const keyboard = isWhole ? 'numeric' : 'decimal'
  return <Field {...props} unit={sign} kind="amount" type="text" inputMode={keyboard} autoComplete="off" />
}

/** Puts all there is into the field; disabled when that is nothing, or not known. */
export function AllButton({ satang, onChoose }: { satang: Satang | undefined; onChoose: (text: string) => void }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  return (
    <Button tone="cool" size="s" disabled={!satang} onClick={() => satang && onChoose(format(satang))}>
      {t('money.all')}
    </Button>
  )
}
