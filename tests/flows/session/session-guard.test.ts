import { describe, expect, test } from 'vitest'
import { refused } from '#tests/kit/samples/failures.ts'
import { listeningChild, start } from '#tests/kit/start.ts'
import session from './session.model.ts'

type Started = { syncedAt: number | null }
const navigate = (to: string, comeBack = false) => ({ type: 'navigate', to, comeBack })

async function open(hasToken: boolean, syncedAt: number | null = null) {
  const wallet = listeningChild<Started>()
  const actions = ['clearStores', 'leaveToken', 'adoptToken']
  const it = await start(session, { hasToken, syncedAt }, { actions, keep: { wallet: wallet.logic } })
  return { ...it, wallet }
}

describe('the current user', () => {
  test('without a token a guest, who has no wallet (R65, R78, R292)', async () => {
    const it = await open(false)
    expect(it.now().hasTag('member')).toBe(false)
    expect(it.now().children.wallet).toBeUndefined()
    await it.send({ type: 'user.open' })
    expect(it.now().hasTag('member')).toBe(false)
    expect(it.now().children.wallet).toBeUndefined()
  })

  test('with a token a member, at once (R65, R294, R295, R200)', async () => {
    const it = await open(true)
    expect(it.now().hasTag('member')).toBe(true)
    expect(it.now().children.wallet).toBeDefined()
    await it.send({ type: 'user.open' })
    expect(it.now().hasTag('member')).toBe(true)
    expect(it.done).toEqual([])
  })

  test('the wallet starts with the time of its last reading (R199, D-05)', async () => {
    const it = await open(true, 1_767_323_045_000)
    expect(it.now().context.syncedAt).toBe(1_767_323_045_000)
  })
})

describe('leaving', () => {
  /** `isAsked`: only the login page asks whether the site is open. */
  const out = (it: Awaited<ReturnType<typeof open>>, done = ['clearStores'], isAsked = false) => {
    expect(it.waits('lookup.active')).toBe(isAsked)
    expect(it.now().hasTag('member')).toBe(false)
    expect(it.now().context).toMatchObject({ hasToken: false, syncedAt: null })
    expect(it.now().children.wallet).toBeUndefined()
    expect(it.done).toEqual(done)
  }

  test('logout clears the stored data and goes to /login (R74, D-08)', async () => {
    const it = await open(true, 5)
    await it.send({ type: 'session.logout' })
    out(it)
    expect(it.emitted).toEqual([navigate('/login')])
  })

  test('a public page clears the stored data, and stays (R79, D-08)', async () => {
    const it = await open(true, 5)
    await it.send({ type: 'public.open' })
    out(it)
    expect(it.emitted).toEqual([])
  })

  test('the login page clears the stored data and asks whether the site is open (R75, R79)', async () => {
    const it = await open(true, 5)
    await it.send({ type: 'login.open', back: null })
    out(it, ['clearStores'], true)
  })

  test('clears nothing when a guest opens a public page (R79)', async () => {
    const it = await open(false)
    await it.send({ type: 'public.open' })
    expect(it.done).toEqual([])
  })

  test.each([
    { kind: 'refused', code: 'UNAUTHORIZED', message: 'invalid-token' },
    refused('EXPIRED_AUTH_TOKEN'),
  ] as const)('%o: to /login, and back here after it (R387, R390, D-09)', async (failure) => {
    const it = await open(true, 5)
    await it.send({ type: 'wire.signedOut', failure })
    out(it, ['leaveToken'])
    expect(it.emitted).toEqual([navigate('/login', true)])
    expect(it.now().context.failure).toEqual(failure)
  })

  test('a logout in another tab logs this one out, and leaves the stored data alone (R74)', async () => {
    const it = await open(true, 5)
    await it.send({ type: 'tab.signedOut' })
    out(it, ['leaveToken'])
    expect(it.emitted).toEqual([navigate('/login')])
  })

  test('ignores, for a guest, an answer about an old session (R387)', async () => {
    const it = await open(false)
    await it.send({ type: 'wire.signedOut', failure: refused('EXPIRED_AUTH_TOKEN') })
    expect(it.done).toEqual([])
    await it.send({ type: 'tab.signedOut' })
    expect(it.emitted).toEqual([])
    expect(it.now().context.failure).toBeNull()
    expect(it.now().matches({ guest: 'browsing' })).toBe(true)
  })
})

describe('a shut-down site', () => {
  test.each([true, false])('any reply with `gone` leads to /terminated (member: %s) (R386, R63)', async (isMember) => {
    const it = await open(isMember)
    await it.send({ type: 'wire.gone' })
    expect(it.now().matches('terminated')).toBe(true)
    expect(it.emitted).toEqual([navigate('/terminated')])
  })

  test('also while the login form checks whether the site is open (R386)', async () => {
    const it = await open(false)
    await it.send({ type: 'login.open', back: null }, { type: 'wire.gone' })
    expect(it.now().matches('terminated')).toBe(true)
    expect(it.emitted).toEqual([navigate('/terminated')])
  })

  test('/terminated clears nothing: a user with a token is a member again on a member page (D-08)', async () => {
    const it = await open(true)
    await it.send({ type: 'wire.gone' })
    expect(it.done).toEqual([])
    await it.send({ type: 'user.open' })
    expect(it.now().hasTag('member')).toBe(true)
  })

  test('a user without one stays out (R78)', async () => {
    const it = await open(false)
    await it.send({ type: 'wire.gone' }, { type: 'user.open' })
    expect(it.now().hasTag('member')).toBe(false)
  })

  test.each([
    ['a public page', { type: 'public.open' }, false],
    ['the login page', { type: 'login.open', back: null }, true],
  ] as const)('%s after it clears the stored data (R79, D-08)', async (_, event, isAsked) => {
    const it = await open(true, 5)
    await it.send({ type: 'wire.gone' }, event)
    expect([it.done, it.waits('lookup.active')]).toEqual([['clearStores'], isAsked])
    expect(it.now().context).toMatchObject({ hasToken: false, syncedAt: null })
  })
})
