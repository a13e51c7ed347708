import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { satang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { accounts, withdrawals } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { credit } from '#server/domain/payment.ts'
import { play } from '#server/domain/play.ts'
import { give, lockWallet } from '#server/domain/reward.ts'
import { settle } from '#server/domain/withdrawal.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(() => expectSound(backend.db))

const at = new Date()
const by = { actor: 'operator', cause: 'test' }
const deposit = (memberId: string, reference: string) => (tx: Db) =>
  credit(tx, { memberId, by, from: 'KBANK', reference, amount: satang(100) }, at)

/** Every way for the demo member to move money from or to the outside world. */
const KINDS: Record<string, (memberId: string) => Promise<(tx: Db) => Promise<unknown>>> = {
  'a deposit': async (memberId) => deposit(memberId, 'other'),
  'a reward': async (memberId) => async (tx) => {
    await lockWallet(tx, memberId)
    await give(tx, { memberId, by, link: 'bonus', description: 'Bonus', reference: 'other', amount: satang(100) }, at)
  },
  'a stake': async (memberId) => (tx) => play(tx, { memberId, gameCode: 'pg', stake: satang(100), isWon: false }, at),
  'a paid withdrawal': async (memberId) => {
    const [waiting] = await backend.db.select().from(withdrawals).where(eq(withdrawals.memberId, memberId))
    return (tx) => settle(tx, waiting?.id ?? '', true, at)
  },
}

it.each(Object.entries(KINDS))(
  'the server books %s without waiting for another member’s deposit to commit (R385)',
  async (_, kind) => {
    const { db, idOf } = backend
    const act = await kind(await idOf())
    const other = await idOf(DEMO.bonus.username)
    const booked = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const first = db.transaction(async (tx) => {
      await deposit(other, 'first')(tx)
      booked.resolve()
      await over.promise
    })
    await booked.promise
    const second = db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '2s'`)
      await act(tx)
    })
    // The embedded database runs one transaction at a time, so `second` cannot finish before `first`.
    if (process.env.TEST_DATABASE_URL) await second.finally(over.resolve)
    over.resolve()
    await Promise.all([first, second])
  },
)

it('moving money from or to the outside world does not update the row of the outside account', async () => {
  const { balance } = accounts
  const version = () =>
    backend.db.select({ ctid: sql`ctid::text`, balance }).from(accounts).where(eq(accounts.kind, 'outside'))
  const before = await version()
  for (const kind of Object.values(KINDS)) await backend.db.transaction(await kind(await backend.idOf()))
  expect(await version()).toEqual(before)
})
