import { eq, fillPlaceholders, type Query, type SQL, sql } from 'drizzle-orm'
import { NodePgPreparedQuery } from 'drizzle-orm/node-postgres'
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core'
import { PglitePreparedQuery } from 'drizzle-orm/pglite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { satang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { createGateways } from '#server/core/gateways.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { operations } from '#server/core/schema/operations.ts'
import { DEMO } from '#server/demo/seed.ts'
import { newestOf } from '#server/domain/chat.ts'
import { releaseHeld } from '#server/domain/deposit-limit.ts'
import { receive } from '#server/domain/payment.ts'
import { reconcile, takeOver } from '#server/domain/reconciler.ts'
import { quietMemberOf } from '#server/domain/session.ts'
import { sweep } from '#server/domain/sweep.ts'
import { settle } from '#server/domain/withdrawal.ts'
import { kinds } from '#server/handlers/kinds.ts'
import { makeEveryCall } from '#tests/kit/every-call.ts'
import { addManyMembers } from '#tests/kit/many-members.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

/**
 * Enough members and entries for the planner to prefer an index to a full table scan. At night there are 1,000,000
 * entries.
 */
const [MEMBERS, ENTRIES] = process.env.NIGHT ? [100_000, 10] : [2_500, 4]
/** Indexes that contain only open operations or waiting deposits, so they stay small however many members there are. */
const OPEN_ONLY = ['operations_open', 'operations_one_open', 'heldDeposits_pending']
/** The time limit for adding and reading the members and entries, ms. */
const LIMIT = process.env.NIGHT ? 600_000 : 120_000
/** The operator's tables, which have few rows however many members there are. */
const SMALL = [
  'games',
  'bonuses',
  'promotions',
  'depositBanks',
  'depositWallets',
  'switches',
  'siteKeys',
  'withdrawnPrizes',
]

type Plan = {
  'Relation Name'?: string
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/**
 * Records the SQL statements of the backend. Returns a function that returns the recorded statements, one for each
 * distinct SQL text.
 */
function recordStatements() {
  const sent = new Map<string, Query>()
  for (const { prototype } of [NodePgPreparedQuery, PglitePreparedQuery]) {
    const execute = prototype.execute
    const spy = vi.spyOn(prototype, 'execute').mockImplementation(function (
      this: PgPreparedQuery<PreparedQueryConfig>,
      values = {},
    ) {
      const { sql, params } = this.getQuery()
      if (/^\(?(select|insert|update|delete|with) /.test(sql))
        sent.set(sql, { sql, params: fillPlaceholders(params, values) })
      return Reflect.apply(execute, this, [values])
    })
    onTestFinished(() => spy.mockRestore())
  }
  return () => [...sent.values()]
}

/**
 * Makes the reconciler book two operations: one whose process died, and one whose process lost its database connection.
 */
async function reconcileLost({ db, world, now }: Backend) {
  const gateways = createGateways(world)
  const row = { kind: 'reset' as const, steps: [], payload: { gameCode: 'pg' }, at: new Date(now()) }
  await db.insert(operations).values([
    { ...row, id: 'ended', nextAt: new Date(Date.now() - 1_000) },
    { ...row, id: 'lost', nextAt: new Date(Date.now() + 50_000) },
  ])
  const unfinished = new Map([['lost', row.at]])
  expect(await reconcile({ db, gateways, kinds, now, unfinished })).toBe(2)
  await takeOver(db)
}

async function planOf(db: Db, { sql: text, params }: Query): Promise<Plan> {
  const parts = `explain (format json) ${text}`.split(/\$\d+/)
  const query = parts.flatMap((part, at): SQL[] =>
    at === 0 ? [sql.raw(part)] : [sql`${sql.param(params[at - 1])}`, sql.raw(part)],
  )
  const { rows } = (await db.transaction(async (tx) => {
    // The value for an SSD. With the default cost, the planner uses an index only on larger tables.
    await tx.execute(sql`set local random_page_cost = 1.1`)
    return tx.execute(sql.join(query))
  })) as { rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('no plan')
  return plan
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/**
 * Returns a function that lists the tables and indexes that a statement scans in full, except small tables and their
 * indexes.
 */
async function planReader(db: Db) {
  const { rows } = (await db.execute(sql`
    select c.relname as index, t.relname as table, pg_get_indexdef(indexrelid, 1, true) as first from pg_index
    join pg_class c on c.oid = indexrelid join pg_class t on t.oid = indrelid`)) as {
    rows: { index: string; table: string; first: string }[]
  }
  const indexes = new Map(rows.map((row) => [row.index, row]))
  return async (query: Query): Promise<string[]> =>
    nodesOf(await planOf(db, query)).flatMap((node) => {
      const index = indexes.get(node['Index Name'] ?? '')
      const table = index?.table ?? node['Relation Name'] ?? ''
      // An index is scanned in full if there is no condition on its first column.
      const isWhole = index ? !node['Index Cond']?.includes(index.first) : node['Node Type'] === 'Seq Scan'
      return isWhole && !SMALL.includes(table) ? [index?.index ?? table] : []
    })
}

it(
  'every SQL statement of the calls, the reconciler, the chat sockets and the server’s jobs uses an index (R385)',
  async () => {
    const backend = await startBackend()
    const { db, now, settings } = backend
    await addManyMembers(db, MEMBERS, ENTRIES)
    const sent = recordStatements()
    const qrcodeId = await makeEveryCall(backend)

    const at = new Date(now())
    const memberId = await backend.idOf()
    const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.memberId, memberId))
    await db.transaction((tx) => settle(tx, withdrawal?.id ?? '', true, at))
    await db.transaction((tx) => receive(tx, { reference: 'r-1', qrcodeId, amount: satang(100) }, at))
    await sweep(db, settings, Date.now())
    await releaseHeld(db, at)
    await reconcileLost(backend)
    const token = await backend.login()
    await quietMemberOf(db, { token, key: null }, now())
    await newestOf(db, memberId)

    const statements = sent()
    const wholeReads = await planReader(db)
    const found: string[] = []
    for (const query of statements)
      for (const whole of await wholeReads(query)) if (!OPEN_ONLY.includes(whole)) found.push(`${whole}: ${query.sql}`)
    expect(found).toEqual([])
  },
  LIMIT,
)

it('the query plan check detects full table scans and full index scans', async () => {
  const { db } = await startBackend()
  const wholeReads = await planReader(db)
  const byName = { sql: 'select * from members where name = $1', params: [DEMO.member.name] }
  expect(await wholeReads(byName)).toEqual(['members'])
  const byUsername = { sql: 'select username from members order by username limit 1', params: [] }
  expect(await wholeReads(byUsername)).toEqual(['members_username_unique'])
})
