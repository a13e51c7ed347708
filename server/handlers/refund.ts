import { and, count, desc, eq, exists, isNull, sql } from 'drizzle-orm'
import { periodOf } from '#contract/bonus.ts'
import { type Satang, satang } from '#contract/money.ts'
import type { refundCalls } from '#contract/refund.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { plays, refunds } from '#server/core/schema/rewards.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { bannersOf, REFUND_BANNERS, REFUND_INFO, REWARD_NAMES } from '#server/domain/banners.ts'
import { give, lockWallet, REFUND_PERCENTS, rewardOf } from '#server/domain/reward.ts'
import { isHeldBy } from '#server/domain/turnover.ts'
import type { Handlers } from './handler.ts'

const waitingFor = (owner: string) => and(eq(plays.memberId, owner), isNull(plays.refundedIn))

/**
 * Returns the available refund in satang, or null if the member has not played since the last refund or has already
 * received today's. `isHeld` is true if a bonus is active.
 */
async function waiting({ db, owner, now }: HandlerContext): Promise<{ amount: Satang | null; isHeld: boolean }> {
  const today = and(eq(refunds.memberId, owner), eq(refunds.period, periodOf('day', now())))
  const stakes = (isWon: boolean) =>
    sql`coalesce(sum(${plays.stake}) filter (where ${plays.isWon} = ${isWon}), 0)`.mapWith(readSatang)
  const [found] = await db
    .select({
      number: count(),
      won: stakes(true),
      lost: stakes(false),
      isReceived: sql<boolean>`${exists(db.select({ at: refunds.at }).from(refunds).where(today))}`,
      isHeld: isHeldBy(db, owner),
    })
    .from(plays)
    .where(waitingFor(owner))
  if (!found) throw new Error('an aggregate without a row')
  const amount = found.number === 0 || found.isReceived ? null : rewardOf(found, REFUND_PERCENTS)
  return { amount, isHeld: found.isHeld }
}

/**
 * Credits the available refund, at most once per day in Bangkok. Locks the wallet, so that no play is booked in the
 * meantime.
 */
async function receive(context: HandlerContext) {
  const { db, owner, now, language, switches } = context
  if (!(await switches(db)).refundActive) throw new ApiError('REFUND_INACTIVE', 403)
  await lockWallet(db, owner)
  const { amount, isHeld } = await waiting(context)
  if (isHeld) throw new ApiError('REFUND_CONDITION', 409)
  if (amount === null) throw new ApiError('NO_REFUND', 404)
  if (amount === 0) throw new ApiError('REFUND_MINIMUM')
  const at = new Date(now())
  const period = periodOf('day', now())
  const [first] = await db
    .insert(refunds)
    .values({ memberId: owner, period, amount, at })
    .onConflictDoNothing()
    .returning({ period: refunds.period })
  if (!first) throw new ApiError('NO_REFUND', 404)
  await db.update(plays).set({ refundedIn: period }).where(waitingFor(owner))
  const reward = {
    memberId: owner,
    by: callerOf(context),
    link: 'refund',
    description: REWARD_NAMES.refund[language],
    amount,
  } as const
  await give(db, { ...reward, reference: `${owner}:${period}` }, at)
  return { message: 'REFUND_SUCCESS', amount }
}

/** Refunds of losses. Source: R8, R124–R127, R170–R171, R220–R221, R276, R343–R347, D-21, D-34, D-55. */
export const refundHandlers: Pick<Handlers, keyof typeof refundCalls> = {
  'refund.list': async ({ page, limit }, { db, owner }) => {
    const own = eq(refunds.memberId, owner)
    const past = db
      .select()
      .from(refunds)
      .where(own)
      .orderBy(desc(refunds.period))
      .limit(limit)
      .offset((page - 1) * limit)
      .as('past')
    const counted = db
      .select({ total: count().as('total') })
      .from(refunds)
      .where(own)
      .as('counted')
    const found = await db.select().from(counted).leftJoin(past, sql`true`).orderBy(desc(past.period))
    return {
      total: found[0]?.counted.total ?? 0,
      refunds: found.flatMap(({ past: refund }) =>
        refund ? [{ refundAmount: refund.amount, createdAt: refund.at.toISOString() }] : [],
      ),
    }
  },
  'refund.check': async (_, context) => {
    const { amount: waits, isHeld } = await waiting(context)
    const amount = waits ?? satang(0)
    return {
      result: amount > 0,
      bonus: isHeld,
      info: REFUND_INFO[context.language],
      refundAmount: amount,
      refundSuccess: REFUND_PERCENTS.success,
      refundFail: REFUND_PERCENTS.fail,
    }
  },
  'refund.banners': (_, context) => bannersOf(REFUND_BANNERS, context),
  'refund.receive': (_, context) => receive(context),
  'refund.addWallet': (_, context) => receive(context),
}
