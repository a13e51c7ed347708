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
/** A member without a daily limit, but with a monthly one of deposits. */
export const unlimited: PlayLimits = { periods: { day: limit(null, 0), ...rest }, held, losses, times }
/** The same member with a daily limit of deposits of 500 baht. */
export const limited: PlayLimits = day(limit(500_00, 0))
/** The same member, who has just requested a daily limit of 900 baht. */
export const wishing: PlayLimits = day(limit(500_00, 0, wish(satang(900_00), false)))
/** The same member 24 hours later. */
export const ready: PlayLimits = day(limit(500_00, 0, wish(satang(900_00), true)))
/** The same member, who has confirmed the request. */
export const raised: PlayLimits = day(limit(900_00, 0))
/** The same member, who has just requested the removal of the daily limit. */
export const freeing: PlayLimits = day(limit(500_00, 0, wish(null, false)))
/** The same member after a deposit that exceeds the limit by 300 baht. */
export const holding: PlayLimits = { ...day(limit(500_00, 400_00)), held: satang(300_00) }
/** A member with a daily loss limit of 500 baht, who has lost 120 baht. */
export const limitedLosses: PlayLimits = dayOfLosses(limit(500_00, 120_00))
/** The same member, who has just requested a daily loss limit of 900 baht. */
export const wishingLosses: PlayLimits = dayOfLosses(limit(500_00, 120_00, wish(satang(900_00), false)))
/** The same member, who has just requested the removal of the daily loss limit. */
export const freeingLosses: PlayLimits = dayOfLosses(limit(500_00, 120_00, wish(null, false)))
/** A member with a daily limit of two hours of play, who has played 45 minutes. */
export const limitedTime: PlayLimits = dayOfTime(ofTime(120, 45))
/** The same member, who has just requested three and a half hours a day. */
export const wishingTime: PlayLimits = dayOfTime(ofTime(120, 45, 210))
/** The same member, who has just requested the removal of the daily limit of play. */
export const freeingTime: PlayLimits = dayOfTime(ofTime(120, 45, null))
