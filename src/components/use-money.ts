import { createContext, use } from 'react'
import type { Currency, Satang } from '#contract/money.ts'
import type { Credit } from '#contract/wallet.ts'
import { SITE_CURRENCY } from '#src/lib/build.ts'
import { CURRENCY_SIGNS, formatAmount, splitAmount } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'

/** The currency of the member's amounts, or the site's currency if the member's is unknown. */
export const CurrencyContext = createContext<Currency>(SITE_CURRENCY)

/**
 * Formats the member's amounts. `sign` precedes the number on cards and in totals and tables, and `unit` follows it in
 * sentences. `split` and `format` return only the number. `say` returns the number with its unit, such as '100.00 baht'
 * or '100 kip'. `isWhole` is true if amounts are typed without decimals.
 */
export function useMoney() {
  const { t } = useTexts()
  const currency = use(CurrencyContext)
  const unit = t(`money.${currency}`)
  const isWhole = currency === 'LAK'
  const format = (amount: Satang | Credit) => formatAmount(amount, isWhole)
  return {
    sign: CURRENCY_SIGNS[currency],
    unit,
    isWhole,
    split: (amount: Satang | Credit) => splitAmount(amount, isWhole),
    format,
    say: (satang: Satang) => `${format(satang)}\u00A0${unit}`,
  }
}
