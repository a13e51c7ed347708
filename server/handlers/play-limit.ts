import { and, eq, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { minutes } from '#contract/minutes.ts'
import { type InSatang, satang, toBaht } from '#contract/money.ts'
import type { LimitPeriod, PlayLimits, playLimitCalls } from '#contract/play-limit.ts'
import type { Db } from '#server/core/db.ts'
import { accounts } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { creditedSums } from '#server/domain/deposit-limit.ts'
import { storeReview } from '#server/domain/limit-prompt.ts'
import { lostSums } from '#server/domain/loss-limit.ts'
import { limitAt, setLimit } from '#server/domain/play-limit.ts'
import { playedSums } from '#server/domain/time-limit.ts'
import type { Handlers } from './handler.ts'

/**
 * Returns a member's limits at `at`, how much of each limit is used, and the total of the held deposits. Sends one
 * statement.
 */
async function limitsOf(db: Db, memberId: string, at: Date): Promise<InSatang<v.InferInput<typeof PlayLimits>>> {
  const sums = creditedSums(db, memberId, at)
  const lost = lostSums(db, memberId, at)
  const played = playedSums(db, memberId, at)
  const rows = await db
    .select({
      paidIn: { day: sums.day, week: sums.week, month: sums.month },
      lost: { day: lost.day, week: lost.week, month: lost.month },
      played: { day: played.day, week: played.week, month: played.month },
      limit: playLimits,
      held: accounts.balance,
    })
    .from(sums)
    .innerJoin(lost, sql`true`)
    .innerJoin(played, sql`true`)
    .leftJoin(playLimits, eq(playLimits.memberId, memberId))
    .leftJoin(accounts, and(eq(accounts.memberId, memberId), eq(accounts.kind, 'held')))
  const [first] = rows
  if (!first) throw new Error('sums without a row')
  const money = (kind: 'deposit' | 'loss', period: LimitPeriod) => limitAt(rows, { kind, period }, at, satang)
  const ofDeposits = (period: LimitPeriod) => ({ ...money('deposit', period), paidIn: first.paidIn[period] })
  const ofLosses = (period: LimitPeriod) => ({ ...money('loss', period), lost: first.lost[period] })
  const ofTime = (period: LimitPeriod) => {
    const { amount, wish } = limitAt(rows, { kind: 'time', period }, at, minutes)
    const asked = wish && { minutes: wish.amount, from: wish.from, isReady: wish.isReady }
    return { minutes: amount, wish: asked, played: first.played[period] }
  }
  return {
    periods: { day: ofDeposits('day'), week: ofDeposits('week'), month: ofDeposits('month') },
    losses: { day: ofLosses('day'), week: ofLosses('week'), month: ofLosses('month') },
    times: { day: ofTime('day'), week: ofTime('week'), month: ofTime('month') },
    held: first.held ?? satang(0),
  }
}

/** Returns the new value of a limit for the audit log: an amount in baht, a number of minutes, or `none`. */
const settingIn = (asked: v.InferOutput<(typeof playLimitCalls)['limits.set']['input']>) =>
  (asked.kind === 'time' ? asked.minutes : asked.amount && toBaht(asked.amount)) ?? 'none'

/** The member's own limits. Source: R585–R588, R607, R633, R636, R637, D-64, D-69, D-72, D-73. */
export const playLimitHandlers: Pick<Handlers, keyof typeof playLimitCalls> = {
  'limits.read': (_, { db, owner, now }) => limitsOf(db, owner, new Date(now())),
  'limits.set': async (asked, context) => {
    const { db, owner } = context
    const at = new Date(context.now())
    const { kind = 'deposit', period, isConfirmed } = asked
    const amount = asked.kind === 'time' ? asked.minutes : asked.amount
    await storeReview(context)
    await setLimit(db, { kind, period, amount, isConfirmed, memberId: owner }, at)
    await auditedOf(context, 'limit', owner, `${kind} ${period} ${settingIn(asked)}`)
    return limitsOf(db, owner, at)
  },
  'limits.review': async (_, context) => {
    await storeReview(context)
    await auditedOf(context, 'limits reviewed')
    return {}
  },
}
