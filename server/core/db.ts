import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Placeholder, SQL } from 'drizzle-orm'
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { databaseError } from './api-error.ts'
import type { Listener } from './listen.ts'
import type { PoolLimits } from './pool.ts'
import { ROOT } from './root.ts'
import * as audit from './schema/audit-log.ts'
import * as chat from './schema/chat.ts'
import * as deposits from './schema/deposits.ts'
import * as games from './schema/games.ts'
import * as members from './schema/members.ts'
import * as money from './schema/money.ts'
import * as operations from './schema/operations.ts'
import * as passkeys from './schema/passkeys.ts'
import * as playLimits from './schema/play-limits.ts'
import * as rewards from './schema/rewards.ts'
import * as seals from './schema/seals.ts'
import * as site from './schema/site.ts'

/** The database schema, which contains all tables. */
export const schema = {
  ...members,
  ...games,
  ...money,
  ...deposits,
  ...operations,
  ...passkeys,
  ...playLimits,
  ...rewards,
  ...chat,
  ...site,
  ...audit,
  ...seals,
}

type Rows<T> = { rows: T[] }
interface Result extends PgQueryResultHKT {
  type: Rows<this['row']>
}
/** The database, or one of its transactions, in PostgreSQL or in the embedded engine. */
export type Db = PgDatabase<Result, typeof schema>
/**
 * An open database. `listen` delivers a channel's notifications until `close` is called. Only PostgreSQL has a
 * connection `pool`.
 */
export type OpenDb = {
  db: Db
  listen: (channel: string, listener: Listener) => Promise<void>
  close: () => Promise<void>
  pool?: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}

/** A value in a query, or the placeholder for it in a {@link prepared} query. */
export type Param<T> = T | Placeholder

/**
 * Wraps `build` in a function that accepts a database or a transaction and returns the prepared statement. The
 * statement is built once per engine and planned once per connection.
 */
export function prepared<T extends object>(build: (db: Db) => T): (db: Db) => T {
  const statements = new WeakMap<object, T>()
  return (db) => {
    const { session } = db._
    const statement = statements.get(session.constructor) ?? build(db)
    statements.set(session.constructor, statement)
    // Only the `client` field of a drizzle statement depends on the connection.
    return Object.create(statement, { client: { value: Reflect.get(session, 'client') } })
  }
}

/** An SQL statement for use with {@link prepared}. Its rows have the types of the database driver. */
export const statement = <Row>(db: Db, name: string, query: SQL) =>
  db._.session.prepareQuery<{ execute: Rows<Row>; all: Row[]; values: unknown[][] }>(
    new PgDialect().sqlToQuery(query),
    undefined,
    name,
    false,
  )

const DEADLOCK = '40P01'
const SERIALIZATION = '40001'

/**
 * Retries `attempt` up to three times when the database aborts its transaction because of a conflict with another one
 * (deadlock or serialization failure).
 */
export async function retried<T>(attempt: () => Promise<T>, left = 3): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const { code } = databaseError(error)
    if (left === 0 || (code !== DEADLOCK && code !== SERIALIZATION)) throw error
    return retried(attempt, left - 1)
  }
}

const migrationsFolder = join(ROOT, 'server/migrations')
const MIGRATION_LOCK = 7_200_001

/**
 * Locks the folder `dir` for this process, and returns a function that unlocks it. The operating system also releases
 * the lock when the process ends. Throws if the folder is already locked.
 */
export function lock(dir: string): () => void {
  mkdirSync(dir, { recursive: true })
  const file = new DatabaseSync(join(dir, 'lock'), { timeout: 0 })
  file.exec('BEGIN EXCLUSIVE')
  return () => file.close()
}

/** Opens and migrates the embedded database in the folder `dir`, or a database in memory if there is no `dir`. */
export async function openEmbedded(dir?: string): Promise<OpenDb> {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  const client = await PGlite.create(dir ? join(dir, 'pg') : undefined)
  const db = drizzle(client, { schema })
  await migrate(db, { migrationsFolder })
  return {
    db,
    listen: async (channel, { listening, notified }) => {
      await client.listen(channel, notified)
      listening(true)
    },
    close: () => client.close(),
  }
}

/**
 * Opens and migrates the PostgreSQL database at `url`. If several processes start at the same time, only one of them
 * migrates. `limits` overrides some of the limits of {@link createPool}.
 */
export async function openPostgres(url: string, limits?: PoolLimits): Promise<OpenDb> {
  const [{ createPool }, { listenTo }, { drizzle }, { migrate }] = await Promise.all([
    import('./pool.ts'),
    import('./listen.ts'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  // No time limits, because a migration can take a long time, and so can the wait for another process to finish it.
  const unlimited = { statement_timeout: 0, lock_timeout: 0, silence: 0 }
  const migrating = createPool(url, 1, 'database connection', unlimited)
  const alone = await migrating.connect()
  try {
    await alone.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(alone, { schema }), { migrationsFolder })
  } finally {
    // Destroys the connection, which releases the lock.
    alone.release(true)
    await migrating.end()
  }
  const pool = createPool(url, 20, 'database connection', limits)
  const ends: (() => Promise<void>)[] = []
  return {
    db: drizzle(pool, { schema }),
    listen: async (channel, listener) => {
      ends.push(await listenTo(url, channel, listener))
    },
    close: async () => {
      await Promise.all(ends.map((end) => end()))
      await pool.end()
    },
    pool,
  }
}
