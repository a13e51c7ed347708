import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Satang } from '#contract/money.ts'
import type { LimitPeriod } from '#contract/play-limit.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { type Db, type Param, prepared } from '#server/core/db.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { plays } from '#server/core/schema/rewards.ts'
import { LOSS_LIMIT } from './operator.ts'
import { limitsOfKind, startOf, startOfRow } from './play-limit.ts'
import { amountLeft } from './unit.ts'

/**
 * Selects each play of a member after `since`, with the member's net loss from that play until now, in satang. The loss
 * of a period is the greatest of these values: a win offsets earlier losses, but not later ones.
 */
function lossesSince(db: Db, memberId: Param<string>, since: SQL | Date) {
  const net = sql`case when ${plays.isWon} then -${plays.stake} else ${plays.stake} end`
  return db
    .select({ at: plays.at, lost: sql`sum(${net}) over (order by ${plays.at} desc, ${plays.id} desc)`.as('lost') })
    .from(plays)
    .where(and(eq(plays.memberId, memberId), sql`${plays.at} > ${since}`))
    .as('losses')
}

/** Returns a subquery with a member's losses in the day, week and month before `at`, at least 0. Source: R607, D-69. */
export function lostSums(db: Db, memberId: string, at: Date) {
  const all = lossesSince(db, memberId, startOf('month', at))
  const since = (period: LimitPeriod) =>
    sql`greatest(max(${all.lost}) filter (where ${all.at} > ${startOf(period, at)}), 0)`.mapWith(readSatang)
  return db
    .select({
      day: since('day').as('lostDay'),
      week: since('week').as('lostWeek'),
      month: since('month').as('lostMonth'),
    })
    .from(all)
    .as('lost')
}

/**
 * Returns an SQL expression for the amount that can still be moved into a member's games at `at`, in satang. The room
 * of a limit is its amount, minus the losses in its period, minus the money in games or in transit. The expression is
 * the smallest room of all limits. It is null if the member has no loss limit, and below 0 if a limit is exceeded.
 */
export function lossRoom(db: Db, memberId: Param<string>, at: Param<Date>) {
  const all = lossesSince(db, memberId, startOfRow(at))
  const lost = db.select({ most: sql`greatest(max(${all.lost}), 0)` }).from(all)
  const inGames = db
    .select({ sum: sql`coalesce(sum(${accounts.balance}), 0)` })
    .from(accounts)
    .where(and(eq(accounts.memberId, memberId), inArray(accounts.kind, ['game', 'transit'])))
  const room = db
    .select({ least: sql`min(${playLimits.amount} - (${lost})) - (${inGames})` })
    .from(playLimits)
    .where(limitsOfKind(memberId, 'loss'))
  return sql<Satang | null>`(${room})`.mapWith(readSatang)
}

/** Throws LOSS_LIMIT if `more` exceeds `room`, the result of {@link lossRoom}. Source: R608, D-69. */
export function expectWithin(room: Satang | null, more: Satang, context: HandlerContext) {
  if (room === null || more <= room) return
  throw new ApiError('LOSS_LIMIT', 403, { message: LOSS_LIMIT[context.language](amountLeft(room, context)) })
}

const reading = prepared((db) => {
  const [owner, at] = [sql.placeholder('owner'), sql.placeholder('at')]
  const room = lossRoom(db, owner, at).as('room')
  return db.select({ room }).from(members).where(eq(members.id, owner)).prepare('loss room')
})

/**
 * Like {@link expectWithin}, but reads the room itself, for use in a change. The caller must have locked the member, so
 * that no limit is set in between, and the main wallet, so that no other money moves into games. Plays need no lock,
 * because a play never increases the room.
 */
export async function expectLossRoom(context: HandlerContext, more: Satang): Promise<void> {
  const { db, owner, now } = context
  const [found] = await reading(db).execute({ owner, at: new Date(now()) })
  expectWithin(found?.room ?? null, more, context)
}
