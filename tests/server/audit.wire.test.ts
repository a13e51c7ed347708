import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Db } from '#server/core/db.ts'
import { giftLinks, qrcodes } from '#server/core/schema/deposits.ts'
import { accounts, entries, postings, statements, withdrawals } from '#server/core/schema/money.ts'
import { operations } from '#server/core/schema/operations.ts'
import { audit } from '#server/domain/audit.ts'
import { unguarded } from '#tests/kit/database.ts'
import { giftLink, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
  const token = await backend.login()
  await backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 100 }, { token })
  await backend.call('wallet.withdraw', { amount: 100 }, { token })
  await backend.call('wallet.truelink', { link: sealedGift(giftLink('audit-20')) }, { token })
  const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 50 }, { token })
  await backend.pay(String(body.qrcodeId))
})

it('the audit reports no errors for a site in use (R385)', async () => {
  expect(await audit(backend.db)).toEqual([])
})

const DAMAGE: [string, (tx: Db) => PromiseLike<unknown>][] = [
  [
    'holds',
    (tx) =>
      tx
        .update(accounts)
        .set({ balance: sql`${accounts.balance} + 1` })
        .where(eq(accounts.kind, 'wallet')),
  ],
  [
    'adds up to',
    (tx) =>
      tx
        .update(postings)
        .set({ amount: sql`${postings.amount} + 1` })
        .where(sql`${postings.amount} > 0`),
  ],
  ['has none', (tx) => tx.insert(entries).values({ reason: 'game', at: new Date() })],
  ['withdrawals say', (tx) => tx.update(withdrawals).set({ status: 'SUCCESS', endEntryId: 1 })],
  ['operations say', (tx) => tx.update(operations).set({ state: 'unknown' }).where(eq(operations.kind, 'transfer'))],
  [
    'has none since',
    (tx) =>
      tx
        .update(operations)
        .set({ state: 'sent', nextAt: new Date(0) })
        .where(eq(operations.kind, 'gift')),
  ],
  [
    'after 21 checks',
    (tx) =>
      tx
        .update(operations)
        .set({ state: 'unknown', attempts: 21, nextAt: sql`now()` })
        .where(eq(operations.kind, 'gift')),
  ],
  ['codes say 6000, entries say 5000', (tx) => tx.update(qrcodes).set({ paidAmount: satang(6_000) })],
  ['qr has left nothing', (tx) => tx.update(qrcodes).set({ id: 'another' })],
  ['without a time', (tx) => tx.update(operations).set({ endedAt: null }).where(eq(operations.kind, 'gift'))],
  ['without an answer', (tx) => tx.update(operations).set({ reply: null }).where(eq(operations.kind, 'gift'))],
  ['rows, and counts', (tx) => tx.delete(statements).where(eq(statements.type, 'transfer'))],
  ['has no entry', (tx) => tx.update(giftLinks).set({ hash: 'another' })],
  [
    'is paid with 0',
    (tx) =>
      tx
        .update(qrcodes)
        .set({ paidAmount: satang(0) })
        .where(eq(qrcodes.status, 'paid')),
  ],
]

it.each(DAMAGE)('the audit reports “%s” after a change made directly in the database (R385)', async (words, damage) => {
  await unguarded(backend.db, async (tx) => {
    await damage(tx)
  })
  expect((await audit(backend.db)).join('\n')).toContain(words)
})

it('the audit reports an account with a balance below zero (R385)', async () => {
  const back = new Error('the check is there again')
  const gone = unguarded(backend.db, async (tx) => {
    await tx.execute(sql`alter table accounts drop constraint balance_not_negative`)
    await tx
      .update(accounts)
      .set({ balance: satang(-1) })
      .where(eq(accounts.kind, 'wallet'))
    expect((await audit(tx)).join('\n')).toContain('no account is below zero')
    throw back
  })
  await expect(gone).rejects.toBe(back)
})
