import { Socket } from 'node:net'
import pg from 'pg'
import { logFailure } from './log.ts'

/** The time limit for each kind of wait on the database, in ms (assumed). 0 means no limit. */
const LIMITS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
  /** The time after which an idle connection is closed, before `silence` would destroy it. */
  idleTimeoutMillis: 10_000,
  /** How long a connection may be silent before it is destroyed. A working server replies within the limits above. */
  silence: 17_000,
}
export type PoolLimits = Partial<typeof LIMITS>

/**
 * Returns a pool of up to `max` connections to the PostgreSQL database at `url`. Every wait has a time limit from
 * {@link LIMITS}, unless `limits` overrides it. A lost connection is logged under `name` and replaced. If the
 * connection was in use, its query rejects.
 */
export function createPool(url: string, max: number, name: string, limits: PoolLimits = {}): pg.Pool {
  const { silence, ...rest } = { ...LIMITS, ...limits }
  // Replaces the driver's `query_timeout`, which would reject the query but keep the silent connection for the next
  // query.
  const stream = () => {
    const socket = new Socket()
    const error = Object.assign(new Error('the database gives no answer'), { code: 'ETIMEDOUT' })
    return socket.setTimeout(silence, () => socket.destroy(error))
  }
  const pool = new pg.Pool({ connectionString: url, max, stream, ...rest })
  const inUse = new Set<pg.PoolClient>()
  // The pool handles only the errors of idle connections, and an error event without a listener would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => logFailure(name, error))
    // Neither drizzle (when `begin` fails) nor the chat's adapter releases a lost connection, so the pool would run out
    // of connections.
    client.on('end', () => {
      if (!inUse.has(client)) return
      client.release(true)
      client.release = () => {}
    })
  })
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_, client) => inUse.delete(client))
  // The connection's own error listener has already logged the error.
  pool.on('error', () => {})
  return pool
}
