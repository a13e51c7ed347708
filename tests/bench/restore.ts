import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '#server/core/db.ts'
import { audit } from '#server/domain/audit.ts'
import { tempFolder } from '../kit/temp.ts'
import { inOwnDatabase } from './database.ts'
import { ledgerRun } from './ledger.ts'
import { startServer } from './server.ts'

const OPERATIONS = 200

/** Counts the rows of every table. */
async function rowsIn(url: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select relname from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname = 'public' and relkind = 'r' order by relname`)
    const counts = new Map<string, number>()
    for (const { relname } of rows) {
      const counted = await client.query(`select count(*)::int as count from "${relname}"`)
      counts.set(relname, counted.rows[0].count)
    }
    return counts
  } finally {
    await client.end()
  }
}

/** Backs up the database at `from` and restores it into the empty one at `to`, as docs/operations.md describes. */
function copy(from: string, to: string) {
  const file = join(tempFolder('backup'), 'krapao.dump')
  execFileSync('pg_dump', ['--format=custom', `--file=${file}`, from])
  execFileSync('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${to}`, file])
}

/** Backs up a used database and restores it. Returns all differences, the audit's findings, and failed starts. */
export const restoreRun = (url: string, seed: number): Promise<string[]> =>
  inOwnDatabase(url, async (from) => {
    const { violations } = await ledgerRun({ url: from, operations: OPERATIONS, kills: 0, seed })
    return inOwnDatabase(url, async (to) => {
      copy(from, to)
      const [before, after] = [await rowsIn(from), await rowsIn(to)]
      const differences = [...before].flatMap(([table, count]) =>
        after.get(table) === count ? [] : [`${table} has ${after.get(table)} rows of ${count}`],
      )
      const { db, close } = await openPostgres(to)
      const wrong = await audit(db)
      await close()
      const server = await startServer({ DATABASE_URL: to, NODE_ENV: 'production', SANDBOX: '' })
      await server.ready()
      const health = await fetch(`${server.base}/api/health`)
      await server.stop()
      return [...violations, ...differences, ...wrong, ...(health.ok ? [] : ['the server is not ready'])]
    })
  })
