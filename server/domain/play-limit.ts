import { and, eq, sql } from 'drizzle-orm'
import { DAY } from '#contract/limits.ts'
import { LIMIT_DAYS, type LimitKind, type LimitPeriod } from '#contract/play-limit.ts'
import type { Db, Param } from '#server/core/db.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { accountOf, lockAccounts, lockMembers } from './ledger.ts'

/** How long a higher limit can be confirmed before the request lapses, in ms (assumed). */
const CONFIRMABLE = 7 * DAY

type Limit = typeof playLimits.$inferSelect
/** Returns the pending request for a higher limit, or null if the member has made no such request or it has lapsed. */
const wishOf = ({ wishAmount, wishFrom }: Limit, at: Date) =>
  wishFrom && at.getTime() < wishFrom.getTime() + CONFIRMABLE ? { amount: wishAmount, from: wishFrom } : null

/** Returns the start of the limit period that ends at `at`. */
export const startOf = (period: LimitPeriod, at: Date) => new Date(at.getTime() - LIMIT_DAYS[period] * DAY)

/** SQL for the start of a limit row's period, given that the period ends at `at`. */
export const startOfRow = (
  at: Param<Date>,
) => sql`(${at})::timestamptz - interval '24 hours' * case ${playLimits.period}
  when 'day' then ${LIMIT_DAYS.day}::int when 'week' then ${LIMIT_DAYS.week}::int else ${LIMIT_DAYS.month}::int end`

/** The SQL condition that selects a member's limits of one kind. */
export const limitsOfKind = (memberId: Param<string>, kind: LimitKind) =>
  and(eq(playLimits.memberId, memberId), eq(playLimits.kind, kind))

/**
 * Finds a member's limit of this kind and period in joined rows, and returns it with its amounts converted by `unit`.
 */
export function limitAt<U>(
  rows: readonly { limit: Limit | null }[],
  { kind, period }: Pick<Limit, 'kind' | 'period'>,
  at: Date,
  unit: (count: number) => U,
) {
  const inUnit = (count: number | null) => (count === null ? null : unit(count))
  const limit = rows.find(({ limit }) => limit?.kind === kind && limit.period === period)?.limit
  const wish = limit ? wishOf(limit, at) : null
  return {
    amount: inUnit(limit?.amount ?? null),
    wish: wish && { amount: inUnit(wish.amount), from: wish.from.toISOString(), isReady: wish.from <= at },
  }
}

/** `amount` is in satang, or in minutes for a time limit. */
type Asked = { memberId: string; kind: LimitKind; period: LimitPeriod; amount: number | null; isConfirmed: boolean }

/**
 * Sets a member's limit for a period according to the rules of `limits.set`. Takes the same locks as the changes that
 * the limit restricts. A deposit locks the wallet, and a move into a game locks the member. Source: R585, R587, R607,
 * R637.
 */
export async function setLimit(
  tx: Db,
  { memberId, kind, period, amount, isConfirmed }: Asked,
  at: Date,
): Promise<void> {
  if (kind === 'deposit') await lockAccounts(tx, [await accountOf(tx, { kind: 'wallet', memberId })])
  else await lockMembers(tx, [memberId])
  const own = and(limitsOfKind(memberId, kind), eq(playLimits.period, period))
  const [limit] = await tx.select().from(playLimits).where(own)
  const put = (change: Partial<Limit>) => tx.update(playLimits).set(change).where(own)
  const hold = (held: number) => put({ amount: held, wishAmount: null, wishFrom: null })
  if (!limit) {
    if (amount !== null) await tx.insert(playLimits).values({ memberId, kind, period, amount })
    return
  }
  const wish = wishOf(limit, at)
  if (amount !== null && amount <= limit.amount) await hold(amount)
  else if (wish?.amount !== amount) await put({ wishAmount: amount, wishFrom: new Date(at.getTime() + DAY) })
  else if (isConfirmed && wish.from <= at) {
    if (amount === null) await tx.delete(playLimits).where(own)
    else await hold(amount)
  }
}
