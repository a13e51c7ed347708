import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { minus, negate, type Satang, satang } from '#contract/money.ts'
import type { LimitPeriod } from '#contract/play-limit.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { type Db, prepared } from '#server/core/db.ts'
import { logFailure } from '#server/core/log.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { heldDeposits } from '#server/core/schema/deposits.ts'
import { entries, statements } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { accountOf, lockAccounts, post } from './ledger.ts'
import { DEPOSIT_LIMIT } from './operator.ts'
import { limitsOfKind, startOf } from './play-limit.ts'
import { amountLeft } from './unit.ts'

/**
 * Selects the deposits credited to a member in the month before `at`, each with the time when it was credited. For a
 * held deposit, that is the time of its release.
 */
function credited(db: Db, memberId: string, at: Date) {
  const since = startOf('month', at)
  const { amount } = statements
  const ofHeld = and(eq(heldDeposits.memberId, statements.memberId), eq(heldDeposits.no, statements.no))
  const atOnce = db
    .select({ amount, at: statements.createdAt })
    .from(statements)
    .leftJoin(heldDeposits, ofHeld)
    .where(
      and(
        eq(statements.memberId, memberId),
        eq(statements.type, 'deposit'),
        eq(statements.status, 'SUCCESS'),
        gt(statements.createdAt, since),
        isNull(heldDeposits.id),
      ),
    )
  const released = db
    .select({ amount, at: entries.at })
    .from(heldDeposits)
    .innerJoin(statements, ofHeld)
    .innerJoin(entries, eq(entries.id, heldDeposits.endEntryId))
    .where(and(eq(heldDeposits.memberId, memberId), eq(heldDeposits.status, 'SUCCESS'), gt(entries.at, since)))
  return unionAll(atOnce, released).as('credited')
}

/** Returns a subquery with the sums credited to a member in the day, week and month before `at`. */
export function creditedSums(db: Db, memberId: string, at: Date) {
  const all = credited(db, memberId, at)
  const since = (period: LimitPeriod) =>
    sql`coalesce(sum(${all.amount}) filter (where ${all.at} > ${startOf(period, at)}), 0)`
      .mapWith(readSatang)
      .as(period)
  return db
    .select({ day: since('day'), week: since('week'), month: since('month') })
    .from(all)
    .as('sums')
}

/**
 * Returns the maximum amount that may still be credited to a member at `at`, or null if the member has no deposit
 * limit. The strictest limit applies. Source: R586.
 */
export async function roomFor(db: Db, memberId: string, at: Date): Promise<Satang | null> {
  const sums = creditedSums(db, memberId, at)
  const limits = await db
    .select({ day: sums.day, week: sums.week, month: sums.month, limit: playLimits })
    .from(sums)
    .innerJoin(playLimits, limitsOfKind(memberId, 'deposit'))
  const rooms = limits.map(({ limit, ...paidIn }) => Math.max(0, minus(satang(limit.amount), paidIn[limit.period])))
  return rooms.length === 0 ? null : satang(Math.min(...rooms))
}

const anyLimit = prepared((db) =>
  db
    .select({ period: playLimits.period })
    .from(playLimits)
    .where(and(eq(playLimits.memberId, sql.placeholder('memberId')), eq(playLimits.kind, 'deposit')))
    .limit(1)
    .prepare('any limit of deposits'),
)

/**
 * True if a deposit of `amount` exceeds one of the member's limits. The caller must have locked the member's wallet, so
 * that no other deposit is booked and no limit is changed in between. Source: R586.
 */
export async function exceeds(
  tx: Db,
  { memberId, amount }: { memberId: string; amount: Satang },
  at: Date,
): Promise<boolean> {
  if ((await anyLimit(tx).execute({ memberId })).length === 0) return false
  const room = await roomFor(tx, memberId, at)
  return room !== null && amount > room
}

/** Throws DEPOSIT_LIMIT if a deposit of `amount` would be held. Call this before starting the deposit. Source: R586. */
export async function expectRoom(context: HandlerContext, amount: Satang) {
  const room = await roomFor(context.db, context.owner, new Date(context.now()))
  if (room === null || amount <= room) return
  throw new ApiError('DEPOSIT_LIMIT', 403, { message: DEPOSIT_LIMIT[context.language](amountLeft(room, context)) })
}

/**
 * Settles a held deposit, either by releasing it into the main wallet or by returning it to the payer. Returns false
 * and changes nothing if a limit still prevents the release, or if the deposit is already settled. Throws NO_DATA if
 * there is no such deposit. Source: R588.
 */
export async function endHeld(tx: Db, id: string, to: 'wallet' | 'outside', at: Date): Promise<boolean> {
  const [found] = await tx.select().from(heldDeposits).where(eq(heldDeposits.id, id)).for('update')
  if (!found) throw new ApiError('NO_DATA', 404)
  if (found.status !== 'PENDING') return false
  const { memberId, no } = found
  const row = and(eq(statements.memberId, memberId), eq(statements.no, no))
  const [deposit] = await tx.select({ amount: statements.amount }).from(statements).where(row)
  if (!deposit) throw new Error('a held deposit without a row of the statement')
  const { amount } = deposit
  const wallet = await accountOf(tx, { kind: 'wallet', memberId })
  const held = await accountOf(tx, { kind: 'held', memberId })
  const isReleased = to === 'wallet'
  if (isReleased) {
    await lockAccounts(tx, [wallet, held])
    const room = await roomFor(tx, memberId, at)
    if (room !== null && amount > room) return false
  }
  const status = isReleased ? 'SUCCESS' : 'FAILED'
  const endEntryId = await post(tx, {
    memberId,
    by: { actor: isReleased ? 'limits' : 'operator', cause: id },
    reason: isReleased ? 'deposit released' : 'deposit returned',
    at,
    postings: [
      { account: held, amount: negate(amount) },
      { account: isReleased ? wallet : await accountOf(tx, { kind: 'outside' }), amount },
    ],
  })
  await tx.update(statements).set({ status }).where(row)
  await tx.update(heldDeposits).set({ status, endEntryId }).where(eq(heldDeposits.id, id))
  return true
}

/** Releases all held deposits that the limits now allow, oldest first. */
export async function releaseHeld(db: Db, at: Date): Promise<void> {
  const waiting = await db
    .select({ id: heldDeposits.id, memberId: heldDeposits.memberId, amount: statements.amount })
    .from(heldDeposits)
    .innerJoin(statements, and(eq(statements.memberId, heldDeposits.memberId), eq(statements.no, heldDeposits.no)))
    .where(eq(heldDeposits.status, 'PENDING'))
    .orderBy(heldDeposits.memberId, heldDeposits.no)
  for (const [memberId, deposits] of Map.groupBy(waiting, ({ memberId }) => memberId)) {
    const room = await roomFor(db, memberId, at)
    for (const { id, amount } of deposits)
      if (room === null || amount <= room)
        await db
          .transaction((tx) => endHeld(tx, id, 'wallet', at))
          .catch((error) => logFailure('held deposit', error, { id }))
  }
}
