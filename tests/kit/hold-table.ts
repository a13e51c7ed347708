import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import type { Db } from '#server/db.ts'
import { until } from './until.ts'

const WAITING = sql`select count(*)::int as count from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`

/**
 * Lets nobody write to `table`, so that transactions stop there after they have read. `stopped(n)` waits until n of them wait
 * for a lock, `release` lets them go on. The embedded database runs one transaction after another: there none stops.
 */
export async function holdTable(db: Db, table: PgTable) {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(getTableName(table))} in share mode`)
    held.resolve()
    await over.promise
  })
  await held.promise
  return {
    stopped: async (count: number) => {
      if (!process.env.TEST_DATABASE_URL) return
      await until(async () => expect(await db.execute(WAITING)).toMatchObject({ rows: [{ count }] }))
    },
    release: async () => {
      over.resolve()
      await holding
    },
  }
}
