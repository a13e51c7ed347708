import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, vi } from 'vitest'
import type { Db } from '#server/core/db.ts'

const WAITING = sql`select count(*)::int as count from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`

/**
 * Locks `table` against writing, so that transactions stop there after their reads. `stopped` waits until each of the
 * calls has ended or waits for a lock, `release` unlocks. The embedded database runs one transaction after another,
 * so none stops there.
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
    stopped: async (...calls: unknown[]) => {
      if (!process.env.TEST_DATABASE_URL) return
      let count = calls.length
      const end = () => count--
      for (const call of calls) void Promise.resolve(call).then(end, end)
      const look = async () => expect(await db.execute(WAITING)).toMatchObject({ rows: [{ count }] })
      await vi.waitFor(look, { timeout: 20_000, interval: 2 })
    },
    release: async () => {
      over.resolve()
      await holding
    },
  }
}
