import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type Actor, createActor, SimulatedClock, waitFor } from 'xstate'
import { totalOf } from '#contract/wallet.ts'
import { DEMO, GAMES } from '#server/demo/seed.ts'
import { lastBalance, walletLogic } from '#src/actors/wallet.ts'
import { wire } from '#src/api/request.ts'
import { clearToken, storeToken } from '#src/lib/token.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
let backend: Backend
let wallet: Actor<typeof walletLogic>
let clock: SimulatedClock
let stores: ReturnType<typeof fakeWindow>
let asked: string[] = []

beforeEach(async () => {
  backend = await startBackend()
  stores = fakeWindow()
  storeToken(await backend.login(), false)
  asked = []
  wire.fetch = (url, init) => {
    asked.push(url)
    return backend.fetch(url, init)
  }
  clock = new SimulatedClock()
  wallet = createActor(walletLogic, { input: { syncedAt: null }, clock }).start()
})
afterEach(() => {
  wallet.stop()
  clearToken()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})
const known = () => waitFor(wallet, (s) => !s.hasTag('busy') && s.context.overview !== null)

test('opening the home page refreshes the game balances, then reads the wallet and shows the sum of all balances as the total (R80, R82, R326, R327)', async () => {
  wallet.send({ type: 'wallet.open' })
  clock.increment(300)
  const { context } = await known()
  expect(asked).toEqual(['/api/wallet/refresh/slot', '/api/wallet'])
  const inGames = Object.values(DEMO.member.games).map((baht) => Math.round(baht * 100))
  expect(context.overview && totalOf(context.overview)).toBe(inGames.reduce((sum, one) => sum + one, 150_050))
  expect(stores.local.get('last_sync')).toBe(String(context.syncedAt))
})

test('a refresh shows money that was received since the wallet was last read (R84)', async () => {
  wallet.send({ type: 'wallet.read' })
  const before = (await known()).context.overview
  const token = await backend.login()
  const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 100.25 }, { token })
  await backend.pay(String(body.qrcodeId))
  wallet.send({ type: 'wallet.refresh' })
  const after = (await known()).context.overview
  expect(after?.wallet.amount).toBe(160_075)
  expect(after?.slots).toBe(before?.slots)
})

test('the wallet is read without delay if the game balances cannot be refreshed (D-06)', async () => {
  const direct = wire.fetch
  wire.fetch = (url, init) => (url.includes('refresh') ? Promise.reject(new TypeError('cut')) : direct(url, init))
  wallet.send({ type: 'wallet.refresh' })
  expect((await known()).context.overview?.wallet.amount).toBe(150_050)
})

test('if the games are slow, the wallet is read after 10 s, and again when they reply (D-06)', async () => {
  const direct = wire.fetch
  let answer = () => {}
  wire.fetch = async (url, init) => {
    if (url.includes('refresh')) await new Promise<void>((resolve) => (answer = resolve))
    return direct(url, init)
  }
  wallet.send({ type: 'wallet.refresh' })
  clock.increment(10_000)
  await waitFor(wallet, (s) => s.context.overview !== null)
  expect(asked).toEqual(['/api/wallet'])
  answer()
  await known()
  expect(asked).toEqual(['/api/wallet', '/api/wallet/refresh/slot', '/api/wallet'])
})

test('failing to read the wallet does not change last_sync (R83, D-05)', async () => {
  stores.local.set('last_sync', '77')
  wire.fetch = () => Promise.reject(new TypeError('cut'))
  wallet.send({ type: 'wallet.read' })
  const state = await waitFor(wallet, (s) => s.matches({ overview: 'failed' }))
  expect(state.context.overview).toBeNull()
  expect(stores.local.get('last_sync')).toBe('77')
})

describe('the stored balance', () => {
  beforeEach(async () => {
    wallet.send({ type: 'wallet.read' })
    await known()
  })

  it('is kept in the same browser storage as the token (D-60)', () => {
    expect(stores.session.get('last_balance')).toBeDefined()
    expect(lastBalance()).toMatchObject({ main: 150_050, games: 570_649 })
  })

  it('includes the number of missing game accounts (R161, D-60)', async () => {
    expect(lastBalance()?.unread).toBe(0)
    const direct = wire.fetch
    wire.fetch = async (url, init) => {
      const reply = await direct(url, init)
      return url === '/api/wallet' ? Response.json({ ...(await reply.json()), slots: null }) : reply
    }
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    wallet.send({ type: 'wallet.read' })
    await waitFor(wallet, (s) => s.matches({ overview: 'partial' }))
    expect(lastBalance()).toMatchObject({ main: 150_050, games: 0, unread: 1 })
  })

  it('provides the currency, but no game hosts, while the operator’s settings are unknown (R119, R510)', async () => {
    wire.site = async () => ({ ...SITE, settings: { currency: 'LAK' } })
    wallet.send({ type: 'wallet.read' })
    await known()
    wire.site = () => Promise.reject(noAnswer)
    wallet.send({ type: 'wallet.read' })
    await known()
    expect(wallet.getSnapshot().context.settings).toEqual({ gameHosts: [], currency: 'LAK' })
  })

  it('is not shown to the next member who logs in with this browser (D-60)', async () => {
    const other = await backend.login(DEMO.bonus.username)
    storeToken(other, false)
    expect(lastBalance()).toBeNull()
  })

  it.each(['', '{', '{}', '{"name":"x","main":"1","games":2}', 'null'])(
    'is ignored if it is damaged: %s (D-60)',
    (rest) => {
      stores.session.set('last_balance', (stores.session.get('last_balance') ?? '').slice(0, 8) + rest)
      expect(lastBalance()).toBeNull()
    },
  )
})

it('an unreadable member name and id are reported in a console warning (R158, R302)', async () => {
  const direct = wire.fetch
  wire.fetch = async (url, init) => {
    const reply = await direct(url, init)
    if (url !== '/api/wallet') return reply
    const { profile, ...rest } = await reply.json()
    return Response.json({ ...rest, profile: { ...profile, _id: null, name: 7 } })
  }
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  wallet.send({ type: 'wallet.read' })
  await known()
  expect(warned.mock.calls).toEqual([['GET /api/wallet: cannot read _id, name']])
})

it('a game account without a name is left out, one with an unreadable balance is marked, and all others are kept (R161, R326)', async () => {
  const direct = wire.fetch
  wire.fetch = async (url, init) => {
    const overview = await (await direct(url, init)).json()
    const [first, second, third, ...others] = overview.slots
    return Response.json({
      ...overview,
      slots: [{ ...first, amount: -5 }, { ...second, name: null }, { ...third, amount: 12.345 }, ...others],
    })
  }
  wallet.send({ type: 'wallet.read' })
  const state = await known()
  const { overview } = state.context
  expect(state.matches({ overview: 'partial' })).toBe(true)
  expect(overview?.unread).toBe(2)
  const [marked, , rounded] = GAMES
  expect(overview?.slots.map(({ code }) => code)).toEqual(GAMES.map(({ code }) => code).toSpliced(1, 1))
  expect(overview?.slots[0]).toMatchObject({ code: marked?.code, amount: null })
  expect(overview?.slots[1]).toMatchObject({ code: rounded?.code, amount: 1_235 })
  expect(overview?.wallet.amount).toBe(150_050)
})
