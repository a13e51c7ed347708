import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type Db, openPostgres } from '#server/core/db.ts'
import { ROOT } from '#server/core/root.ts'
import { audit } from '#server/domain/audit.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import { siteInUse } from '#tests/kit/site-in-use.ts'
import { tempFolder } from '#tests/kit/temp.ts'

const POSTGRES = [process.env.TEST_DATABASE_URL || []].flat()
/** The last migration before entries, statements, withdrawals and slips got references to each other. */
const LAST = '0014_audit_log'

/** Returns a folder with the migrations up to {@link LAST}. */
function oldMigrations(): string {
  const folder = join(tempFolder('migrations'), 'old')
  cpSync(join(ROOT, 'server/migrations'), folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
  const end = journal.entries.findIndex(({ tag }) => tag === LAST) + 1
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  return folder
}

/** Copies the rows of `from`, leaving out columns that the tables of `to` do not have. */
async function copyRows(from: Db, to: pg.Client) {
  await to.query(`set session_replication_role = 'replica'`)
  const tables = await to.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of tables.rows) {
    const found = await from.execute<{ rows: string }>(
      sql`select coalesce(json_agg(each), '[]')::text as rows from ${sql.identifier(name)} as each`,
    )
    await to.query(
      `insert into "${name}" overriding system value select * from json_populate_recordset(null::"${name}", $1)`,
      [found.rows[0]?.rows],
    )
  }
  for (const name of ['entries', 'auditLog'])
    await to.query(`select setval(pg_get_serial_sequence('"${name}"', 'id'), (select max(id) from "${name}"))`)
  await to.query(`set session_replication_role = 'origin'`)
}

/** Returns the values of the columns that the migrations fill. */
const linksOf = async (db: Db) =>
  Promise.all(
    [
      sql`select id, "memberId", "requestId" from entries order by id`,
      sql`select "memberId", no, "entryId" from statements order by 1, 2`,
      sql`select id, "entryId" from slips order by id`,
      sql`select id, status, "endEntryId" from withdrawals order by id`,
    ].map(async (query) => (await db.execute(query)).rows),
  )

/**
 * Migrates a copy of the database of a site in use from {@link LAST} to the current schema, after applying `change` to
 * the copy. Passes the migrated database and the original one to `check`.
 */
async function whenMigrated(url: string, change: string, check: (migrated: Db, made: Db) => Promise<void>) {
  const { db: made } = await siteInUse()
  await inOwnDatabase(url, async (own) => {
    const client = new pg.Client({ connectionString: own })
    await client.connect()
    await migrate(drizzle(client), { migrationsFolder: oldMigrations() })
    await copyRows(made, client)
    await client.query(change)
    await client.end()
    const { db, close } = await openPostgres(own)
    await check(db, made)
    await close()
  })
}

describe('rows written before the database linked them to each other', () => {
  it.for(POSTGRES)('receive the same links as new rows when they are migrated', { timeout: 120_000 }, async (url) => {
    await whenMigrated(url, 'select 1', async (migrated, made) => {
      const [entries, statements, slips, withdrawals] = await linksOf(migrated)
      const expected = await linksOf(made)
      expect(entries).toEqual(expected[0])
      expect(statements).toEqual(expected[1])
      expect(slips).toEqual(expected[2])
      expect(withdrawals).toEqual(expected[3])
      expect(await audit(migrated)).toEqual([])
    })
  })

  it.for(POSTGRES)(
    'are linked by time and amount if they are also older than the audit log',
    { timeout: 120_000 },
    async (url) => {
      // Also deletes the gift operations, because no released version had operations without an audit log.
      const change = `
      delete from operations where kind = 'gift';
      alter table "auditLog" disable trigger user;
      delete from "auditLog" using entries where entries.id = "entryId"
        and reason in ('deposit', 'withdraw', 'withdrawal paid', 'withdrawal rejected');
      alter table "auditLog" enable trigger user`
      await whenMigrated(url, change, async (migrated, made) => {
        const expected = await linksOf(made)
        const [, statements, slips, withdrawals] = await linksOf(migrated)
        expect(statements).toEqual(expected[1])
        expect(slips).toEqual(expected[2])
        expect(withdrawals).toEqual(expected[3])
        expect(await audit(migrated)).toEqual([])
      })
    },
  )
})
