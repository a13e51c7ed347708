import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { entries, type Reason } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { record } from '#server/domain/statement.ts'
import { type Backend, expectSound, type Reply, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member
/**
 * The number of concurrent requests. It is lower on the embedded database, which runs one transaction at a time and so
 * has no real races.
 */
const MANY = process.env.TEST_DATABASE_URL ? 50 : 12

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})
afterEach(() => expectSound(backend.db))

const times = <T>(count: number, ask: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)))
const codes = (replies: Reply[]) => new Set(replies.map(({ body }) => body.code))
const booked = (reason: Reason) => backend.db.$count(entries, eq(entries.reason, reason))

test.each([
  ['wallet.withdrawAll', { amount: START }],
  ['wallet.withdraw', { amount: START }],
  ['wallet.transferAll', { to: 'pg' }],
  ['wallet.transfer', { from: WALLET, to: 'pg', amount: START }],
] as const)('only one of many concurrent %s calls for the whole balance succeeds (R385)', async (name, input) => {
  const replies = await times(MANY, () => backend.call(name, input, { token }))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(codes(replies)).toEqual(new Set([undefined, 'MONEY_NOT_ENOUGH']))
  expect((await backend.money(token))[WALLET]).toBe(0)
  expect((await booked('transfer')) + (await booked('withdraw'))).toBe(1)
})

test('concurrent transfers in opposite directions all succeed, and leave every balance unchanged (R385)', async () => {
  const places = [WALLET, 'pg', 'joker2']
  const before = await backend.money(token)
  const EACH = Math.ceil(MANY / 6)
  type Crossing = { from: string; to: string; amount: number }
  const crossing: Crossing[] = places.flatMap((from) =>
    places.filter((to) => to !== from).map((to) => ({ from, to, amount: 1.25 })),
  )
  const replies = await times(6 * EACH, (at) =>
    backend.call('wallet.transfer', crossing[at % 6] as Crossing, { token }),
  )
  expect(codes(replies)).toEqual(new Set([undefined]))
  expect(await backend.money(token)).toEqual(before)
  expect(await booked('transfer')).toBe(6 * EACH)
})

test('only the first of many concurrent clicks on approve or reject settles a withdrawal', async () => {
  await backend.call('wallet.withdrawAll', { amount: 500 }, { token })
  const id = (await backend.waiting()).at(-1) ?? ''
  const clicks = await times(20, async (at) => backend.settle(id, at % 2 === 0))
  expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([303]))
  const [newest] = await backend.rows(token, 1)
  const isPaid = newest?.status === 'SUCCESS'
  expect((await backend.money(token))[WALLET]).toBe(isPaid ? START - 500 : START)
  expect([await booked('withdrawal paid'), await booked('withdrawal rejected')]).toEqual(isPaid ? [1, 0] : [0, 1])
  expect(await backend.waiting()).not.toContain(id)
})

test('statement rows that are written concurrently all have different numbers (R175)', async () => {
  const { id, token } = await backend.join({})
  const [seeded] = await backend.db.select({ entryId: entries.id }).from(entries).limit(1)
  const row = {
    entryId: seeded?.entryId ?? null,
    memberId: id,
    type: 'deposit',
    status: 'SUCCESS',
    from: 'FP',
    to: WALLET,
    createdAt: new Date(),
  } as const
  const numbers = await times(MANY, (at) =>
    backend.db.transaction((tx) => record(tx, { ...row, amount: satang(100 * (at + 1)) })),
  )
  expect(new Set(numbers).size).toBe(MANY)
  expect(new Set((await backend.rows(token, MANY)).map(({ amount }) => amount)).size).toBe(MANY)
})

test('creating a QR code while the open one is being paid does not deadlock (D-15, R385)', async () => {
  const create = () => backend.call('qr.create', { provider: 'FP', amount: 20 }, { token })
  for (let round = 0; round < 10; round++) {
    const open = String((await create()).body.qrcodeId)
    const [paid, created] = await Promise.all([times(3, async () => backend.pay(open)), times(3, create)])
    expect([...paid, ...created].map(({ status }) => status)).toEqual([303, 303, 303, 200, 200, 200])
  }
  expect(await booked('deposit')).toBe(30)
})
