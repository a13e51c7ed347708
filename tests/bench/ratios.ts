import { sql } from 'drizzle-orm'
import pg from 'pg'
import { PAGE_SIZE } from '#contract/statement.ts'
import { openBackend } from './backend.ts'
import { toBare } from './bare.ts'
import { type Ratio, rate } from './rate.ts'

const ROWS = 100_000

/**
 * Compares the backend on an empty PostgreSQL at `url` with an equivalent bare prototype, and the last page of a long
 * statement with its first.
 */
export async function ratios(url: string): Promise<Ratio[]> {
  const bench = await openBackend(url)
  const { db, memberId, call, close } = bench
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  try {
    await db.execute(sql`insert into statements ("memberId", no, type, status, "from", "to", amount, "createdAt", "entryId")
      select ${memberId}, n, 'deposit', 'SUCCESS', 'KBANK', 'WALLET', n, now(), (select min(id) from entries)
      from generate_series((select count + 1 from "statementCounts" where "memberId" = ${memberId}), ${ROWS}) n`)
    await db.execute(sql`update "statementCounts" set count = ${ROWS} where "memberId" = ${memberId}`)
    await db.execute(sql`analyze`)

    const page = (at: number) => () => call('POST', '/api/statement', { page: at, limit: PAGE_SIZE })
    return [
      await rate(`statement of ${ROWS} rows, page ${ROWS / PAGE_SIZE} to page 1`, 2, page(ROWS / PAGE_SIZE), page(1)),
      ...(await toBare(bench, pool)),
    ]
  } finally {
    await pool.end()
    await close()
  }
}
