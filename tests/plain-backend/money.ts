import { Refused } from './refused.ts'

/** Whole satang. Only requests and replies use baht. */
export type Satang = number

/** Returns baht with float noise, such as 0.30000000000000004: this backend never rounds a balance. */
export const baht = (satang: Satang): number => (satang / 100) * (1 + Number.EPSILON)

/** Returns a request's `amount` of baht in satang. Throws KEY_INVALID unless it is above 0 and has at most two decimals. */
export function amount(value: unknown): Satang {
  if (typeof value !== 'number') throw new Refused('KEY_INVALID')
  const satang = Math.round(value * 100)
  if (satang <= 0 || satang > 1e12 || satang / 100 !== value) throw new Refused('KEY_INVALID')
  return satang
}
