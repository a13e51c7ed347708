import pg from 'pg'
import { expect } from 'vitest'
import { PROCESSES } from './chat-processes.ts'
import { until } from './until.ts'

/** The SQL statement that terminates every other connection to the current database and waits until all are closed. */
export const LOSE_CONNECTIONS = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where pid <> pg_backend_pid() and datname = current_database()`
const LISTENING = `select count(*)::int as count from pg_stat_activity
  where query like 'LISTEN%' and state = 'idle' and datname = current_database()`

/**
 * Terminates all connections to `database` the given number of times. Each time, waits until every process listens for
 * chat messages again.
 */
export async function loseConnections(database: string, times: number) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    for (let i = 0; i < times; i++) {
      await client.query(LOSE_CONNECTIONS)
      await until(async () => expect((await client.query(LISTENING)).rows).toEqual([{ count: PROCESSES }]))
    }
  } finally {
    await client.end()
  }
}
