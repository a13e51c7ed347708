import { expect, it, test } from 'vitest'
import { start } from '#tests/kit/start.ts'
import session from './session.model.ts'

const navigate = (to: string, comeBack = false) => ({ type: 'navigate', to, comeBack })
const credentials = { username: '1', password: 'p', remember: false }
const actions = ['clearStores', 'leaveToken', 'adoptToken']
/** Starts a guest's session, for tests in which another tab logs in or out. */
const open = () => start(session, { hasToken: false, syncedAt: null }, { actions })

test('a tab that shows the login form is signed in by a login in another tab, and opens its return address (R295)', async () => {
  const app = await open()
  await app.send({ type: 'login.open', back: '/user/bonus' })
  await app.answer('lookup.active', {})
  await app.send({ type: 'tab.signedIn' })
  expect(app.now().hasTag('member')).toBe(true)
  expect(app.done).toEqual(['adoptToken'])
  expect(app.emitted).toEqual([navigate('/user/bonus')])
})

test('a tab on a public page stays there after a login in another tab, and can then open member pages (R295, R65)', async () => {
  const app = await open()
  await app.send({ type: 'tab.signedIn' })
  expect([app.done, app.emitted]).toEqual([['adoptToken'], []])
  await app.send({ type: 'user.open' })
  expect(app.now().hasTag('member')).toBe(true)
})

test('a logout in the tab that logged in also signs out the tab that adopted the login (R295, R78)', async () => {
  const app = await open()
  await app.send({ type: 'tab.signedIn' }, { type: 'tab.signedOut' }, { type: 'user.open' })
  expect(app.now().hasTag('member')).toBe(false)
  expect(app.now().context.hasToken).toBe(false)
  expect(app.done).toEqual(['adoptToken', 'leaveToken'])
})

it('a login in another tab takes effect even while this tab checks whether the site is open (R295)', async () => {
  const app = await open()
  await app.send({ type: 'login.open', back: null }, { type: 'tab.signedIn' })
  expect(app.now().hasTag('member')).toBe(true)
  expect(app.done).toEqual(['adoptToken'])
  expect(app.emitted).toEqual([navigate('/user/home')])
})

it('a logout in another tab takes effect even while the login in this tab waits for the site status (R78, R295)', async () => {
  const app = await open()
  await app.send({ type: 'login.open', back: null }, { type: 'login.submit', ...credentials })
  await app.answer('account.login', { kept: 'browser' })
  await app.send({ type: 'tab.signedOut' })
  expect(app.done).toEqual(['leaveToken'])
  expect(app.now().matches({ guest: 'login' })).toBe(true)
  await app.answer('lookup.active', {})
  expect(app.now().context.hasToken).toBe(false)
  expect(app.emitted).toEqual([])
})

test('a login in another tab has no effect on /terminated (R295, R386)', async () => {
  const app = await open()
  await app.send({ type: 'wire.gone' }, { type: 'tab.signedIn' }, { type: 'user.open' })
  expect(app.now().matches('terminated')).toBe(true)
  expect([app.done, app.now().context.hasToken]).toEqual([[], false])
})

test('a login in another tab has no effect while this tab’s own login is pending, and this tab keeps its own token (R295, R317)', async () => {
  const app = await open()
  await app.send({ type: 'login.open', back: null })
  await app.answer('lookup.active', {})
  await app.send({ type: 'login.submit', ...credentials }, { type: 'tab.signedIn' })
  expect([app.done, app.waits('account.login')]).toEqual([[], true])
  await app.answer('account.login', { kept: 'page' })
  expect(app.now().hasTag('member')).toBe(true)
  expect(app.done).toEqual([])
})
