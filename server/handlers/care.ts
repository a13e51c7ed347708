import { and, eq, ne, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import { startOfDay } from '#contract/bonus.ts'
import {
  BREAK_DAYS,
  BREAK_LENGTHS,
  type BreakLength,
  type Care,
  type CarePeriod,
  type careCalls,
  excludes,
  type Position,
} from '#contract/care.ts'
import { DAY } from '#contract/limits.ts'
import { type InSatang, plus, type Satang, satang, sum } from '#contract/money.ts'
import type { timeCheckCalls } from '#contract/time-check.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { statements } from '#server/core/schema/money.ts'
import { plays } from '#server/core/schema/rewards.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { expectPlay, isExcluded } from '#server/domain/care.ts'
import { lockedMember } from '#server/domain/own-password.ts'
import { proving } from '#server/domain/step-up.ts'
import type { Handlers } from './handler.ts'

/** Returns when a break of this length would end if it started now. */
const endOf = (length: BreakLength, now: number) => new Date(now + BREAK_DAYS[length] * DAY)

/** True if a break of this length would end at least a day after `until`, or if there is no `until`. */
const isLonger = (length: BreakLength, until: Date | null, now: number) =>
  !until || endOf(length, now).getTime() >= until.getTime() + DAY

/** Returns the start of each period, in epoch ms. */
const startsOf = (now: number): Record<CarePeriod, number> => ({
  day: startOfDay(now),
  week: now - 7 * DAY,
  month: now - 30 * DAY,
  all: 0,
})

/**
 * Selects all of a member's deposits, withdrawals, wins and losses, each with its kind. Wins and losses also have their
 * game.
 */
function moves({ db, owner }: HandlerContext) {
  const moved = db
    .select({
      kind: sql<string>`${statements.type}`.as('kind'),
      game: sql<string | null>`null::text`.as('game'),
      amount: statements.amount,
      at: statements.createdAt,
    })
    .from(statements)
    .where(
      and(
        eq(statements.memberId, owner),
        // Withdrawals count even before the bank has paid them, because the money has left the wallet. Held deposits do
        // not count, because they have not reached the wallet.
        or(
          and(eq(statements.type, 'deposit'), eq(statements.status, 'SUCCESS')),
          and(eq(statements.type, 'withdraw'), ne(statements.status, 'FAILED')),
        ),
      ),
    )
  const played = db
    .select({
      kind: sql<string>`case when ${plays.isWon} then 'won' else 'lost' end`.as('kind'),
      game: sql<string | null>`${plays.gameCode}`.as('game'),
      amount: plays.stake,
      at: plays.at,
    })
    .from(plays)
    .where(eq(plays.memberId, owner))
  return unionAll(moved, played).as('moves')
}

/** SQL for the sum of the amounts since `at`. */
const sumSince = (all: ReturnType<typeof moves>, at: Date) =>
  sql`coalesce(sum(${all.amount}) filter (where ${all.at} >= ${at}), 0)`.mapWith(readSatang)

/**
 * Selects the end of a member's break and the sums of their money movements in each period. Returns one row for each
 * combination of kind and game.
 */
function careOf(context: HandlerContext) {
  const { db, owner, now } = context
  const all = moves(context)
  const starts = startsOf(now())
  const since = (period: CarePeriod) => sumSince(all, new Date(starts[period]))
  return db
    .select({
      until: members.breakUntil,
      kind: all.kind,
      game: { code: games.code, name: games.name },
      day: since('day'),
      week: since('week'),
      month: since('month'),
      all: since('all'),
    })
    .from(members)
    .leftJoin(all, sql`true`)
    .leftJoin(games, eq(games.code, all.game))
    .where(eq(members.id, owner))
    .groupBy(members.id, all.kind, games.code)
    .orderBy(games.position)
}

/** Returns the member's break and the totals of their money movements. */
async function read(context: HandlerContext): Promise<InSatang<v.InferInput<typeof Care>>> {
  const rows = await careOf(context)
  const now = context.now()
  const end = rows[0]?.until ?? null
  const until = end && end.getTime() > now ? end : null
  const sumOf = (kind: string, period: CarePeriod, code?: string): Satang =>
    sum(rows.filter((row) => row.kind === kind && (!code || row.game?.code === code)).map((row) => row[period]))
  const positionIn = (period: CarePeriod) => ({
    deposited: sumOf('deposit', period),
    withdrawn: sumOf('withdraw', period),
    won: sumOf('won', period),
    lost: sumOf('lost', period),
  })
  const playsIn = (code: string, period: CarePeriod) => {
    const [won, lost] = [sumOf('won', period, code), sumOf('lost', period, code)]
    return { staked: plus(won, lost), won, lost }
  }
  const played = new Map(rows.flatMap(({ game }) => (game ? [[game.code, game.name] as const] : [])))
  return {
    breakUntil: until?.toISOString() ?? null,
    lengths: BREAK_LENGTHS.filter((length) => isLonger(length, until, now)),
    positions: {
      day: positionIn('day'),
      week: positionIn('week'),
      month: positionIn('month'),
      all: positionIn('all'),
    },
    games: Array.from(played, ([code, name]) => ({
      ...{ code, name },
      plays: {
        day: playsIn(code, 'day'),
        week: playsIn(code, 'week'),
        month: playsIn(code, 'month'),
        all: playsIn(code, 'all'),
      },
    })),
  }
}

/** Returns the sums of the member's deposits, withdrawals, wins and losses since `at`. */
async function positionSince(context: HandlerContext, at: Date): Promise<Position> {
  const all = moves(context)
  const rows = await context.db
    .select({ kind: all.kind, sum: sumSince(all, at) })
    .from(all)
    .groupBy(all.kind)
  const sumOf = (kind: string): Satang => rows.find((row) => row.kind === kind)?.sum ?? satang(0)
  return { deposited: sumOf('deposit'), withdrawn: sumOf('withdraw'), won: sumOf('won'), lost: sumOf('lost') }
}

/**
 * The member's own play, breaks from play, and time reminders. Source: R574–R579, R583, R590, R591, R640, D-63, D-65.
 */
export const careHandlers: Pick<Handlers, keyof typeof careCalls | keyof typeof timeCheckCalls> = {
  'care.read': (_, context) => read(context),

  /**
   * A break that replaces an unfinished self-exclusion is also a self-exclusion. Throws WRONG_PASSWORD if a
   * self-exclusion is requested without the current password or a passkey.
   */
  'care.break': {
    before: async ({ length, password = '' }, outer) => {
      const change = { name: 'care.break', input: { length }, password, refused: 'break refused' } as const
      const proved = excludes(length) ? await proving(outer, change) : null
      return async (context) => {
        const { db, owner, now } = context
        const member = await lockedMember(context)
        await proved?.(context, member)
        if (!isLonger(length, member.breakUntil, now())) expectPlay(member.breakUntil, context)
        const isExclusion = excludes(length) || isExcluded(member, now())
        await db
          .update(members)
          .set({ breakUntil: endOf(length, now()), isExclusion })
          .where(eq(members.id, owner))
        await auditedOf(context, 'break')
        return read(context)
      }
    },
  },

  'timeCheck.set': async ({ minutes }, { db, owner }) => {
    await db
      .update(members)
      .set({ checkMinutes: minutes ?? 0 })
      .where(eq(members.id, owner))
    return { minutes }
  },

  'timeCheck.visit': ({ since }, context) => positionSince(context, new Date(Number(since))),
}
