import { describe, expect, test } from 'vitest'
import { refused } from '#tests/kit/samples/failures.ts'
import { listeningChild, start } from '#tests/kit/start.ts'
import session from './session.model.ts'

type Started = { syncedAt: number | null }
const navigate = (to: string, comeBack = false) => ({ type: 'navigate', to, comeBack })

async function open(hasToken: boolean, syncedAt: number | null = null) {
  const wallet = listeningChild<Started>()
  const actions = ['clearStores', 'leaveToken', 'adoptToken']
  const app = await start(session, { hasToken, syncedAt }, { actions, keep: { wallet: wallet.logic } })
  return { ...app, wallet }
}

describe('the current user', () => {
  test('is a guest without a wallet if there is no token (R65, R78, R292)', async () => {
    const app = await open(false)
    expect(app.now().hasTag('member')).toBe(false)
    expect(app.now().children.wallet).toBeUndefined()
    await app.send({ type: 'user.open' })
    expect(app.now().hasTag('member')).toBe(false)
    expect(app.now().children.wallet).toBeUndefined()
  })

  test('is a member immediately if there is a token (R65, R294, R295, R200)', async () => {
    const app = await open(true)
    expect(app.now().hasTag('member')).toBe(true)
    expect(app.now().children.wallet).toBeDefined()
    await app.send({ type: 'user.open' })
    expect(app.now().hasTag('member')).toBe(true)
    expect(app.done).toEqual([])
  })

  test('starts with the stored time of the last wallet update (R199, D-05)', async () => {
    const app = await open(true, 1_767_323_045_000)
    expect(app.now().context.syncedAt).toBe(1_767_323_045_000)
  })
})

describe('ending a session', () => {
  /**
   * Asserts that the session has ended. `isAsked`: whether the login page is open and therefore requests the site
   * status.
   */
  const out = (app: Awaited<ReturnType<typeof open>>, done = ['clearStores'], isAsked = false) => {
    expect(app.waits('lookup.active')).toBe(isAsked)
    expect(app.now().hasTag('member')).toBe(false)
    expect(app.now().context).toMatchObject({ hasToken: false, syncedAt: null })
    expect(app.now().children.wallet).toBeUndefined()
    expect(app.done).toEqual(done)
  }

  test('by logout clears the stored data and opens /login (R74, D-08)', async () => {
    const app = await open(true, 5)
    await app.send({ type: 'session.logout' })
    out(app)
    expect(app.emitted).toEqual([navigate('/login')])
  })

  test('by opening a public page clears the stored data and stays on that page (R79, D-08)', async () => {
    const app = await open(true, 5)
    await app.send({ type: 'public.open' })
    out(app)
    expect(app.emitted).toEqual([])
  })

  test('by opening the login page clears the stored data and checks whether the site is open (R75, R79)', async () => {
    const app = await open(true, 5)
    await app.send({ type: 'login.open', back: null })
    out(app, ['clearStores'], true)
  })

  test('is not triggered when a guest opens a public page (R79)', async () => {
    const app = await open(false)
    await app.send({ type: 'public.open' })
    expect(app.done).toEqual([])
  })

  test.each([
    { kind: 'refused', code: 'UNAUTHORIZED', message: 'invalid-token' },
    refused('EXPIRED_AUTH_TOKEN'),
  ] as const)(
    'by a refusal (%o) opens /login with the current page as the return address (R387, R390, D-09)',
    async (failure) => {
      const app = await open(true, 5)
      await app.send({ type: 'wire.signedOut', failure })
      out(app, ['leaveToken'])
      expect(app.emitted).toEqual([navigate('/login', true)])
      expect(app.now().context.failure).toEqual(failure)
    },
  )

  test('by a logout in another tab removes this tab’s token and opens /login (R74)', async () => {
    const app = await open(true, 5)
    await app.send({ type: 'tab.signedOut' })
    out(app, ['leaveToken'])
    expect(app.emitted).toEqual([navigate('/login')])
  })

  test('is not triggered again when a late reply refuses the old session’s token (R387)', async () => {
    const app = await open(false)
    await app.send({ type: 'wire.signedOut', failure: refused('EXPIRED_AUTH_TOKEN') })
    expect(app.done).toEqual([])
    await app.send({ type: 'tab.signedOut' })
    expect(app.emitted).toEqual([])
    expect(app.now().context.failure).toBeNull()
    expect(app.now().matches({ guest: 'browsing' })).toBe(true)
  })
})

describe('a shut-down site', () => {
  test.each([true, false])(
    'redirects to /terminated on any reply with `gone` (member: %s) (R386, R63)',
    async (isMember) => {
      const app = await open(isMember)
      await app.send({ type: 'wire.gone' })
      expect(app.now().matches('terminated')).toBe(true)
      expect(app.emitted).toEqual([navigate('/terminated')])
    },
  )

  test('also redirects while the login form checks whether the site is open (R386)', async () => {
    const app = await open(false)
    await app.send({ type: 'login.open', back: null }, { type: 'wire.gone' })
    expect(app.now().matches('terminated')).toBe(true)
    expect(app.emitted).toEqual([navigate('/terminated')])
  })

  test('keeps the token, so that a member can open member pages again afterwards (D-08)', async () => {
    const app = await open(true)
    await app.send({ type: 'wire.gone' })
    expect(app.done).toEqual([])
    await app.send({ type: 'user.open' })
    expect(app.now().hasTag('member')).toBe(true)
  })

  test('does not let in a user without a token (R78)', async () => {
    const app = await open(false)
    await app.send({ type: 'wire.gone' }, { type: 'user.open' })
    expect(app.now().hasTag('member')).toBe(false)
  })

  test.each([
    ['a public page', { type: 'public.open' }, false],
    ['the login page', { type: 'login.open', back: null }, true],
  ] as const)('clears the stored data when %s is opened (R79, D-08)', async (_, event, isAsked) => {
    const app = await open(true, 5)
    await app.send({ type: 'wire.gone' }, event)
    expect([app.done, app.waits('lookup.active')]).toEqual([['clearStores'], isAsked])
    expect(app.now().context).toMatchObject({ hasToken: false, syncedAt: null })
  })
})
