import * as v from 'valibot'
import { change, read } from './call.ts'
import { none } from './lookup.ts'
import { Amount, Baht } from './money.ts'

/** Deposit limit periods, shortest first: the last 24 hours, 7 days and 30 days. Source: R585. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]
/** Their lengths in days. */
export const LIMIT_DAYS: Readonly<Record<LimitPeriod, number>> = { day: 1, week: 7, month: 30 }

/** A requested higher limit, or its removal if `amount` is null: it can be confirmed for a week from `from` (ISO 8601). */
const Wish = v.object({ amount: v.nullable(Baht), from: v.string(), isReady: v.boolean() })

/**
 * The limit for one period, null without a limit; `paidIn`: the amount credited in the period; `wish`: the limit that
 * the member has requested instead.
 */
const DepositLimit = v.object({ amount: v.nullable(Baht), paidIn: Baht, wish: v.nullable(Wish) })
export type DepositLimit = v.InferOutput<typeof DepositLimit>

/** A member's deposit limits, and the total of deposits held because they exceed them, in satang. Source: R585–R588. */
export const PlayLimits = v.object({
  periods: v.object({ day: DepositLimit, week: DepositLimit, month: DepositLimit }),
  held: Baht,
})
export type PlayLimits = v.InferOutput<typeof PlayLimits>

/** Deposit limits. Not in the spec: a backend may lack these calls (assumed). Source: D-64. */
export const playLimitCalls = {
  'limits.read': read('GET /api/limits', none, PlayLimits, { needs: 'limits' }),
  /**
   * Sets the limit for a period; null removes it. A lower limit applies immediately. A higher one is only a wish, which
   * applies once it is requested again with `isConfirmed`, 24 hours to 8 days later; requesting the current limit
   * withdraws the wish. Without `isConfirmed`, a repeated request never raises a limit.
   */
  'limits.set': change(
    'POST /api/limits',
    v.strictObject({ period: v.picklist(LIMIT_PERIODS), amount: v.nullable(Amount), isConfirmed: v.boolean() }),
    PlayLimits,
    { needs: 'limits', repeatable: true },
  ),
}
