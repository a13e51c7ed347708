import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { type EventObject, waitFor } from 'xstate'
import { walletCalls } from '#contract/wallet.ts'
import { tokens } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { type Session, startSession } from '#src/actors/session.ts'
import { request, wire } from '#src/api/request.ts'
import { clearToken, token } from '#src/lib/token.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
let backend: Backend
let stores: ReturnType<typeof fakeWindow>
let session: Session
let went: EventObject[] = []
let asked: string[] = []

function open() {
  session = startSession()
  went = []
  session.on('navigate', (event) => went.push(event))
}
beforeEach(async () => {
  backend = await startBackend()
  stores = fakeWindow()
  asked = []
  wire.fetch = (url, init) => {
    asked.push(url)
    return backend.fetch(url, init)
  }
  open()
})
afterEach(() => {
  session.stop()
  clearToken()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

const quiet = () => waitFor(session, (s) => !s.hasTag('busy') && !s.matches({ guest: { login: 'asking' } }))
async function login({ username = DEMO.member.username, password = DEMO_PASSWORD, remember = false } = {}) {
  session.send({ type: 'login.open', back: null })
  await quiet()
  session.send({ type: 'login.submit', username, password, remember })
  return quiet()
}
const readWallet = async () => {
  const { wallet } = session.getSnapshot().children
  if (!wallet) throw new Error('no wallet')
  wallet.send({ type: 'wallet.read' })
  return waitFor(wallet, (s) => !s.hasTag('busy'))
}

test.each([
  [false, 'session', 'local'],
  [true, 'local', 'session'],
] as const)(
  'a login with remember=%s stores the token in %s storage only (R317, R36, R296, R294)',
  async (remember, here, not) => {
    const state = await login({ remember })
    expect(state.hasTag('member')).toBe(true)
    expect(went).toEqual([{ type: 'navigate', to: '/user/home', comeBack: false }])
    expect(asked).toEqual(['/api/lookup/active', '/api/login'])
    expect(stores[here].get('token')).toMatch(/^[\w-]{51}$/)
    expect(stores[not].has('token')).toBe(false)
    expect((await readWallet()).context.overview?.wallet.amount).toBe(150_050)
    const [row] = await backend.db.select().from(tokens)
    expect(row?.isRemembered).toBe(remember)
    expect(JSON.stringify(session.getPersistedSnapshot())).not.toContain(token())
  },
)

test.each([
  [{ password: 'wrong' }, 'WRONG_CREDENTIAL'],
  [{ username: '0811111111' }, 'WRONG_CREDENTIAL'],
  [{ username: DEMO.inactive.username }, 'INACTIVE_USER'],
])('a login with %o shows the refusal %s inline (R33, R393)', async (given, code) => {
  const state = await login(given)
  expect(state.matches({ guest: 'login' })).toBe(true)
  expect(state.context.failure).toMatchObject({ kind: 'refused', code, message: code })
  expect([went, token(), stores.local.size, stores.session.size]).toEqual([[], null, 0, 0])
  expect(await backend.db.$count(tokens)).toBe(0)
})

test('logout clears token and last_sync, and keeps everything else (R74, R199, D-05, D-08)', async () => {
  const kept = ['locale', 'code', 'guest-id', 'remember-agreement']
  for (const name of kept) stores.local.set(name, 'x')
  await login({ remember: true })
  await readWallet()
  expect(Number(stores.local.get('last_sync'))).toBeGreaterThan(Date.now() - 10_000)
  stores.local.set('visit', 'x')
  session.send({ type: 'session.logout' })
  expect([...stores.local.keys()]).toEqual(kept)
  expect([token(), stores.session.size]).toEqual([null, 0])
  expect(went.at(-1)).toEqual({ type: 'navigate', to: '/login', comeBack: false })
})

const walletWith = (token: string) => backend.call('wallet.get', {}, { token })

test.each([{ type: 'session.logout' }, { type: 'public.open' }, { type: 'login.open', back: null }] as const)(
  'the event $type ends the session on the server (R74, R79)',
  async (event) => {
    await login({ remember: true })
    const old = token() ?? ''
    expect((await walletWith(old)).status).toBe(200)
    session.send(event)
    await until(async () =>
      expect(await walletWith(old)).toMatchObject({ status: 401, body: { message: 'invalid-token' } }),
    )
    expect(asked).toContain('/api/logout')
  },
)

test('a logout in another tab also ends this tab’s session on the server, and clears its stored data (R74, D-60)', async () => {
  await login()
  await readWallet()
  const old = token() ?? ''
  session.send({ type: 'tab.signedOut' })
  expect([token(), stores.local.size, stores.session.size]).toEqual([null, 0, 0])
  await until(async () => expect((await walletWith(old)).status).toBe(401))
})

test.each<[string, () => Promise<Response>]>([
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a backend without the call', async () => Response.json({ message: 'Not Found' }, { status: 404 })],
  ['no reply', () => new Promise(() => {})],
])('a logout clears the token in the browser even with %s (R74)', async (_, answer) => {
  await login({ remember: true })
  wire.fetch = answer
  session.send({ type: 'session.logout' })
  expect(token()).toBeNull()
  expect(session.getSnapshot().matches('guest')).toBe(true)
  expect(went.at(-1)).toEqual({ type: 'navigate', to: '/login', comeBack: false })
})

/**
 * Loses the first two requests, lets `answer` reply to the others, and skips the pauses between them. Returns the URLs
 * of the lost requests.
 */
function losing(answer: typeof wire.fetch) {
  const { setTimeout: later } = globalThis
  vi.stubGlobal('setTimeout', (run: (...args: unknown[]) => void, ms: number, ...args: unknown[]) =>
    later(run, [5_000, 30_000].includes(ms) ? 0 : ms, ...args),
  )
  const lost: string[] = []
  wire.fetch = (url, init) => {
    if (lost.length === 2) return answer(url, init)
    lost.push(url)
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  return lost
}

test('a lost logout request is resent until the server ends the session (R74)', async () => {
  await login({ remember: true })
  const old = token() ?? ''
  const lost = losing(backend.fetch)
  session.send({ type: 'session.logout' })
  expect(token()).toBeNull()
  await until(async () => expect((await walletWith(old)).status).toBe(401))
  expect(lost).toEqual(['/api/logout', '/api/logout'])
})

test('a lost logout request is also resent to a backend without idempotency keys (R74)', async () => {
  await login({ remember: true })
  const site = await wire.site()
  wire.site = async () => ({ ...site, offers: site.offers.filter((offer) => offer !== 'keys') })
  const sent = vi.fn<typeof wire.fetch>(async () => Response.json({}))
  losing(sent)
  session.send({ type: 'session.logout' })
  await until(async () => expect(sent).toHaveBeenCalledTimes(1))
  expect(sent.mock.calls[0]?.[0]).toBe('/api/logout')
})

test('opening a public page logs the member out and clears the stored data (R79)', async () => {
  await login({ remember: true })
  session.send({ type: 'public.open' })
  expect([token(), stores.local.size, session.getSnapshot().hasTag('member')]).toEqual([null, 0, false])
})

test('on the next visit, a remembered member is still logged in and sees when the wallet was last read (R295, D-05)', async () => {
  await login({ remember: true })
  await readWallet()
  session.stop()
  open()
  expect(session.getSnapshot().hasTag('member')).toBe(true)
  expect(session.getSnapshot().context.syncedAt).toBe(Number(stores.local.get('last_sync')))
})

test('without browser storage, the member can log in, and only the page keeps the token (R36)', async () => {
  fakeWindow({ isBlocked: true })
  expect((await login({ remember: true })).context.kept).toBe('page')
  expect((await readWallet()).context.overview?.wallet.amount).toBe(150_050)
})

test.each([
  ['EXPIRED_AUTH_TOKEN', () => backend.db.update(tokens).set({ expiresAt: new Date(0) })],
  ['UNAUTHORIZED', () => backend.db.delete(tokens)],
])(
  'a token that ends during a visit (%s) leads to /login, with the page to return to (R387, R390, D-32)',
  async (code, end) => {
    await login({ remember: true })
    await end()
    session.getSnapshot().children.wallet?.send({ type: 'wallet.read' })
    const state = await waitFor(session, (s) => !s.hasTag('member'))
    expect(state.context.failure?.code).toBe(code)
    expect(went.at(-1)).toEqual({ type: 'navigate', to: '/login', comeBack: true })
    expect([token(), stores.local.size]).toEqual([null, 0])
  },
)

test('a late refusal of a request with the old token does not affect the new token (R387)', async () => {
  await login()
  await backend.db.delete(tokens)
  let answer = () => {}
  const direct = wire.fetch
  wire.fetch = async (url, init) => {
    const reply = await direct(url, init)
    await new Promise<void>((resolve) => (answer = resolve))
    return reply
  }
  const old = request(walletCalls['wallet.get'], {}).catch((failure: unknown) => failure)
  await until(() => expect(asked.at(-1)).toBe('/api/wallet'))
  wire.fetch = direct
  session.send({ type: 'session.logout' })
  expect((await login()).hasTag('member')).toBe(true)
  await until(() => {
    answer()
    return Promise.race([old, Promise.reject(new Error('not yet'))])
  })
  expect(await old).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(session.getSnapshot().hasTag('member')).toBe(true)
  expect(token()).not.toBeNull()
})

test('a shut-down site redirects to /terminated, both during a visit and before a login (R76, R386)', async () => {
  await login()
  await backend.form('/switch', { name: 'terminated', isOn: 'true' })
  session.getSnapshot().children.wallet?.send({ type: 'wallet.read' })
  await waitFor(session, (s) => s.matches('terminated'))
  expect(went.at(-1)).toEqual({ type: 'navigate', to: '/terminated', comeBack: false })
  session.stop()
  clearToken()
  open()
  session.send({ type: 'login.open', back: null })
  expect((await quiet()).matches('terminated')).toBe(true)
})

it('submitting the login requests the site status again if it could not be loaded (D-10)', async () => {
  const direct = wire.fetch
  wire.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  session.send({ type: 'login.open', back: null })
  await quiet()
  wire.fetch = direct
  const { username } = DEMO.member
  session.send({ type: 'login.submit', username, password: DEMO_PASSWORD, remember: false })
  expect((await quiet()).hasTag('member')).toBe(true)
  expect(asked).toEqual(['/api/lookup/active', '/api/login'])
})

it('a login can be submitted while the site status is pending, and does not request the status again (R75)', async () => {
  const direct = wire.fetch
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  wire.fetch = async (url, init) => {
    if (url === '/api/lookup/active') await answered
    return direct(url, init)
  }
  session.send({ type: 'login.open', back: null })
  const { username } = DEMO.member
  session.send({ type: 'login.submit', username, password: DEMO_PASSWORD, remember: false })
  answer()
  expect((await quiet()).hasTag('member')).toBe(true)
  expect(asked).toEqual(['/api/lookup/active', '/api/login'])
})
