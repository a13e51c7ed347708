import { sql } from 'drizzle-orm'
import pg from 'pg'
import { PAGE_SIZE } from '#contract/statement.ts'
import { openBackend } from './backend.ts'
import { bare } from './bare.ts'

/** How one way compares with another: the time of the first by the time of the second, and how much that may be. */
export type Ratio = { name: string; ratio: number; most: number }
/** The most that the time may be if the rate must be `least` of the other's. */
export const atRate = (least: number) => 1 / least

const ROWS = 100_000
const ROUNDS = 40
const EACH = 10

/** Runs both in turn, so that what else the machine does hits both alike; gives the median time of each, ms. */
async function race(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  each: number,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, run] of [one, other].entries()) {
      const start = performance.now()
      for (let i = 0; i < each; i++) await run()
      times[at]?.push((performance.now() - start) / each)
    }
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
  return [median(times[0]), median(times[1])]
}

/** Runs `one` and `two` in turn, `each` times a round, and returns the ratio of their median times, which may be up to `most`. */
export async function rate(
  name: string,
  most: number,
  one: () => Promise<unknown>,
  two: () => Promise<unknown>,
  each = EACH,
) {
  const [ours, theirs] = await race(one, two, each)
  return { name: `${name} (${ours.toFixed(2)} ms to ${theirs.toFixed(2)} ms)`, ratio: ours / theirs, most }
}

/** Measures the backend on an empty PostgreSQL at `url` against a bare prototype of the same, and old pages against new ones. */
export async function ratios(url: string): Promise<Ratio[]> {
  const { db, memberId, call, close } = await openBackend(url)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  try {
    const other = bare(pool, memberId)
    await db.execute(sql`insert into statements ("memberId", no, type, status, "from", "to", amount, "createdAt", "entryId")
      select ${memberId}, n, 'deposit', 'SUCCESS', 'KBANK', 'WALLET', n, now(), (select min(id) from entries)
      from generate_series((select count + 1 from "statementCounts" where "memberId" = ${memberId}), ${ROWS}) n`)
    await db.execute(sql`update "statementCounts" set count = ${ROWS} where "memberId" = ${memberId}`)
    await db.execute(sql`analyze`)

    const page = (at: number) => () => call('POST', '/api/statement', { page: at, limit: PAGE_SIZE })
    const move = (from: string, to: string) => call('POST', '/api/wallet/transfer', { from, to, amount: 1 })
    return [
      await rate(`statement of ${ROWS} rows, page ${ROWS / PAGE_SIZE} to page 1`, 2, page(ROWS / PAGE_SIZE), page(1)),
      await rate('wallet read, to a bare prototype', 6, () => call('GET', '/api/wallet'), other.read),
      await rate(
        'transfer there and back, to a bare prototype',
        8,
        async () => {
          await move('WALLET', 'pg')
          await move('pg', 'WALLET')
        },
        async () => {
          await other.move(1)
          await other.move(-1)
        },
      ),
    ]
  } finally {
    await pool.end()
    await close()
  }
}
