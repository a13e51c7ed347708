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
