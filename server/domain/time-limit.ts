import { and, eq, type SQL, sql } from 'drizzle-orm'
import { minutes } from '#contract/minutes.ts'
import type { LimitPeriod } from '#contract/play-limit.ts'
import { MINUTE } from '#contract/time-check.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { type Db, type Param, prepared } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { plays } from '#server/core/schema/rewards.ts'
import { TIME_LIMIT } from './operator.ts'
import { limitsOfKind, startOf, startOfRow } from './play-limit.ts'

/**
 * The maximum time that one play counts for, in ms (assumed). A member who does not play for this long is considered to
 * have stopped.
 */
const PLAY_MOST = 5 * MINUTE

/** SQL for the milliseconds between an earlier time and a later one. */
const between = (from: SQL | Date, to: SQL | Param<Date>) =>
  sql`extract(epoch from (${to})::timestamptz - (${from})::timestamptz) * 1000`

/**
 * Selects each play of a member after `since` with its playing time in ms, which is the time since the previous play,
 * but at most {@link PLAY_MOST}. The first play counts for {@link PLAY_MOST}, so callers must leave out the time before
 * `since`. The plays of all games and devices form one series, so that no minute counts twice.
 */
function timesSince(db: Db, memberId: Param<string>, since: SQL | Date) {
  const last = sql`lag(${plays.at}) over (order by ${plays.at}, ${plays.id})`
  return db
    .select({
      at: plays.at,
      id: plays.id,
      ms: sql`least(coalesce(${between(last, sql`${plays.at}`)}, ${PLAY_MOST}), ${PLAY_MOST})`.as('ms'),
    })
    .from(plays)
    .where(and(eq(plays.memberId, memberId), sql`${plays.at} > ${since}`))
    .as('times')
}

/**
 * Returns a subquery with the whole minutes that a member has played in the day, week and month before `at`.
 * Source: R637, D-73.
 */
export function playedSums(db: Db, memberId: string, at: Date) {
  const all = timesSince(db, memberId, startOf('month', at))
  const since = (period: LimitPeriod) => {
    const start = startOf(period, at)
    const counted = sql`least(${all.ms}, ${between(start, sql`${all.at}`)})`
    return sql`floor(coalesce(sum(${counted}) filter (where ${all.at} > ${start}), 0) / ${MINUTE})`.mapWith((sum) =>
      minutes(Number(sum)),
    )
  }
  return db
    .select({
      day: since('day').as('playedDay'),
      week: since('week').as('playedWeek'),
      month: since('month').as('playedMonth'),
    })
    .from(all)
    .as('played')
}

/**
 * Returns an SQL expression for the time from which a member's time limits allow play again. By then, enough playing
 * time has dropped out of each limit's period. If no limit is reached, the time is null or not after `at`.
 */
export function playableFrom(db: Db, memberId: Param<string>, at: Param<Date>) {
  const times = timesSince(db, memberId, startOfRow(at))
  const totals = db
    .select({
      at: times.at,
      ms: times.ms,
      total: sql`sum(${times.ms}) over (order by ${times.at} desc, ${times.id} desc)`.as('total'),
    })
    .from(times)
    .as('totals')
  const limit = sql`${playLimits.amount} * ${MINUTE}`
  // counting back from now, this play reaches the limit, so the playing time above the limit must first drop out of the
  // period
  const start = sql`${totals.at} + (${totals.total} - ${totals.ms} - ${limit} + ${between(startOfRow(at), at)})::float8 * interval '1 millisecond'`
  const from = db
    .select({ from: sql`max(${start})` })
    .from(totals)
    .where(sql`${totals.total} >= ${limit}`)
  const latest = db
    .select({ from: sql`max((${from}))` })
    .from(playLimits)
    .where(limitsOfKind(memberId, 'time'))
  return sql<Date | null>`(${latest})`.mapWith(members.createdAt)
}

/** Throws TIME_LIMIT before `from`, the result of {@link playableFrom}. Source: R638, D-73. */
export function expectTime(from: Date | null, { now, language }: HandlerContext) {
  if (!from || from.getTime() <= now()) return
  const shown = new Date(Math.ceil(from.getTime() / MINUTE) * MINUTE)
  throw new ApiError('TIME_LIMIT', 403, { message: TIME_LIMIT[language](shown) })
}

const reading = prepared((db) => {
  const [owner, at] = [sql.placeholder('owner'), sql.placeholder('at')]
  const from = playableFrom(db, owner, at).as('from')
  return db.select({ from }).from(members).where(eq(members.id, owner)).prepare('time left')
})

/**
 * Like {@link expectTime}, but runs the {@link playableFrom} query itself; for use inside a change. The caller must
 * hold the lock on the member's row, so that no limit can be set between this check and the change.
 */
export async function expectTimeLeft(context: HandlerContext): Promise<void> {
  const { db, owner, now } = context
  const [found] = await reading(db).execute({ owner, at: new Date(now()) })
  expectTime(found?.from ?? null, context)
}
