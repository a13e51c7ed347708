import { and, gt, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The condition that `time` is less than `ms` before `now`, epoch ms; after it only as much, if the clock was set back. */
export const within = (time: PgColumn, ms: number, now: number): SQL | undefined =>
  and(gt(time, new Date(now - ms)), lt(time, new Date(now + ms)))
