import { and, desc, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/core/db.ts'

/** At most `most` attempts are allowed within a period of `within` ms. */
export type Allowance = { most: number; within: number }

/**
 * Returns true if `time` is less than `ms` away from `now`, both in epoch ms. A `time` after `now` counts too, because
 * it was written before the clock was set back.
 */
export const isWithin = (time: number, ms: number, now: number): boolean => Math.abs(now - time) < ms

/** The SQL condition for {@link isWithin}. */
export const within = (time: PgColumn, ms: number, now: number): SQL | undefined =>
  and(gt(time, new Date(now - ms)), lt(time, new Date(now + ms)))

/**
 * Returns the time (epoch ms) from which another row that meets `whose` may be added, or null if fewer than `most` such
 * rows were added within the period.
 */
export async function fullUntil(
  db: Db,
  time: PgColumn,
  whose: SQL | undefined,
  { most, within: ms }: Allowance,
  now: number,
): Promise<number | null> {
  const [oldest] = await db
    .select({ at: sql`${time}`.mapWith((value): Date => time.mapFromDriverValue(value) as Date) })
    .from(time.table)
    .where(and(whose, within(time, ms, now)))
    .orderBy(desc(time))
    .offset(most - 1)
    .limit(1)
  return oldest ? oldest.at.getTime() + ms : null
}
