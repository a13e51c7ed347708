import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { refused } from '#tests/kit/samples/failures.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

/**
 * A channel between tabs that can be frozen, as browsers freeze hidden tabs. `said` collects the messages of all
 * channels.
 */
const said: string[] = []
const lines: Line[] = []
class Line extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    lines.push(this)
  }
  override postMessage(message: string) {
    said.push(message)
    super.postMessage(message)
  }
}
/** Holds back a channel's messages. The returned function delivers the next one as soon as it arrives. */
function freeze(line: Line | undefined) {
  if (!line?.onmessage) throw new Error('nobody listens')
  const held: MessageEvent[] = []
  const hear = line.onmessage
  line.onmessage = (event) => held.push(event)
  return async () => {
    await until(() => expect(held).not.toEqual([]))
    hear.call(line, held.shift() as MessageEvent)
  }
}

let stores: ReturnType<typeof fakeWindow>
const opened: { stop: () => void }[] = []
let logins = 0

/** Opens the site in another tab of the same browser, with its own modules and the same storage. */
async function tab() {
  vi.resetModules()
  const { startSession } = await import('#src/actors/session.ts')
  const { wire } = await import('#src/api/request.ts')
  const { token } = await import('#src/lib/token.ts')
  wire.fetch = async (url) => Response.json(url === '/api/login' ? { token: `T${++logins}` } : {})
  const session = startSession()
  opened.push(session)
  const line = lines.at(-1)
  const is = (tag: 'member') => waitFor(session, (s) => s.hasTag(tag), { timeout: 2_000 })
  const openLogin = async () => {
    session.send({ type: 'login.open', back: null })
    await waitFor(session, (s) => s.matches({ guest: 'login' }))
  }
  const login = async (remember = true) => {
    await openLogin()
    session.send({ type: 'login.submit', username: '1', password: 'p', remember })
    await is('member')
  }
  return { session, line, token, openLogin, login, isMember: () => session.getSnapshot().hasTag('member'), is }
}
beforeEach(() => {
  stores = fakeWindow()
  logins = 0
  said.length = 0
  vi.stubGlobal('BroadcastChannel', Line)
})
afterEach(() => {
  for (const session of opened.splice(0)) session.stop()
  for (const line of lines.splice(0)) line.close()
  vi.unstubAllGlobals()
})

test('a remembered login in one tab also signs in another tab that shows the login form (R295)', async () => {
  const [one, two] = [await tab(), await tab()]
  await two.openLogin()
  await one.login()
  await two.is('member')
  expect([one.token(), two.token()]).toEqual(['T1', 'T1'])
})

test('a remembered login signs in another tab even if the storage event arrives before the message (R295)', async () => {
  const [one, two] = [await tab(), await tab()]
  await two.openLogin()
  const thaw = freeze(two.line)
  await one.login()
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token', oldValue: null, newValue: 'T1' }))
  expect(two.isMember()).toBe(true)
  await thaw()
  expect([one.token(), two.token()]).toEqual(['T1', 'T1'])
})

test('a logout in one tab signs out the other tabs, which do not broadcast the logout again (R74)', async () => {
  const one = await tab()
  await one.login()
  const two = await tab()
  expect(two.isMember()).toBe(true)
  one.session.send({ type: 'session.logout' })
  await waitFor(two.session, (s) => !s.hasTag('member'), { timeout: 2_000 })
  expect([two.token(), stores.local.size]).toEqual([null, 0])
  expect(said).toEqual(['signedIn', 'signedOut'])
  await one.login()
  expect([one.isMember(), one.token()]).toEqual([true, 'T2'])
})

test('a logout message that a frozen tab receives late does not end a newer login in another tab (R74, R295)', async () => {
  const one = await tab()
  await one.login()
  const two = await tab()
  const thaw = freeze(two.line)
  one.session.send({ type: 'session.logout' })
  await one.login()
  expect([two.isMember(), two.token()]).toEqual([true, 'T1'])
  await thaw()
  const ends = () => [one.isMember(), one.token(), stores.local.get('token'), two.isMember()]
  expect([ends(), two.token()]).toEqual([[true, 'T2', 'T2', false], null])
  await thaw()
  expect(ends()).toEqual([true, 'T2', 'T2', false])
  expect(two.session.getSnapshot().matches('guest')).toBe(true)
  expect(said).toEqual(['signedIn', 'signedOut', 'signedIn'])
})

test('a login that is not remembered stays in its tab (R295, R36)', async () => {
  const [one, two] = [await tab(), await tab()]
  await two.openLogin()
  const thaw = freeze(two.line)
  await one.login(false)
  await thaw()
  expect([one.isMember(), two.token(), two.session.getSnapshot().matches({ guest: 'login' })]).toEqual([
    true,
    null,
    true,
  ])
})

test('a logged-in tab keeps its own token when another tab logs in (R295)', async () => {
  const [one, two] = [await tab(), await tab()]
  await two.login(false)
  const thaw = freeze(two.line)
  await one.login()
  await thaw()
  expect([one.token(), two.token(), two.isMember()]).toEqual(['T2', 'T1', true])
})

test('a tab on a public page adopts another tab’s login, and can then open a member page (R65, R78, R295)', async () => {
  const [one, two] = [await tab(), await tab()]
  two.session.send({ type: 'public.open' })
  await one.login()
  await until(() => expect(two.token()).toBe('T1'))
  two.session.send({ type: 'user.open' })
  expect(two.isMember()).toBe(true)
})

test('a login that expires in one tab does not affect the separate login of another tab (R387)', async () => {
  const [one, two] = [await tab(), await tab()]
  await one.login(false)
  await two.login()
  one.session.send({ type: 'wire.signedOut', failure: refused('EXPIRED_AUTH_TOKEN') })
  expect([one.isMember(), one.token(), stores.local.get('token')]).toEqual([false, null, 'T2'])
  expect(said).toEqual(['signedIn', 'signedIn'])
  expect([two.isMember(), two.token()]).toEqual([true, 'T2'])
})
