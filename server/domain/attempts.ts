import { eq, gte, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { limits } from '#server/core/schema/site.ts'
import { type Allowance, isWithin } from './within.ts'

/**
 * Returns the time from which attempts under `key` are allowed again (in epoch ms), or null if fewer than `most` have
 * been counted.
 */
export async function usedUpUntil(
  db: Db,
  key: string,
  { most, within }: Allowance,
  now: number,
): Promise<number | null> {
  const [counted] = await db.select().from(limits).where(eq(limits.key, key))
  if (!counted || counted.count < most || !isWithin(counted.since.getTime(), within, now)) return null
  return counted.since.getTime() + within
}

/**
 * Counts one attempt under `key`. The count is exact even under concurrency. If `most` attempts were counted before
 * this one, returns the time from which attempts are allowed again (in epoch ms), otherwise null.
 */
export async function countAttempt(
  db: Db,
  key: string,
  { most, within }: Allowance,
  now: number,
): Promise<number | null> {
  // A stored time too far in the future was written before the clock was set back, so the count starts again.
  const isOver = or(lte(limits.since, new Date(now - within)), gte(limits.since, new Date(now + within)))
  const [counted] = await db
    .insert(limits)
    .values({ key, since: new Date(now), count: 1 })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        since: sql`case when ${isOver} then excluded."since" else ${limits.since} end`,
        count: sql`case when ${isOver} then 1 else ${limits.count} + 1 end`,
      },
    })
    .returning({ count: limits.count, since: limits.since })
  if (!counted) throw new Error('an attempt was not counted')
  return counted.count <= most ? null : counted.since.getTime() + within
}
