import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { fakeWindow } from './kit/window.ts'

let stores: ReturnType<typeof fakeWindow>
const opened: { stop: () => void }[] = []

/** The site in one more tab of the same browser: modules of its own, the same storage. */
async function tab() {
  vi.resetModules()
  const { startSession } = await import('#src/actors/session.ts')
  const { wire } = await import('#src/api/request.ts')
  const { token } = await import('#src/lib/token.ts')
  wire.fetch = async (url) => Response.json(url === '/api/login' ? { token: 'T1' } : {})
  const session = startSession()
  opened.push(session)
  const is = (tag: 'member') => waitFor(session, (s) => s.hasTag(tag), { timeout: 2_000 })
  const openLogin = async () => {
    session.send({ type: 'login.open', back: null })
    await waitFor(session, (s) => s.matches({ guest: 'login' }))
  }
  const login = async () => {
    await openLogin()
    session.send({ type: 'login.submit', username: '1', password: 'p', remember: true })
    await is('member')
  }
  return { session, token, openLogin, login, isMember: () => session.getSnapshot().hasTag('member'), is }
}
beforeEach(() => {
  stores = fakeWindow()
})
afterEach(() => {
  for (const session of opened.splice(0)) session.stop()
})

test('R295 a remembered login in one tab signs in the login form of another', async () => {
  const [one, two] = [await tab(), await tab()]
  await two.openLogin()
  await one.login()
  await two.is('member')
  expect([one.token(), two.token()]).toEqual(['T1', 'T1'])
})

test('R74 logout in one tab signs out the others, without an echo', async () => {
  const one = await tab()
  await one.login()
  const two = await tab()
  expect(two.isMember()).toBe(true)
  one.session.send({ type: 'session.logout' })
  await waitFor(two.session, (s) => !s.hasTag('member'), { timeout: 2_000 })
  expect([two.token(), stores.local.size]).toEqual([null, 0])
  await one.login()
  expect([one.isMember(), one.token()]).toEqual([true, 'T1'])
})

test('R65 R78 R295 a tab on a public page takes the login of another when it goes to a member page', async () => {
  const [one, two] = [await tab(), await tab()]
  two.session.send({ type: 'public.open' })
  await one.login()
  await vi.waitFor(() => expect(two.token()).toBe('T1'))
  two.session.send({ type: 'user.open' })
  expect(two.isMember()).toBe(true)
})
