import { and, eq, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { type InSatang, satang, toBaht } from '#contract/money.ts'
import type { LimitKind, LimitPeriod, PlayLimits, playLimitCalls } from '#contract/play-limit.ts'
import type { Db } from '#server/core/db.ts'
import { accounts } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { creditedSums } from '#server/domain/deposit-limit.ts'
import { storeReview } from '#server/domain/limit-prompt.ts'
import { lostSums } from '#server/domain/loss-limit.ts'
import { limitAt, setLimit } from '#server/domain/play-limit.ts'
import type { Handlers } from './handler.ts'

/** A member's limits at `at`, how much of each is used, and the held deposits. Sends one statement. */
async function limitsOf(db: Db, memberId: string, at: Date): Promise<InSatang<v.InferInput<typeof PlayLimits>>> {
  const sums = creditedSums(db, memberId, at)
  const lost = lostSums(db, memberId, at)
  const rows = await db
    .select({
      paidIn: { day: sums.day, week: sums.week, month: sums.month },
      lost: { day: lost.day, week: lost.week, month: lost.month },
      limit: playLimits,
      held: accounts.balance,
    })
    .from(sums)
    .innerJoin(lost, sql`true`)
    .leftJoin(playLimits, eq(playLimits.memberId, memberId))
    .leftJoin(accounts, and(eq(accounts.memberId, memberId), eq(accounts.kind, 'held')))
  const [first] = rows
  if (!first) throw new Error('sums without a row')
  const limit = (kind: LimitKind, period: LimitPeriod) => limitAt(rows, kind, period, at)
  const ofDeposits = (period: LimitPeriod) => ({ ...limit('deposit', period), paidIn: first.paidIn[period] })
  const ofLosses = (period: LimitPeriod) => ({ ...limit('loss', period), lost: first.lost[period] })
  return {
    periods: { day: ofDeposits('day'), week: ofDeposits('week'), month: ofDeposits('month') },
    losses: { day: ofLosses('day'), week: ofLosses('week'), month: ofLosses('month') },
    held: first.held ?? satang(0),
  }
}

/** The member's own limits. Source: R585–R588, R607, R633, R636, D-64, D-69, D-72. */
export const playLimitHandlers: Pick<Handlers, keyof typeof playLimitCalls> = {
  'limits.read': (_, { db, owner, now }) => limitsOf(db, owner, new Date(now())),
  'limits.set': async ({ kind = 'deposit', ...asked }, context) => {
    const { db, owner } = context
    const at = new Date(context.now())
    await storeReview(context)
    await setLimit(db, { ...asked, kind, memberId: owner }, at)
    const { period, amount } = asked
    await auditedOf(context, 'limit', owner, `${kind} ${period} ${amount === null ? 'none' : toBaht(amount)}`)
    return limitsOf(db, owner, at)
  },
  'limits.review': async (_, context) => {
    await storeReview(context)
    await auditedOf(context, 'limits reviewed')
    return {}
  },
}
