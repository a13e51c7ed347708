import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { WALLET } from '#contract/transfer.ts'
import { members } from '#server/core/schema/members.ts'
import { entries } from '#server/core/schema/money.ts'
import { bonuses, coupons, spins } from '#server/core/schema/rewards.ts'
import { DEMO } from '#server/demo/seed.ts'
import { lockMembers } from '#server/domain/ledger.ts'
import { hold } from '#tests/kit/hold.ts'
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
/** Returns how often each code occurs. `done` counts successes. */
const codes = (replies: Reply[]) => {
  const seen: Record<string, number> = {}
  for (const { status, body } of replies) {
    const code = status === 200 ? 'done' : String(body.code)
    seen[code] = (seen[code] ?? 0) + 1
  }
  return seen
}
const rewards = () => backend.db.$count(entries, eq(entries.reason, 'reward'))
const wallet = async () => (await backend.money(token))[WALLET]

type Race = [kind: string, asks: [CallName, object][], code: string, amount: number]
const RACES: Race[] = [
  ['a bonus', [['bonus.activate', { code: 'DAILY' }]], 'BONUS_ALREADY_ACTIVE', 20],
  ['a promotion', [['promotion.activate', { code: 'KRAPAO100' }]], 'PROMOTION_RECEIVED', 100],
  ['the invite bonus', [['invite.bonus', {}]], 'INVITE_COLLECT', 125],
  [
    'the refund, by both calls',
    [
      ['refund.receive', {}],
      ['refund.addWallet', {}],
    ],
    'NO_REFUND',
    63,
  ],
  ['one coupon', [['spin.claim', { coupon: 'CASH5' }]], 'NO_CLAIMABLE_COUPON', 5],
]

test.each(RACES)('only one of many concurrent claims of %s succeeds (R385)', async (_, asks, code, amount) => {
  const replies = await times(MANY, (at) => {
    const [name, input] = asks[at % asks.length] ?? ['wallet.get', {}]
    return backend.call(name, input as never, { token })
  })
  expect(codes(replies)).toEqual({ done: 1, [code]: MANY - 1 })
  expect(await wallet()).toBe(START + amount)
  expect(await rewards()).toBe(1)
})

test('concurrent spins use each coin once, and no coupon is claimed twice (R385)', async () => {
  backend.fate(...Array.from({ length: 3 }, () => 'CASH500'))
  expect(codes(await times(MANY, () => backend.call('spin.spin', {}, { token })))).toEqual({
    done: 3,
    NO_COIN: MANY - 3,
  })
  expect(await backend.db.$count(spins)).toBe(3)
  expect((await backend.db.select().from(members).where(eq(members.username, DEMO.member.username)))[0]?.coin).toBe(0)
  const claims = await times(MANY, () => backend.call('spin.claim', { coupon: 'CASH500' }, { token }))
  expect(codes(claims)).toEqual({ done: 3, NO_CLAIMABLE_COUPON: MANY - 3 })
  expect(await wallet()).toBe(START + 1500)
})

test('claiming one coin coupon several times concurrently adds only one coin (R385)', async () => {
  const claims = await times(MANY, () => backend.call('spin.claim', { coupon: 'COIN1' }, { token }))
  expect(codes(claims)).toEqual({ done: 1, NO_CLAIMABLE_COUPON: MANY - 1 })
  expect((await backend.db.select().from(members).where(eq(members.username, DEMO.member.username)))[0]?.coin).toBe(4)
})

test('if a bonus and two promotions are claimed concurrently, only one of them becomes active (R449, D-16)', async () => {
  const inputs = [
    ['bonus.activate', { code: 'DAILY' }],
    ['promotion.activate', { code: 'KRAPAO100' }],
    ['promotion.activate', { code: 'LUCKY50' }],
  ] as const
  const replies = await times(MANY, (at) => {
    const [name, input] = inputs[at % 3] ?? inputs[0]
    return backend.call(name, input as never, { token })
  })
  expect(codes(replies).done).toBe(1)
  expect(await rewards()).toBe(1)
})

test('members who claim a bonus concurrently cannot exceed its quota (R453)', async () => {
  await backend.db.update(bonuses).set({ quota: 5 }).where(eq(bonuses.code, 'DAILY'))
  const all = await Promise.all(
    Array.from({ length: MANY }, (_, at) => backend.join({ username: `07${String(at).padStart(8, '0')}` })),
  )
  const replies = await Promise.all(all.map((member) => backend.call('bonus.activate', { code: 'DAILY' }, member)))
  expect(codes(replies)).toEqual({ done: 5, BONUS_FULL: MANY - 5 })
  expect(await rewards()).toBe(5)
})

test('concurrent bets, transfers, withdrawals and requests to end a bonus do not deadlock (R385)', async () => {
  await backend.db.update(bonuses).set({ multiplier: 1000 })
  await backend.call('bonus.activate', { code: 'DAILY' }, { token })
  const statuses = await times(MANY, async (at) => {
    if (at % 4 === 0) return (await backend.stake('win', 1)).status
    if (at % 4 === 1)
      return (await backend.call('wallet.transfer', { from: 'pg', to: WALLET, amount: 1 }, { token })).status
    if (at % 4 === 2) return (await backend.call('wallet.withdrawAll', { amount: START + 20 }, { token })).status
    return (await backend.call('bonus.clear', {}, { token })).status
  })
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect((await backend.call('bonus.active', {}, { token })).body).toEqual({ status: false })
  expect(await backend.db.$count(coupons)).toBe(5)
})

/**
 * Runs `act` while another transaction holds a member's lock. Returns `waits` if `act` waits for the lock, or `done` if
 * it finishes anyway.
 */
async function heldUp(memberId: string, act: () => Promise<unknown>): Promise<string> {
  const { stopped, release } = await hold(backend.db, (tx) => lockMembers(tx, [memberId]))
  let seen = 'waits'
  const acting = act().then(() => {
    seen = 'done'
  })
  await stopped(acting)
  const found = seen
  await release()
  await acting
  return found
}
const friendOf = async (inviterId: string) => {
  const [friend] = await backend.db.select().from(members).where(eq(members.inviterId, inviterId))
  return friend?.username ?? ''
}

test.each<[string, (memberId: string) => Promise<unknown>]>([
  ['a bet', async () => backend.stake('win', 1)],
  ['a bet of an invited friend', async (memberId) => backend.stake('win', 1, { username: await friendOf(memberId) })],
  ['the end of a bonus', () => backend.call('bonus.clear', {}, { token })],
])('%s waits while a reward for the member is being counted (R385)', async (_, act) => {
  const memberId = await backend.idOf()
  expect(await heldUp(memberId, () => act(memberId))).toBe('waits')
})

test('booking the end of a bonus waits while a reward for the member is being counted (R385)', async () => {
  await backend.call('bonus.activate', { code: 'DAILY' }, { token })
  const memberId = await backend.idOf()
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const moveIntoGame = () => {
    asked.resolve()
    return gate.promise
  }
  Object.assign(backend.world, { moveIntoGame })
  const end = backend.call('bonus.clear', {}, { token })
  await asked.promise
  const seen = heldUp(memberId, () => {
    gate.resolve()
    return end
  })
  expect([await seen, (await end).status]).toEqual(['waits', 200])
})
