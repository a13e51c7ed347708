import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { type Db, openEmbedded, openPostgres, schema } from '#server/core/db.ts'
import { createSwitches, SWITCHES_CHANNEL, type SwitchCache } from '#server/core/switches.ts'
import { DEMO_PASSWORD, seed } from '#server/demo/seed.ts'
import { cheapHash } from './cheap-password.ts'
import { ownDatabase } from './databases.ts'
import { tempFolder } from './temp.ts'

/** The time of the seed's rows, and the initial time of every backend's clock, epoch ms. */
export const START = Date.UTC(2026, 2, 18, 5)

/** A table: its quoted name, and the names of the tables it references. */
type Table = { name: string; parents: string[] }

/** Allows a transaction to change append-only rows. Source: server/migrations/0011_append_only.sql. */
const UNGUARDED = `perform set_config('session_replication_role', 'replica', true)`
const GUARDED = `perform set_config('session_replication_role', 'origin', true)`

/** Combines several statements into one that every engine accepts. */
const script = (statements: string[]) => sql.raw(`do $$ begin ${statements.join('; ')}; end $$`)

/** Runs `change` in a transaction that may change append-only rows, as a database administrator could. */
export const unguarded = <T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(script([UNGUARDED]))
    return change(tx)
  })

const quoted = (table: PgTable) => `"${getTableName(table)}"`

/** All tables, each after the tables it references. */
function allTables(): Table[] {
  const sorted = new Map<PgTable, Table>()
  const add = (table: PgTable) => {
    const keys = getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable)
    const parents = keys.filter((key) => key !== table)
    parents.forEach(add)
    sorted.set(table, { name: quoted(table), parents: parents.map(quoted) })
  }
  for (const part of Object.values(schema)) if (is(part, PgTable)) add(part)
  return [...sorted.values()]
}

/**
 * The body of the SQL function that restores the tables from their templates. Most tests write to only a few tables, so
 * the function skips a table if neither the table nor any table that it references has changed.
 */
function refillBody(tables: Table[]) {
  const each = (of: Table[], text: (table: Table) => string) => of.map(text).join('\n')
  const list = (names: string[]) => names.map((name) => `'${name}'`)
  return `
    declare
      stale text[] := '{}';
    begin
      ${UNGUARDED};
      ${each(
        tables,
        ({ name, parents }) => `
          if stale && array[${list(parents)}]::text[]
            or (select count(*) from ${name}) <> (select count(*) from template.${name})
            or exists (table ${name} except table template.${name})
          then stale := array_append(stale, '${name}'); end if;`,
      )}
      ${each(tables.toReversed(), ({ name }) => `if '${name}' = any(stale) then delete from ${name}; end if;`)}
      ${each(
        tables,
        ({ name }) => `
          if '${name}' = any(stale)
          then insert into ${name} overriding system value table template.${name}; end if;`,
      )}
      ${GUARDED};
    end`
}

/** Opens this worker's database and seeds it. The schema `template` keeps a copy of the seed's rows. */
async function open() {
  const url = await ownDatabase()
  const { db, listen } = await (url ? openPostgres(url) : openEmbedded())
  const tables = allTables()
  const uploads = tempFolder('template')
  // Does not truncate the keys that the migration creates. All other rows come from the seed.
  const emptied = tables.map(({ name }) => name).filter((name) => name !== quoted(schema.siteKeys))
  const clear = [
    ...emptied.map((name) => `truncate ${name} cascade`),
    `delete from "siteKeys" where name = 'production'`,
  ]
  await db.execute(script([UNGUARDED, ...clear, GUARDED]))
  await seed(db, { uploads, isLaos: false }, START, Promise.resolve(cheapHash(DEMO_PASSWORD)))
  await db.execute(
    script([
      'drop schema if exists template cascade',
      'create schema template',
      ...tables.map(({ name }) => `create table template.${name} as table public.${name}`),
    ]),
  )
  await db.execute(
    sql.raw(`create function template.refill() returns void language plpgsql as $$ ${refillBody(tables)} $$`),
  )
  const pictures = readdirSync(uploads).map((name) => [name, readFileSync(join(uploads, name))] as const)
  rmSync(uploads, { recursive: true })
  const switches = createSwitches()
  await listen(SWITCHES_CHANNEL, switches)
  return { db, switches, pictures }
}
let opened: ReturnType<typeof open> | undefined

/**
 * Restores this worker's database and its switch cache to the seed, and fills the folder `uploads` with the seed's
 * pictures.
 */
export async function seededDatabase(uploads: string): Promise<{ db: Db; switches: SwitchCache }> {
  opened ??= open()
  const { db, switches, pictures } = await opened
  await db.execute(sql`select template.refill()`)
  // Refilling fires no triggers, so the database does not notify the switch cache.
  switches.notified()
  for (const [name, picture] of pictures) writeFileSync(join(uploads, name), picture)
  return { db, switches }
}
