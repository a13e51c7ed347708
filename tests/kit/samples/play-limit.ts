import { minutes } from '#contract/minutes.ts'
import { type Satang, satang } from '#contract/money.ts'
import type { PlayLimits } from '#contract/play-limit.ts'

type Limit = PlayLimits['periods']['day']
const limit = (amount: number | null, paidIn: number, wish: Limit['wish'] = null): Limit => ({
  amount: amount === null ? null : satang(amount),
  paidIn: satang(paidIn),
  wish,
})
const ofLosses = ({ paidIn, ...set }: Limit) => ({ ...set, lost: paidIn })
const FROM = '2026-11-22T05:00:00.000Z'
const wish = (amount: Satang | null, isReady: boolean) => ({ amount, from: FROM, isReady })
const rest = { week: limit(null, 500_00), month: limit(5_000_00, 1_500_00) }
const held = satang(0)
const day = (own: Limit): PlayLimits => ({ ...unlimited, periods: { day: own, ...rest } })
const dayOfLosses = (own: Limit): PlayLimits => ({ ...unlimited, losses: { ...losses, day: ofLosses(own) } })

type Time = NonNullable<PlayLimits['times']>['day']
const timeOf = (count: number | null) => (count === null ? null : minutes(count))
const ofTime = (set: number | null, played: number, wished?: number | null): Time => ({
  minutes: timeOf(set),
  played: minutes(played),
  wish: wished === undefined ? null : { minutes: timeOf(wished), from: FROM, isReady: false },
})
const dayOfTime = (own: Time): PlayLimits => ({ ...unlimited, times: { ...times, day: own } })

const times = { day: ofTime(null, 45), week: ofTime(null, 185), month: ofTime(2_400, 660) }
const losses = {
  day: ofLosses(limit(null, 120_00)),
  week: ofLosses(limit(null, 120_00)),
  month: ofLosses(limit(null, 0)),
}
/** A member with a monthly deposit limit but no daily one. */
export const unlimited: PlayLimits = { periods: { day: limit(null, 0), ...rest }, held, losses, times }
/** The same member with a daily deposit limit of 500 baht. */
export const limited: PlayLimits = day(limit(500_00, 0))
/** The same member after requesting a daily deposit limit of 900 baht. */
export const wishing: PlayLimits = day(limit(500_00, 0, wish(satang(900_00), false)))
/** The same member 24 hours later, when the request can be confirmed. */
export const ready: PlayLimits = day(limit(500_00, 0, wish(satang(900_00), true)))
/** The same member after confirming the request. */
export const raised: PlayLimits = day(limit(900_00, 0))
/** The same member after requesting the removal of the daily deposit limit. */
export const freeing: PlayLimits = day(limit(500_00, 0, wish(null, false)))
/** The same member after the limit has held a deposit of 300 baht. */
export const holding: PlayLimits = { ...day(limit(500_00, 400_00)), held: satang(300_00) }
/** A member with a daily loss limit of 500 baht, who has lost 120 baht. */
export const limitedLosses: PlayLimits = dayOfLosses(limit(500_00, 120_00))
/** The same member after requesting a daily loss limit of 900 baht. */
export const wishingLosses: PlayLimits = dayOfLosses(limit(500_00, 120_00, wish(satang(900_00), false)))
/** The same member after requesting the removal of the daily loss limit. */
export const freeingLosses: PlayLimits = dayOfLosses(limit(500_00, 120_00, wish(null, false)))
/** A member with a daily play time limit of two hours, who has played 45 minutes. */
export const limitedTime: PlayLimits = dayOfTime(ofTime(120, 45))
/** The same member after requesting a limit of three and a half hours a day. */
export const wishingTime: PlayLimits = dayOfTime(ofTime(120, 45, 210))
/** The same member after requesting the removal of the daily play time limit. */
export const freeingTime: PlayLimits = dayOfTime(ofTime(120, 45, null))
