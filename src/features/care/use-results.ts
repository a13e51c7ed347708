import { type Position, resultOf } from '#contract/care.ts'
import { type Satang, satang } from '#contract/money.ts'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'

const signOf = (amount: Satang) => (amount > 0 ? '+' : amount < 0 ? '−' : '')

/** Returns a function that formats a result of play with its sign, such as +฿100.00. */
export function useResultText() {
  const { sign, format } = useMoney()
  return (result: Satang) => `${signOf(result)}${sign}${format(satang(Math.abs(result)))}`
}

/** Returns a function that lists the member's winnings, losses and result as named facts. */
export function useResults() {
  const { t } = useTexts()
  const { sign, format } = useMoney()
  const resultText = useResultText()
  const say = (amount: Satang) => `${sign}${format(amount)}`
  return (position: Position) => [
    { name: t('care.won'), value: say(position.won), isNumber: true },
    { name: t('care.lost'), value: say(position.lost), isNumber: true },
    { name: t('care.result'), value: resultText(resultOf(position)), isNumber: true },
  ]
}
