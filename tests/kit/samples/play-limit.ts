import { type Satang, satang } from '#contract/money.ts'
import type { DepositLimit, PlayLimits } from '#contract/play-limit.ts'

const limit = (amount: number | null, paidIn: number, wish: DepositLimit['wish'] = null): DepositLimit => ({
  amount: amount === null ? null : satang(amount),
  paidIn: satang(paidIn),
  wish,
})
const wish = (amount: Satang | null, isReady: boolean) => ({ amount, from: '2026-11-22T05:00:00.000Z', isReady })
const rest = { week: limit(null, 500_00), month: limit(5_000_00, 1_500_00) }
const held = satang(0)

/** A member without a daily limit, but with a monthly one. */
export const unlimited: PlayLimits = { periods: { day: limit(null, 0), ...rest }, held }
/** The same member with a daily limit of 500 baht. */
export const limited: PlayLimits = { periods: { day: limit(500_00, 0), ...rest }, held }
/** The same member, who has just requested a daily limit of 900 baht. */
export const wishing: PlayLimits = {
  periods: { day: limit(500_00, 0, wish(satang(900_00), false)), ...rest },
  held,
}
/** The same member 24 hours later. */
export const ready: PlayLimits = { periods: { day: limit(500_00, 0, wish(satang(900_00), true)), ...rest }, held }
/** The same member, who has confirmed the request. */
export const raised: PlayLimits = { periods: { day: limit(900_00, 0), ...rest }, held }
/** The same member, who has just requested the removal of the daily limit. */
export const freeing: PlayLimits = { periods: { day: limit(500_00, 0, wish(null, false)), ...rest }, held }
/** The same member after a deposit that exceeds the limit by 300 baht. */
export const holding: PlayLimits = { periods: { day: limit(500_00, 400_00), ...rest }, held: satang(300_00) }
