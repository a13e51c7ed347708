import type { ComponentProps } from 'react'
import { type Satang, satang } from '#contract/money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { useMoney } from './use-money.ts'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'kind' | 'icon' | 'unit'>

/** An input with large digits for an amount in the member's currency. Its `action` can be an {@link AllButton}. */
export function AmountField(props: Props) {
  const { sign, isWhole, format } = useMoney()
  const keyboard = isWhole ? 'numeric' : 'decimal'
  return (
    <Field
      placeholder={format(satang(0))}
      {...props}
      unit={sign}
      kind="amount"
      type="text"
      inputMode={keyboard}
      autoComplete="off"
    />
  )
}

/** A button that enters the whole balance into the field. It is disabled if the balance is zero or unknown. */
export function AllButton({ satang, onChoose }: { satang: Satang | undefined; onChoose: (text: string) => void }) {
  const { t } = useTexts()
  const { format } = useMoney()
  return (
    <Button tone="cool" size="s" disabled={!satang} onClick={() => satang && onChoose(format(satang))}>
      {t('money.all')}
    </Button>
  )
}
