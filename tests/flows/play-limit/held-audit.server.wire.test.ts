import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { DAY } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { heldDeposits } from '#server/core/schema/deposits.ts'
import { accounts, entries, statements } from '#server/core/schema/money.ts'
import { audit } from '#server/domain/audit.ts'
import { releaseHeld } from '#server/domain/deposit-limit.ts'
import { unguarded } from '#tests/kit/database.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
/** Sets up a member with one released, one returned and one held deposit. */
beforeEach(async () => {
  backend = await startBackend()
  const token = await backend.login(undefined, true)
  const add = (amount: number) => backend.call('wallet.add', { amount }, { token })
  await backend.call('limits.set', { period: 'day', amount: 100, isConfirmed: false }, { token })
  await add(100)
  await add(50)
  await add(60)
  const [, returned] = await backend.db.select().from(heldDeposits).orderBy(heldDeposits.no)
  await backend.form('/held/return', { id: returned?.id ?? '' })
  backend.pass(DAY)
  await releaseHeld(backend.db, new Date(backend.now()))
  await add(70)
})

it('the audit accepts deposits that were held, released and returned (R588)', async () => {
  const states = (await backend.db.select().from(heldDeposits).orderBy(heldDeposits.no)).map(({ status }) => status)
  expect(states).toEqual(['SUCCESS', 'FAILED', 'PENDING'])
  expect(await audit(backend.db)).toEqual([])
})

const DAMAGE: [string, (tx: Db) => PromiseLike<unknown>][] = [
  [
    'holds 7001, held deposits say 7000',
    (tx) =>
      tx
        .update(accounts)
        .set({ balance: satang(7_001) })
        .where(eq(accounts.kind, 'held')),
  ],
  ['its row SUCCESS', (tx) => tx.update(statements).set({ status: 'SUCCESS' }).where(eq(statements.status, 'PENDING'))],
  [
    'its end deposit returned',
    (tx) => tx.update(entries).set({ reason: 'deposit returned' }).where(eq(entries.reason, 'deposit released')),
  ],
  [
    'a held deposit is what its row and its entries say',
    (tx) => tx.update(entries).set({ reason: 'deposit' }).where(eq(entries.reason, 'deposit held')),
  ],
  [
    'an entry that held a deposit has its held deposit',
    (tx) => tx.delete(heldDeposits).where(eq(heldDeposits.status, 'PENDING')),
  ],
  ['deposit released ends 0', (tx) => tx.delete(heldDeposits).where(eq(heldDeposits.status, 'SUCCESS'))],
]

it.each(DAMAGE)('the audit reports a change made directly in the database: %s (R588)', async (words, damage) => {
  await unguarded(backend.db, async (tx) => {
    await damage(tx)
  })
  expect((await audit(backend.db)).join('\n')).toContain(words)
})
