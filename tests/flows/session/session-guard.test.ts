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

describe('who is at the browser', () => {
  test('R65 R78 R292 without a token a guest, who has no wallet', async () => {
    const it = await open(false)
    expect(it.now().hasTag('member')).toBe(false)
    expect(it.now().children.wallet).toBeUndefined()
    await it.send({ type: 'user.open' })
    expect(it.now().hasTag('member')).toBe(false)
    expect(it.now().children.wallet).toBeUndefined()
  })

  test('R65 R294 R295 R200 with a token a member, at once', async () => {
    const it = await open(true)
    expect(it.now().hasTag('member')).toBe(true)
    expect(it.now().children.wallet).toBeDefined()
    await it.send({ type: 'user.open' })
    expect(it.now().hasTag('member')).toBe(true)
    expect(it.done).toEqual([])
  })

  test('R199 D-05 the wallet starts with the time it was last read', async () => {
    const it = await open(true, 1_767_323_045_000)
    expect(it.now().context.syncedAt).toBe(1_767_323_045_000)
  })
})

describe('leaving', () => {
  /** `isAsked`: whether the site is open is asked for the login page alone. */
  const out = (it: Awaited<ReturnType<typeof open>>, done = ['clearStores'], isAsked = false) => {
    expect(it.waits('lookup.active')).toBe(isAsked)
    expect(it.now().hasTag('member')).toBe(false)
    expect(it.now().context).toMatchObject({ hasToken: false, syncedAt: null })
    expect(it.now().children.wallet).toBeUndefined()
    expect(it.done).toEqual(done)
  }

  test('R74 D-08 logout clears what is stored and goes to /login', async () => {
    const it = await open(true, 5)
    await it.send({ type: 'session.logout' })
    out(it)
    expect(it.emitted).toEqual([navigate('/login')])
  })

  test('R79 D-08 a public page clears what is stored, and stays where it is', async () => {
    const it = await open(true, 5)
    await it.send({ type: 'public.open' })
    out(it)
    expect(it.emitted).toEqual([])
  })

  test('R75 R79 the login page clears what is stored and asks whether the site is open', async () => {
    const it = await open(true, 5)
    await it.send({ type: 'login.open', back: null })
    out(it, ['clearStores'], true)
  })

  test('R79 a guest’s public page clears nothing', async () => {
    const it = await open(false)
    await it.send({ type: 'public.open' })
    expect(it.done).toEqual([])
  })

  test.each([
    { kind: 'refused', code: 'UNAUTHORIZED', message: 'invalid-token' },
    refused('EXPIRED_AUTH_TOKEN'),
  ] as const)('R387 R390 D-09 %o: to /login, and back here after it', async (failure) => {
    const it = await open(true, 5)
    await it.send({ type: 'wire.signedOut', failure })
    out(it, ['leaveToken'])
    expect(it.emitted).toEqual([navigate('/login', true)])
    expect(it.now().context.failure).toEqual(failure)
  })

  test('R74 another tab that logs out takes this one along, which leaves what is stored alone', async () => {
    const it = await open(true, 5)
    await it.send({ type: 'tab.signedOut' })
    out(it, ['leaveToken'])
    expect(it.emitted).toEqual([navigate('/login')])
  })

  test('R387 what a guest hears of an old session moves nobody', async () => {
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
  test.each([true, false])('R386 R63 any reply with `gone` leads to /terminated (member: %s)', async (isMember) => {
    const it = await open(isMember)
    await it.send({ type: 'wire.gone' })
    expect(it.now().matches('terminated')).toBe(true)
    expect(it.emitted).toEqual([navigate('/terminated')])
  })

  test('R386 also before the login form shows', async () => {
    const it = await open(false)
    await it.send({ type: 'login.open', back: null }, { type: 'wire.gone' })
    expect(it.now().matches('terminated')).toBe(true)
    expect(it.emitted).toEqual([navigate('/terminated')])
  })

  test('D-08 /terminated clears nothing: who had a token is a member again on a member page', async () => {
    const it = await open(true)
    await it.send({ type: 'wire.gone' })
    expect(it.done).toEqual([])
    await it.send({ type: 'user.open' })
    expect(it.now().hasTag('member')).toBe(true)
  })

  test('R78 who had none stays out', async () => {
    const it = await open(false)
    await it.send({ type: 'wire.gone' }, { type: 'user.open' })
    expect(it.now().hasTag('member')).toBe(false)
  })

  test.each([
    ['a public page', { type: 'public.open' }, false],
    ['the login page', { type: 'login.open', back: null }, true],
  ] as const)('R79 D-08 %s after it clears what is stored', async (_, event, isAsked) => {
    const it = await open(true, 5)
    await it.send({ type: 'wire.gone' }, event)
    expect([it.done, it.waits('lookup.active')]).toEqual([['clearStores'], isAsked])
    expect(it.now().context).toMatchObject({ hasToken: false, syncedAt: null })
  })
})
