import { MAX_BAHT, type Satang, satang, toBaht, toSatang } from './money.ts'

/**
 * Returns the text of a number field with Thai and Lao digits converted to 0–9, and without invisible characters,
 * spaces and dashes.
 */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\u00A0\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF-]/g, '')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[໐-໙]/g, (digit) => String(digit.charCodeAt(0) - 0x0ed0))

/** Returns `amount` as a player would type it, in baht. */
export const typedAmount = (amount: Satang): string => String(toBaht(amount))

/** Returns the typed amount in satang, or null if it is empty, negative or too large, or has more than two decimals. */
export function parseAmount(text: string): Satang | null {
  if (/[-−]/.test(text)) return null // a phone number may contain dashes, but a dash changes the meaning of an amount
  const match = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(plainDigits(text).replaceAll(',', ''))
  if (!match) return null
  const [, baht = '', decimals = ''] = match
  const amount = satang(Number(baht) * 100 + Number(decimals.padEnd(2, '0')))
  return amount > toSatang(MAX_BAHT) ? null : amount
}
