import { and, asc, desc, eq, gt, or, type SQLWrapper, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { DAY } from '#contract/limits.ts'
import type { Satang } from '#contract/money.ts'
import type { UnderWay } from '#contract/under-way.ts'
import type { Db } from '#server/core/db.ts'
import { heldDeposits, qrcodes, slips } from '#server/core/schema/deposits.ts'
import { entries, statements, withdrawals } from '#server/core/schema/money.ts'

/** The maximum number of listed payments. */
const MAX_PIECES = 10
/** The age in ms beyond which slips and settled withdrawals are left out (assumed). */
const LONG_AGO = 30 * DAY

const [owner, now] = [sql.placeholder('owner'), sql.placeholder('now')]
const [yesterday, longAgo] = [sql.placeholder('yesterday'), sql.placeholder('longAgo')]
const kindOf = (kind: UnderWay['kind']) => sql<UnderWay['kind']>`${sql.raw(`'${kind}'`)}`.as('kind')
/**
 * The sort rank in the list: 0 for a QR code, which must be paid in time, 1 for pending payments, 2 for settled ones.
 */
const rankOf = (status: SQLWrapper) => sql<number>`1 + (${status} <> 'PENDING')::integer`.as('rank')
const never = sql<Date | null>`null::timestamptz`.mapWith(qrcodes.expireAt).as('expiresAt')

/**
 * Returns an SQL expression for a member's pending and recently settled payments as JSON, at most {@link MAX_PIECES}.
 * Lists the QR code first, then pending payments, then settled ones, each group newest first.
 *
 * Includes the open QR code until it expires, held deposits, and slips and withdrawals that are pending or were settled
 * since `yesterday`. A settled slip counts from the time when it was sent, not when it was settled. The query needs the
 * parameters of {@link underWayAt}.
 */
export function underWay(db: Db) {
  const codes = db
    .select({
      rank: sql<number>`0`.as('rank'),
      kind: kindOf('qr'),
      status: sql<UnderWay['status']>`'PENDING'`.as('status'),
      amount: qrcodes.amount,
      createdAt: qrcodes.createdAt,
      expiresAt: sql<Date | null>`${qrcodes.expireAt}`.mapWith(qrcodes.expireAt).as('expiresAt'),
    })
    .from(qrcodes)
    .where(and(eq(qrcodes.memberId, owner), eq(qrcodes.status, 'open'), gt(qrcodes.expireAt, now)))
  const sentSlips = db
    .select({
      rank: rankOf(slips.status),
      kind: kindOf('slip'),
      status: slips.status,
      amount: slips.amount,
      createdAt: slips.createdAt,
      expiresAt: never,
    })
    .from(slips)
    .where(
      and(
        eq(slips.memberId, owner),
        gt(slips.createdAt, longAgo),
        or(eq(slips.status, 'PENDING'), gt(slips.createdAt, yesterday)),
      ),
    )
  const row = { amount: statements.amount, createdAt: statements.createdAt, expiresAt: never }
  const asked = { rank: rankOf(withdrawals.status), kind: kindOf('withdraw'), status: withdrawals.status, ...row }
  const ofWithdrawal = and(eq(statements.memberId, withdrawals.memberId), eq(statements.no, withdrawals.no))
  const pendingWithdrawals = db
    .select(asked)
    .from(withdrawals)
    .innerJoin(statements, ofWithdrawal)
    .where(and(eq(withdrawals.memberId, owner), eq(withdrawals.status, 'PENDING')))
  // a subquery rather than a join, because with a join the planner might read all entries
  const endedAt = db.select({ at: entries.at }).from(entries).where(eq(entries.id, withdrawals.endEntryId))
  const settledWithdrawals = db
    .select(asked)
    .from(statements)
    .innerJoin(withdrawals, ofWithdrawal)
    .where(
      and(
        eq(statements.memberId, owner),
        eq(statements.type, 'withdraw'),
        gt(statements.createdAt, longAgo),
        gt(endedAt, yesterday),
      ),
    )
  const held = db
    .select({ rank: rankOf(heldDeposits.status), kind: kindOf('held'), status: heldDeposits.status, ...row })
    .from(heldDeposits)
    .innerJoin(statements, and(eq(statements.memberId, heldDeposits.memberId), eq(statements.no, heldDeposits.no)))
    .where(and(eq(heldDeposits.memberId, owner), eq(heldDeposits.status, 'PENDING')))
  const pieces = unionAll(codes, sentSlips, pendingWithdrawals, settledWithdrawals, held)
    .orderBy(asc(sql`rank`), desc(qrcodes.createdAt))
    .limit(MAX_PIECES)
  return sql<Piece[]>`(select coalesce(json_agg(piece), '[]') from ${pieces} as piece)`
}

/**
 * A payment as PostgreSQL returns it. The amount is in satang, or 0 if unknown. Times are in ISO form with microseconds
 * and an offset.
 */
type Piece = Pick<UnderWay, 'kind' | 'status'> & { amount: Satang; createdAt: string; expiresAt: string | null }

/** Returns the parameters of {@link underWay} for the time `at`, in epoch ms. */
export const underWayAt = (at: number) => ({
  now: new Date(at),
  yesterday: new Date(at - DAY),
  longAgo: new Date(at - LONG_AGO),
})

const toIso = (time: string) => new Date(time).toISOString()

/** Returns the payments as sent on the wire. Source: R597. */
export const shownUnderWay = (pieces: readonly Piece[]) =>
  pieces.map(({ kind, status, amount, createdAt, expiresAt }) => ({
    kind,
    status,
    // a slip has no amount until the checker has read it
    ...(amount > 0 && { amount }),
    createdAt: toIso(createdAt),
    ...(expiresAt && { expiresAt: toIso(expiresAt) }),
  }))
