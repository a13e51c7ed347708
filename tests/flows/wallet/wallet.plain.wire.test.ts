import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Actor, createActor, SimulatedClock, waitFor } from 'xstate'
import { shelfOf } from '#contract/wallet.ts'
import { walletLogic } from '#src/actors/wallet.ts'
import { wire } from '#src/api/request.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'

const REFRESH = 'GET /api/wallet/refresh/slot'
const READ = 'GET /api/wallet'
let plain: ReturnType<typeof playPlainSite>
let clock: SimulatedClock
let wallet: Actor<typeof walletLogic>

beforeEach(async () => {
  plain = playPlainSite()
  await plain.signIn()
  clock = new SimulatedClock()
  wallet = createActor(walletLogic, { input: { syncedAt: null }, clock }).start()
})
afterEach(() => void wallet.stop())

const isRead = () => waitFor(wallet, (s) => !s.hasTag('busy'))

it('the home page refreshes a plain backend’s game balances 300 ms after opening (D-06)', async () => {
  wallet.send({ type: 'wallet.open' })
  clock.increment(299)
  expect(wallet.getSnapshot().matches({ games: 'pausing' })).toBe(true)
  clock.increment(1)
  await isRead()
  expect(plain.count(REFRESH)).toBe(1)
  expect(plain.count(READ)).toBe(1)
})

it('the home page reads the wallet even if the game balances could not be refreshed (D-06)', async () => {
  await plain.spoil(REFRESH, 'code:NO_GAME')
  wallet.send({ type: 'wallet.refresh' })
  await isRead()
  expect(wallet.getSnapshot().context.overview?.wallet.amount).toBe(150_030)
})

it('the home page reads the wallet after 10 s without a reply from the games, and again when they reply (D-06)', async () => {
  let answer = () => {}
  const { fetch } = wire
  wire.fetch = async (url, init) => {
    if (url.endsWith('/slot')) await new Promise<void>((done) => (answer = done))
    return fetch(url, init)
  }
  wallet.send({ type: 'wallet.refresh' })
  clock.increment(9_999)
  expect(wallet.getSnapshot().matches({ overview: 'unread' })).toBe(true)
  clock.increment(1)
  await waitFor(wallet, (s) => s.matches({ overview: 'partial' }))
  expect(plain.count(READ)).toBe(1)
  answer()
  await isRead()
  expect(plain.count(READ)).toBe(2)
})

it('the home page puts a plain backend’s sport and casino games on one shelf (D-44)', async () => {
  wallet.send({ type: 'wallet.read' })
  await isRead()
  const slots = wallet.getSnapshot().context.overview?.slots ?? []
  const shelves = Map.groupBy(slots, shelfOf)
  expect(shelves.get('sport')?.map(({ code }) => code)).toEqual(['betflix', 'imi', 'usun', 'livedeal'])
  expect(slots.find(({ code }) => code === 'livedeal')?.category).toBe('casino')
  expect(shelves.get('lotto')?.map(({ code }) => code)).toEqual(['huayhd'])
})
