import { expect, it, test } from 'vitest'
import { start } from '#tests/kit/start.ts'
import session from './session.model.ts'

const navigate = (to: string, comeBack = false) => ({ type: 'navigate', to, comeBack })
const credentials = { username: '1', password: 'p', remember: false }
const actions = ['clearStores', 'leaveToken', 'adoptToken']
/** A guest, while another tab of this browser logs in or out. */
const open = () => start(session, { hasToken: false, syncedAt: null }, { actions })

test('a login in another tab turns the login form into a member page (R295)', async () => {
  const it = await open()
  await it.send({ type: 'login.open', back: '/user/bonus' })
  await it.answer('lookup.active', {})
  await it.send({ type: 'tab.signedIn' })
  expect(it.now().hasTag('member')).toBe(true)
  expect(it.done).toEqual(['adoptToken'])
  expect(it.emitted).toEqual([navigate('/user/bonus')])
})

test('a login in another tab keeps a public page, and opens the member pages (R295, R65)', async () => {
  const it = await open()
  await it.send({ type: 'tab.signedIn' })
  expect([it.done, it.emitted]).toEqual([['adoptToken'], []])
  await it.send({ type: 'user.open' })
  expect(it.now().hasTag('member')).toBe(true)
})

test('a logout in the other tab signs this one out again (R295, R78)', async () => {
  const it = await open()
  await it.send({ type: 'tab.signedIn' }, { type: 'tab.signedOut' }, { type: 'user.open' })
  expect(it.now().hasTag('member')).toBe(false)
  expect(it.now().context.hasToken).toBe(false)
  expect(it.done).toEqual(['adoptToken', 'leaveToken'])
})

it('follows a login in another tab while the site is being checked (R295)', async () => {
  const it = await open()
  await it.send({ type: 'login.open', back: null }, { type: 'tab.signedIn' })
  expect(it.now().hasTag('member')).toBe(true)
  expect(it.done).toEqual(['adoptToken'])
  expect(it.emitted).toEqual([navigate('/user/home')])
})

it('follows a logout in another tab while the site is being checked after the login (R78, R295)', async () => {
  const it = await open()
  await it.send({ type: 'login.open', back: null }, { type: 'login.submit', ...credentials })
  await it.answer('account.login', { kept: 'browser' })
  await it.send({ type: 'tab.signedOut' })
  expect(it.done).toEqual(['leaveToken'])
  expect(it.now().matches({ guest: 'login' })).toBe(true)
  await it.answer('lookup.active', {})
  expect(it.now().context.hasToken).toBe(false)
  expect(it.emitted).toEqual([])
})

test('is not taken over on /terminated (R295, R386)', async () => {
  const it = await open()
  await it.send({ type: 'wire.gone' }, { type: 'tab.signedIn' }, { type: 'user.open' })
  expect(it.now().matches('terminated')).toBe(true)
  expect([it.done, it.now().context.hasToken]).toEqual([[], false])
})

test('is not taken over by a pending login, which keeps its own token (R295, R317)', async () => {
  const it = await open()
  await it.send({ type: 'login.open', back: null })
  await it.answer('lookup.active', {})
  await it.send({ type: 'login.submit', ...credentials }, { type: 'tab.signedIn' })
  expect([it.done, it.waits('account.login')]).toEqual([[], true])
  await it.answer('account.login', { kept: 'page' })
  expect(it.now().hasTag('member')).toBe(true)
  expect(it.done).toEqual([])
})
