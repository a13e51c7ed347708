import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { none } from './lookup.ts'
import { MAX_MINUTES, type Minutes, minutes } from './minutes.ts'
import { Amount, Baht, type Currency, type Satang, toSatang } from './money.ts'

/** The kinds of limits on money: deposits, or losses in games. Source: R585, R607. */
const MONEY_KINDS = ['deposit', 'loss'] as const
/**
 * The kinds of limits, in the order shown on the My play page: the money limits, then the limit on playing time.
 * Source: R637.
 */
export const LIMIT_KINDS = [...MONEY_KINDS, 'time'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** The periods of a limit, shortest first: the last 24 hours, 7 days and 30 days. Source: R585, R607, R637. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]
/** The duration of each limit period, in days. */
export const LIMIT_DAYS: Readonly<Record<LimitPeriod, number>> = { day: 1, week: 7, month: 30 }

/** The 24-hour deposit limit that is suggested before the first deposit (assumed). Source: R632. */
export const SUGGESTED_LIMIT: Readonly<Record<Currency, Satang>> = { BAHT: toSatang(1_000), LAK: toSatang(500_000) }

/**
 * A request to raise a limit, or to remove the limit if `amount` is null. The member can confirm the request for one
 * week, starting at `from` (ISO 8601).
 */
const Wish = v.object({ amount: v.nullable(Baht), from: v.string(), isReady: v.boolean() })

/**
 * The limit for one period. A null `amount` means that there is no limit. `wish` is the change that the member has
 * requested.
 */
const limitFields = { amount: v.nullable(Baht), wish: v.nullable(Wish) }
/** A limit, and the total of the deposits credited in its period. */
const DepositLimit = v.object({ ...limitFields, paidIn: Baht })
/** A limit, and the losses in its period. Losses that a later win made up for do not count. */
const LossLimit = v.object({ ...limitFields, lost: Baht })

/** A member's limit on playing time, in minutes. */
const TimeLimit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_MINUTES), v.transform(minutes))
/** Playing time in whole minutes. */
const PlayedMinutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.transform(minutes))
/** A limit on playing time, and the minutes played in its period. */
const PlayTime = v.object({
  minutes: v.nullable(TimeLimit),
  wish: v.nullable(v.object({ minutes: v.nullable(TimeLimit), from: v.string(), isReady: v.boolean() })),
  played: PlayedMinutes,
})

/**
 * A member's limits. `held` is the total of the deposits that are held because they exceed a limit, in satang. Only a
 * backend that offers `losses` sends `losses`, and only a backend that offers `time` sends `times`. Source: R585–R588,
 * R607, R637.
 */
export const PlayLimits = v.object({
  periods: v.object({ day: DepositLimit, week: DepositLimit, month: DepositLimit }),
  held: Baht,
  losses: v.optional(v.object({ day: LossLimit, week: LossLimit, month: LossLimit })),
  times: v.optional(v.object({ day: PlayTime, week: PlayTime, month: PlayTime })),
})
export type PlayLimits = v.InferOutput<typeof PlayLimits>

/**
 * One limit, with its values in the unit of its kind. `used` is the amount deposited or lost, or the time played, in
 * the period.
 */
type LimitOf<K, U> = {
  kind: K
  amount: U | null
  wish: { amount: U | null; from: string; isReady: boolean } | null
  used: U
}
/** One limit of a member: in minutes if it limits playing time, otherwise in satang. */
export type PlayLimit = LimitOf<(typeof MONEY_KINDS)[number], Satang> | LimitOf<'time', Minutes>

/** Returns one of the member's limits, or null if the backend has no limits of this kind. */
export function limitIn(
  { periods, losses, times }: PlayLimits,
  kind: LimitKind,
  period: LimitPeriod,
): PlayLimit | null {
  if (kind === 'deposit') return { ...periods[period], kind, used: periods[period].paidIn }
  if (kind === 'loss') return losses ? { ...losses[period], kind, used: losses[period].lost } : null
  if (!times) return null
  const { minutes: amount, wish, played: used } = times[period]
  return { kind, amount, wish: wish && { ...wish, amount: wish.minutes }, used }
}

const asked = { period: v.picklist(LIMIT_PERIODS), isConfirmed: v.boolean() }
/**
 * A request to set a limit, or to remove it if the value is null. Without `kind`, the request is for a deposit limit.
 */
const LimitRequest = v.union([
  v.strictObject({ kind: v.optional(v.picklist(MONEY_KINDS)), amount: v.nullable(Amount), ...asked }),
  v.strictObject({ kind: v.literal('time'), minutes: v.nullable(TimeLimit), ...asked }),
])
export type LimitRequest = v.InferOutput<typeof LimitRequest>

/**
 * The limits on the My play page. These calls are not in the spec, so a backend may lack them (assumed). Source: D-64,
 * D-69, D-73.
 */
export const playLimitCalls = {
  'limits.read': read('GET /api/limits', none, PlayLimits, { needs: 'limits' }),
  /**
   * Sets the limit for a period, or removes it if the value is null. A lower limit applies immediately. A higher limit
   * is only stored as a wish. It applies once the member requests it again with `isConfirmed`, between 24 hours and 8
   * days later. Requesting the current limit withdraws the wish. Without `isConfirmed`, a repeated request never raises
   * a limit.
   */
  'limits.set': change('POST /api/limits', LimitRequest, PlayLimits, { needs: 'limits', repeatable: true }),
  /**
   * Records that the member does not want a limit now, or confirms the current limits. The wallet then omits
   * `limitPrompt` for six months. Only backends that send `limitPrompt` need this call. Source: D-72.
   */
  'limits.review': change('POST /api/limits/review', none, done, { needs: 'limits', repeatable: true }),
}
