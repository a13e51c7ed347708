import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { type Db, openEmbedded, openPostgres, schema } from '#server/db.ts'
import { hashPassword } from '#server/password.ts'
import { DEMO_PASSWORD, seed } from '#server/seed.ts'
import { ownDatabase } from './databases.ts'
import { tempFolder } from './temp.ts'

/** Epoch ms at which the rows of the seed were made, and at which the clock of every backend stands. */
export const START = Date.UTC(2026, 2, 18, 5)

/** The quoted names of all tables, each after those that it references. */
function tableNames(): string[] {
  const sorted = new Set<PgTable>()
  const add = (table: PgTable) => {
    for (const key of getTableConfig(table).foreignKeys) {
      const { foreignTable } = key.reference()
      if (foreignTable !== table) add(foreignTable)
    }
    sorted.add(table)
  }
  for (const part of Object.values(schema)) if (is(part, PgTable)) add(part)
  return [...sorted].map((table) => `"${getTableName(table)}"`)
}

/** Several statements as one, which every engine takes. */
const script = (statements: string[]) => sql.raw(`do $$ begin ${statements.join('; ')}; end $$`)

/** Opens the database of this worker and seeds it once; the rows of the seed are kept in the schema `template`. */
async function open() {
  const url = await ownDatabase()
  const { db } = await (url ? openPostgres(url) : openEmbedded())
  const names = tableNames()
  const uploads = tempFolder('template')
  await db.execute(script(names.map((name) => `truncate ${name} cascade`)))
  await seed(db, uploads, START, hashPassword(DEMO_PASSWORD))
  await db.execute(
    script([
      'drop schema if exists template cascade',
      'create schema template',
      ...names.map((name) => `create table template.${name} as table public.${name}`),
    ]),
  )
  const refill = script([
    ...names.toReversed().map((name) => `delete from ${name}`),
    ...names.map((name) => `insert into ${name} overriding system value table template.${name}`),
  ])
  const pictures = readdirSync(uploads).map((name) => [name, readFileSync(join(uploads, name))] as const)
  rmSync(uploads, { recursive: true })
  return { db, pictures, refill }
}
let opened: ReturnType<typeof open> | undefined

/** Gives the database of this worker as the seed leaves it, and fills the folder `uploads` with the seed's pictures. */
export async function seededDatabase(uploads: string): Promise<Db> {
  opened ??= open()
  const { db, refill, pictures } = await opened
  await db.execute(refill)
  for (const [name, picture] of pictures) writeFileSync(join(uploads, name), picture)
  return db
}
