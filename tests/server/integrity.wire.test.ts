import { eq, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { schema } from '#server/core/db.ts'
import { databaseError } from '#server/core/refusal.ts'
import { entries, postings } from '#server/core/schema/money.ts'
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

/** Books an entry past `post`, which is what keeps the code in order: here the database has to. */
const book = (lines: readonly [number, number][]) =>
  backend.db.transaction(async (tx) => {
    const [entry] = await tx.insert(entries).values({ reason: 'test', at: new Date() }).returning()
    for (const [accountId, amount] of lines)
      await tx.insert(postings).values({ entryId: entry?.id ?? 0, accountId, amount })
  })

describe('the ledger', () => {
  it('takes no entry whose postings do not add up to zero (R385)', async () => {
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
    ['changed', () => backend.db.update(postings).set({ amount: 1 }).where(eq(postings.amount, 1))],
    ['removed', () => backend.db.delete(entries).where(eq(entries.reason, 'seed'))],
    ['emptied', () => backend.db.execute(sql`truncate postings`)],
  ])('is never %s (R385)', async (_, change) => {
    expect(await errorOf(change())).toEqual({ code: '23000' })
  })
})

/** Every column whose type names its values. */
const NAMED = Object.values(schema).flatMap((table) =>
  is(table, PgTable)
    ? getTableConfig(table).columns.flatMap(({ name, enumValues }) =>
        enumValues?.length ? [[`${getTableName(table)}.${name}`, getTableName(table), name] as const] : [],
      )
    : [],
)

it.each(NAMED)('the database knows the values of %s', async (_, table, column) => {
  const found = await backend.db.execute(
    sql`select 1 from pg_constraint where conname = ${`${table}_${column}_known`} and contype = 'c'`,
  )
  expect(found).toMatchObject({ rows: [{}] })
})

it('finds columns to check', () => {
  expect(NAMED.length).toBeGreaterThan(15)
})
