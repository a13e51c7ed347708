import * as v from 'valibot'
import { change, read } from './call.ts'
import { none } from './lookup.ts'
import { Amount, Baht } from './money.ts'

/** The periods that a limit of deposits may have, the shortest first: the last 24 hours, 7 days and 30 days. Source: R585. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]
/** Their lengths in days. */
export const LIMIT_DAYS: Readonly<Record<LimitPeriod, number>> = { day: 1, week: 7, month: 30 }

/** A higher limit, or none, that the member has asked for: it can be confirmed from `from` on, ISO 8601, for a week. */
const Wish = v.object({ amount: v.nullable(Baht), from: v.string(), isReady: v.boolean() })

/**
 * The limit of one period, null without one; `paidIn`: what was credited in the period; `wish`: the limit that the member
 * has asked for instead.
 */
const DepositLimit = v.object({ amount: v.nullable(Baht), paidIn: Baht, wish: v.nullable(Wish) })
export type DepositLimit = v.InferOutput<typeof DepositLimit>

/** A member's limits of deposits, and what was paid in beyond them and waits, in satang. Source: R585–R588. */
export const DepositLimits = v.object({
  periods: v.object({ day: DepositLimit, week: DepositLimit, month: DepositLimit }),
  held: Baht,
})
export type DepositLimits = v.InferOutput<typeof DepositLimits>

/** Limits of deposits. Not in the spec: a backend may lack these calls (assumed). Source: D-64. */
export const depositLimitCalls = {
  'limits.read': read('GET /api/limits', none, DepositLimits, { needs: 'limits' }),
  /**
   * Sets the limit of a period; null: none. A lower one holds at once. A higher one is a wish, which holds when it is asked
   * for again 24 hours to 8 days later with `isConfirmed`; asking for the present limit takes the wish back. Without
   * `isConfirmed` a request that is repeated never raises a limit.
   */
  'limits.set': change(
    'POST /api/limits',
    v.strictObject({ period: v.picklist(LIMIT_PERIODS), amount: v.nullable(Amount), isConfirmed: v.boolean() }),
    DepositLimits,
    { needs: 'limits', repeatable: true },
  ),
}
