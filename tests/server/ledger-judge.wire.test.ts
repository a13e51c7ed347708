import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type Satang, satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Db } from '#server/core/db.ts'
import { accounts, entries, postings } from '#server/core/schema/money.ts'
import { violationsIn } from '#tests/bench/ledger.ts'
import { unguarded } from '#tests/kit/database.ts'
import { postedTo } from '#tests/kit/posted.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

/**
 * Each test injects a server fault after a transfer of 100 baht, and checks what the ledger check of the kill benchmark
 * finds.
 */
let backend: Backend
let token: string
let holds: Map<number, Satang>
let counts: Map<string, number>

const move = () => backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 100 }, { token })
const judged = () => violationsIn(backend.db, holds, counts)
/** Changes the balance of one account and, if `isBooked`, the matching posting. */
async function change(db: Db, kind: 'game' | 'wallet', by: Satang, isBooked: boolean) {
  const [moved] = await db
    .select({ id: accounts.id, entryId: postings.entryId })
    .from(postings)
    .innerJoin(accounts, eq(accounts.id, postings.accountId))
    .innerJoin(entries, eq(entries.id, postings.entryId))
    .where(sql`${entries.reason} in ('transfer asked', 'transfer') and ${accounts.kind} = ${kind}`)
  if (!moved) throw new Error('nothing moved')
  await db
    .update(accounts)
    .set({ balance: sql`${accounts.balance} + ${by}` })
    .where(eq(accounts.id, moved.id))
  if (isBooked)
    await db
      .update(postings)
      .set({ amount: sql`${postings.amount} + ${by}` })
      .where(sql`${postings.entryId} = ${moved.entryId} and ${postings.accountId} = ${moved.id}`)
  return moved.id
}

beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  await unguarded(backend.db, async (tx) => {
    await tx.delete(postings)
    await tx.delete(entries)
  })
  await backend.db.update(accounts).set({ balance: satang(0) })
  const open = await backend.db.select().from(accounts)
  const [outside, wallet] = [open.find(({ kind }) => kind === 'outside'), open.find(({ kind }) => kind === 'wallet')]
  await backend.call('wallet.add', { amount: 500 }, { token })
  await move()
  holds = await postedTo(backend.db)
  counts = new Map([
    ['transfer', 1],
    ['deposit', 1],
  ])
  expect([outside, wallet].every(Boolean)).toBe(true)
})

test('the kill benchmark’s ledger check finds no violations in a sound ledger', async () => {
  expect(await judged()).toEqual([])
})

test('the ledger check reports a change that is booked twice, as would happen without idempotency keys', async () => {
  await move()
  expect(await judged()).toEqual([
    expect.stringMatching(/what was answered says/),
    expect.stringMatching(/what was answered says/),
    '2 entries of transfer, 1 were answered',
  ])
})

test('the ledger check reports a balance that differs from its postings, as would happen after a lost update without a lock', async () => {
  await unguarded(backend.db, (tx) => change(tx, 'wallet', satang(10_000), false))
  expect((await judged()).join()).toMatch(/its postings say/)
})

test('the ledger check reports an account below zero, as would happen if balances were not checked', async () => {
  const back = new Error('the check is there again')
  const gone = unguarded(backend.db, async (tx) => {
    await tx.execute(sql`alter table accounts drop constraint balance_not_negative`)
    const id = await change(tx, 'wallet', satang(-50_000), true)
    expect(await violationsIn(tx, holds, counts)).toContain(`account ${id} is below zero: -10000`)
    throw back
  })
  await expect(gone).rejects.toBe(back)
})

test('the ledger check reports a total that is not zero, as would happen if a satang were lost to rounding with floats', async () => {
  const id = await unguarded(backend.db, (tx) => change(tx, 'game', satang(-1), true))
  holds.delete(id)
  expect(await judged()).toEqual(['all accounts together hold -1'])
})
