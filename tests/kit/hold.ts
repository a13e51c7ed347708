import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, vi } from 'vitest'
import type { Db } from '#server/core/db.ts'

/** Returns the number of queries in this database that are waiting for a lock. PostgreSQL only. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Runs `lock` in its own transaction, which keeps its locks until `release`. `stopped` waits until each of the given
 * calls has ended or waits for a lock. On the embedded database, which runs one transaction at a time, `stopped`
 * returns immediately.
 */
export async function hold(db: Db, lock: (tx: Db) => Promise<unknown>) {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await lock(tx)
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
      const look = async () => expect(await lockWaits(db)).toBe(count)
      await vi.waitFor(look, { timeout: 20_000, interval: 2 })
    },
    release: async () => {
      over.resolve()
      await holding
    },
  }
}

/** Locks `table` against writes, so that transactions can read it but block when they write to it. See {@link hold}. */
export const holdTable = (db: Db, table: PgTable) =>
  hold(db, (tx) => tx.execute(sql`lock table ${sql.identifier(getTableName(table))} in share mode`))
