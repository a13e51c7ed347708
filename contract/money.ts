import * as v from 'valibot'

/** Money inside the product: whole satang (1 baht = 100). Source: D-46. */
export type Satang = number

/** The largest amount that may be asked for, in baht. */
export const MAX_BAHT = 1_000_000_000
/** The largest balance, in baht: sixty of them still add up exactly. */
const MAX_BALANCE = 1_000_000_000_000

/** Satang of `baht`. Rounds: floor is wrong for 6.5 % of all two-decimal amounts. */
export const toSatang = (baht: number): Satang => Math.round(baht * 100)
/** Baht of `satang`, for the wire only. */
export const toBaht = (satang: Satang): number => satang / 100

const isMoney = (baht: number) => toBaht(toSatang(baht)) === baht

/** A balance on the wire: baht with at most two decimals, 0 or more; parsed to satang. */
export const Baht = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(MAX_BALANCE),
  v.check(isMoney),
  v.transform<number, Satang>(toSatang),
)
/** An amount that shall move, on the wire: as {@link Baht}, above 0. */
export const Amount = v.pipe(
  v.number(),
  v.gtValue(0),
  v.maxValue(MAX_BAHT),
  v.check(isMoney),
  v.transform<number, Satang>(toSatang),
)

/** What is typed into a number field, with Thai and Lao digits mapped to 0–9, invisible marks, spaces and dashes gone. */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\u00A0\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF-]/g, '')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[໐-໙]/g, (digit) => String(digit.charCodeAt(0) - 0x0ed0))

/** The amount a player typed, in satang; null while it is none (empty, more than two decimals, too large). */
export function parseAmount(text: string): Satang | null {
  if (/[-−]/.test(text)) return null // a phone number may hold dashes, an amount with one means something else
  const match = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(plainDigits(text).replaceAll(',', ''))
  if (!match) return null
  const [, baht = '', decimals = ''] = match
  const satang = Number(baht) * 100 + Number(decimals.padEnd(2, '0'))
  return satang > MAX_BAHT * 100 ? null : satang
}
