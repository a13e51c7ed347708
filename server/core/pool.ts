import pg from 'pg'
import { logFailure } from './log.ts'

/** Limits of every wait for the database, ms (assumed). A provider may take up to a minute within a transaction. */
const LIMITS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 70_000,
}

/**
 * Returns a pool of up to `max` connections to the PostgreSQL at `url`. A lost connection is logged under `name` and
 * replaced. If it is in use, its query rejects. No wait has no limit; `limits` replaces some of them.
 */
export function createPool(url: string, max: number, name: string, limits: Partial<typeof LIMITS> = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, ...LIMITS, ...limits })
  const inUse = new Set<pg.PoolClient>()
  // The pool listens to idle connections only, and an error event without a listener ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => logFailure(name, error))
    // Neither drizzle, when `begin` fails, nor the chat's adapter releases a lost connection: the pool would run out.
    client.on('end', () => {
      if (!inUse.has(client)) return
      client.release(true)
      client.release = () => {}
    })
  })
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_, client) => inUse.delete(client))
  // Already logged by the connection.
  pool.on('error', () => {})
  return pool
}
