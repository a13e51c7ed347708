import { desc, eq, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { satang } from '#contract/money.ts'
import { databaseError } from '#server/core/api-error.ts'
import { schema } from '#server/core/db.ts'
import { entries, postings, statements } from '#server/core/schema/money.ts'
import { requests } from '#server/core/schema/site.ts'
import { accountOf } from '#server/domain/ledger.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

const errorOf = async (work: PromiseLike<unknown>) =>
  databaseError(
    await Promise.resolve(work).then(
      () => null,
      (error: unknown) => error,
    ),
  )

/** Books an entry without the checks of `post`, so that only the database can refuse an invalid entry. */
const book = (lines: readonly [number, number][]) =>
  backend.db.transaction(async (tx) => {
    const [entry] = await tx.insert(entries).values({ reason: 'game', at: new Date() }).returning()
    for (const [accountId, amount] of lines)
      await tx.insert(postings).values({ entryId: entry?.id ?? 0, accountId, amount: satang(amount) })
  })

describe('the ledger', () => {
  it('refuses an entry whose postings do not add up to zero (R385)', async () => {
    const { db } = backend
    const wallet = await accountOf(db, { kind: 'wallet', memberId: await backend.idOf() })
    const outside = await accountOf(db, { kind: 'outside' })
    expect(await errorOf(book([[outside, -500]]))).toMatchObject({ constraint: 'entry_adds_up' })
    expect(
      await errorOf(
        book([
          [outside, -500],
          [wallet, 499],
        ]),
      ),
    ).toMatchObject({ constraint: 'entry_adds_up' })
    expect(
      await errorOf(
        book([
          [outside, -500],
          [wallet, 500],
        ]),
      ),
    ).toEqual({})
  })

  it.each([
    [
      'changed',
      () =>
        backend.db
          .update(postings)
          .set({ amount: satang(1) })
          .where(eq(postings.amount, satang(1))),
    ],
    ['removed', () => backend.db.delete(entries).where(eq(entries.reason, 'seed'))],
    ['emptied', () => backend.db.execute(sql`truncate postings`)],
  ])('cannot be %s (R385)', async (_, change) => {
    expect(await errorOf(change())).toEqual({ code: '23000' })
  })
})

describe('a ledger entry', () => {
  const newest = async () => {
    const { db } = backend
    const [found] = await db
      .select({ entry: entries, row: statements })
      .from(entries)
      .leftJoin(statements, eq(statements.entryId, entries.id))
      .orderBy(desc(entries.id))
      .limit(1)
    if (!found) throw new Error('no entry')
    return found
  }

  it('references its member and its request, and has a row in the member’s statement (R385)', async () => {
    const token = await backend.login()
    expect((await backend.call('wallet.withdraw', { amount: 100 }, { token })).status).toBe(200)
    const { entry, row } = await newest()
    const [request] = await backend.db.select().from(requests).orderBy(desc(requests.at)).limit(1)
    expect(entry.memberId).toBe(await backend.idOf())
    expect(entry.requestId).toBe(request?.id)
    expect(row).toMatchObject({ type: 'withdraw', memberId: entry.memberId })
  })

  it('does not reference a request if a game caused it (R385)', async () => {
    await backend.stake('lose', 1)
    const { entry } = await newest()
    expect(entry).toMatchObject({ reason: 'game', memberId: await backend.idOf(), requestId: null })
  })
})

it('the database refuses a statement row that has no ledger entry (R385)', async () => {
  const row = {
    type: 'deposit',
    status: 'SUCCESS',
    from: 'KBANK',
    to: 'WALLET',
    amount: satang(1),
    createdAt: new Date(),
  } as const
  const added = backend.db.insert(statements).values({ ...row, memberId: await backend.idOf(), no: 1_000 })
  expect(await errorOf(added)).toMatchObject({ constraint: 'statement_has_entry' })
})

/** Every column whose type is a list of allowed values. */
const NAMED = Object.values(schema).flatMap((table) =>
  is(table, PgTable)
    ? getTableConfig(table).columns.flatMap(({ name, enumValues }) =>
        enumValues?.length ? [[`${getTableName(table)}.${name}`, getTableName(table), name, enumValues] as const] : [],
      )
    : [],
)

it.each(NAMED)(
  'the database allows exactly the values that the schema lists for %s',
  async (_, table, column, values) => {
    const found = await backend.db.execute<{ rule: string }>(
      sql`select pg_get_constraintdef(oid) as rule from pg_constraint where conname = ${`${table}_${column}_known`}`,
    )
    const known = [...(found.rows[0]?.rule ?? '').matchAll(/'([^']*)'/g)].map(([, value]) => value)
    expect(known.sort()).toEqual([...values].sort())
  },
)

it('the schema has more than 15 columns with a list of allowed values', () => {
  expect(NAMED.length).toBeGreaterThan(15)
})
