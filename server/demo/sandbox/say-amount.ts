import { type Currency, type Satang, toBaht } from '#contract/money.ts'

/**
 * Returns an amount with the word for the member's currency, such as '1,500.00 baht' or '1,500 kip'. A null `currency`
 * means baht.
 */
export const sayAmount = (amount: Satang, currency: Currency | null): string =>
  currency === 'LAK'
    ? `${toBaht(amount).toLocaleString('en')} kip`
    : `${toBaht(amount).toLocaleString('en', { minimumFractionDigits: 2 })} baht`
