import { describe, expect, it, test } from 'vitest'
import { toastsMachine } from '#machines/toasts.machine.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { signed } from '#tests/kit/samples/passkeys.ts'
import { listeningChild, start } from '#tests/kit/start.ts'
import session from './session.model.ts'

const actions = ['clearStores']
const wallet = listeningChild<{ syncedAt: number | null }>()
const open = (hasToken: boolean, syncedAt: number | null = null) =>
  start(session, { hasToken, syncedAt }, { actions, keep: { wallet: wallet.logic, toasts: toastsMachine } })
const credentials = { username: '0812345678', password: 'demo1234', remember: true }
const navigate = (to: string, comeBack = false) => ({ type: 'navigate', to, comeBack })

async function atLogin(back: string | null = null) {
  const app = await open(false)
  await app.send({ type: 'login.open', back })
  await app.answer('lookup.active', {})
  return app
}
async function signingIn(back: string | null = null) {
  const app = await atLogin(back)
  await app.send({ type: 'login.submit', ...credentials })
  return app
}

test('a member’s wallet starts with the time of its last update (R83)', async () => {
  const app = await open(true, 77)
  app.now().children.wallet?.send({ type: 'wallet.read' })
  expect(wallet.heard.at(-1)).toMatchObject({ input: { syncedAt: 77 }, event: { type: 'wallet.read' } })
})

describe('the login page', () => {
  test('checks whether the site is open while it shows the form (R75, R314)', async () => {
    const app = await open(false)
    expect(app.asked('lookup.active')).toEqual([])
    await app.send({ type: 'login.open', back: null })
    expect(app.asked('lookup.active')).toEqual([{}])
    expect(app.now().hasTag('busy')).toBe(false)
    expect(app.now().matches({ guest: 'login' })).toBe(true)
  })

  test('redirects to /terminated if the site status is `gone` (R76, R314)', async () => {
    const app = await open(false)
    await app.send({ type: 'login.open', back: null })
    await app.answer('lookup.active', { terminated: 'gone' })
    expect(app.now().matches('terminated')).toBe(true)
    expect(app.emitted).toEqual([navigate('/terminated')])
  })

  test.each([{}, { terminated: null }, { terminated: '' }, { terminated: 'GONE' }, { terminated: 'soon' }])(
    'stays open after the reply %o (R76, R77)',
    async (reply) => {
      const app = await open(false)
      await app.send({ type: 'login.open', back: null })
      await app.answer('lookup.active', reply)
      expect(app.now().matches({ guest: { login: 'asked' } })).toBe(true)
      expect([app.emitted, app.asked('lookup.active')]).toEqual([[], [{}]])
    },
  )

  test('checks a shut-down site again, because it may have reopened (R75, R77)', async () => {
    const app = await open(false)
    await app.send({ type: 'wire.gone' }, { type: 'login.open', back: null })
    await app.answer('lookup.active', { terminated: '' })
    expect(app.now().matches({ guest: 'login' })).toBe(true)
  })

  test('shows the form even if the site status cannot be loaded (D-10)', async () => {
    const app = await open(false)
    await app.send({ type: 'login.open', back: null })
    await app.fail('lookup.active', noAnswer)
    expect(app.now().matches({ guest: { login: 'unanswered' } })).toBe(true)
    expect(app.now().context.failure).toBeNull()
    expect(app.asked('lookup.active')).toEqual([{}])
  })

  test.each([
    ['gone', { terminated: 'gone' }, false, '/terminated'],
    ['open', {}, true, '/user/home'],
  ] as const)(
    'requests the site status again on login if the first request failed (site: %s) (D-10)',
    async (_, reply, isMember, to) => {
      const app = await open(false)
      await app.send({ type: 'login.open', back: null })
      await app.fail('lookup.active', noAnswer)
      await app.send({ type: 'login.submit', ...credentials })
      expect(app.waits('account.login')).toBe(true)
      await app.answer('account.login', { kept: 'browser' })
      expect(app.asked('lookup.active')).toHaveLength(2)
      expect(app.now().hasTag('member')).toBe(false)
      await app.answer('lookup.active', reply)
      expect(app.now().hasTag('member')).toBe(isMember)
      expect(app.emitted).toEqual([navigate(to)])
    },
  )

  it('lets the player submit the login before the site status arrives, but signs them in only afterwards (D-10)', async () => {
    const app = await open(false)
    await app.send({ type: 'login.open', back: null }, { type: 'login.submit', ...credentials })
    expect(app.waits('account.login')).toBe(true)
    await app.answer('account.login', { kept: 'browser' })
    expect(app.now().hasTag('member')).toBe(false)
    await app.answer('lookup.active', {})
    expect(app.now().hasTag('member')).toBe(true)
    expect(app.emitted).toEqual([navigate('/user/home')])
  })

  test('redirects to /terminated if another call reports `gone` before the site status arrives (R386, D-10)', async () => {
    const app = await open(false)
    await app.send({ type: 'login.open', back: null }, { type: 'login.submit', ...credentials })
    await app.answer('account.login', { kept: 'browser' })
    await app.send({ type: 'wire.gone' })
    expect(app.now().matches('terminated')).toBe(true)
    expect([app.emitted, app.waits('lookup.active')]).toEqual([[navigate('/terminated')], false])
  })

  test('keeps the member’s login if the site is shut down and reopens (R386)', async () => {
    const app = await signingIn()
    await app.answer('account.login', { kept: 'page' })
    await app.send({ type: 'wire.gone' })
    expect(app.now().matches('terminated')).toBe(true)
    await app.send({ type: 'user.open' })
    expect(app.now().hasTag('member')).toBe(true)
  })

  it('requests the site status again if a login has failed before the status arrives (R75)', async () => {
    const app = await open(false)
    await app.send({ type: 'login.open', back: null }, { type: 'login.submit', ...credentials })
    await app.fail('account.login', refused('WRONG_CREDENTIAL'))
    expect(app.now().context.failure?.code).toBe('WRONG_CREDENTIAL')
    expect(app.asked('lookup.active')).toHaveLength(2)
    await app.answer('lookup.active', { terminated: 'gone' })
    expect(app.emitted).toEqual([navigate('/terminated')])
  })

  test('lets the member sign in even if both requests for the site status fail (D-10)', async () => {
    const app = await open(false)
    await app.send({ type: 'login.open', back: null })
    await app.fail('lookup.active', noAnswer)
    await app.send({ type: 'login.submit', ...credentials })
    await app.answer('account.login', { kept: 'browser' })
    await app.fail('lookup.active', noAnswer)
    expect(app.now().hasTag('member')).toBe(true)
    expect(app.emitted).toEqual([navigate('/user/home')])
  })

  test('requests the site status only once if the first request succeeds (D-10)', async () => {
    const app = await signingIn()
    await app.answer('account.login', { kept: 'browser' })
    expect(app.asked('lookup.active')).toHaveLength(1)
    expect(app.now().hasTag('member')).toBe(true)
  })
})

describe('logging in', () => {
  test('sends the phone number, the password and the "remember me" choice with an idempotency key (R30, R35, R317)', async () => {
    const app = await signingIn()
    expect(app.asked('account.login')).toEqual([{ ...credentials, key: expect.stringMatching(/^[\da-f-]{36}$/) }])
    expect(app.now().hasTag('busy')).toBe(true)
  })

  test('uses a new idempotency key for a second attempt (R317)', async () => {
    const app = await signingIn()
    await app.fail('account.login', refused('WRONG_CREDENTIAL'))
    await app.send({ type: 'login.submit', ...credentials })
    const [first, second] = app.asked('account.login') as { key: string }[]
    expect(second?.key).not.toBe(first?.key)
  })

  test('stores neither the token nor the password in the machine context (R295)', async () => {
    const app = await signingIn()
    expect(JSON.stringify({ ...app.now().context, toasts: null })).not.toMatch(/demo1234|token":"/)
  })

  test.each([
    [null, '/user/home'],
    ['/user/statement', '/user/statement'],
  ])('with the return address %s opens %s (D-09)', async (back, to) => {
    const app = await signingIn(back)
    await app.answer('account.login', { kept: 'browser' })
    expect(app.now().hasTag('member')).toBe(true)
    expect(app.emitted).toEqual([navigate(to)])
  })

  test('records that the token is kept only in the page if the browser cannot store it (R296)', async () => {
    const app = await signingIn()
    await app.answer('account.login', { kept: 'page' })
    expect(app.now().context.kept).toBe('page')
  })

  test.each([refused('WRONG_CREDENTIAL'), refused('UNAUTHORIZED'), noAnswer])(
    'stays on the form and shows the failure %o inline (R33, R393)',
    async (failure) => {
      const app = await signingIn()
      await app.fail('account.login', failure)
      expect(app.now().matches({ guest: 'login' })).toBe(true)
      expect(app.now().context.failure).toEqual(failure)
      expect(app.emitted).toEqual([])
      expect(app.now().context.toasts.getSnapshot().context.toasts).toEqual([])
    },
  )

  test('clears the error when the player types or logs in again (R34)', async () => {
    const app = await signingIn()
    await app.fail('account.login', refused('WRONG_CREDENTIAL'))
    await app.send({ type: 'login.type' })
    expect(app.now().context.failure).toBeNull()
    await app.send({ type: 'login.submit', ...credentials })
    await app.fail('account.login', refused('WRONG_CREDENTIAL'))
    await app.send({ type: 'login.submit', ...credentials })
    expect(app.now().context.failure).toBeNull()
  })

  test('clears the error when the player leaves the form (R34, R393)', async () => {
    const app = await signingIn()
    await app.fail('account.login', refused('WRONG_CREDENTIAL'))
    await app.send({ type: 'public.open' })
    expect(app.now().matches({ guest: 'browsing' })).toBe(true)
    expect(app.now().context.failure).toBeNull()
  })

  test('redirects to /terminated if the reply is `gone` (R386)', async () => {
    const app = await signingIn()
    await app.send({ type: 'wire.gone' })
    await app.fail('account.login', refused('gone'))
    expect(app.now().matches('terminated')).toBe(true)
    expect(app.emitted).toEqual([navigate('/terminated')])
  })

  test('cannot be interrupted while the request is pending (R317)', async () => {
    const app = await signingIn()
    await app.send(
      { type: 'login.submit', ...credentials },
      { type: 'public.open' },
      { type: 'login.open', back: null },
    )
    expect(app.waits('account.login')).toBe(true)
    expect(app.asked('account.login')).toHaveLength(1)
  })
})

describe('a login with a passkey', () => {
  const choose = { type: 'login.passkey', answer: signed } as const

  test('sends the passkey’s response with an idempotency key and the "remember me" choice (R624)', async () => {
    const app = await atLogin()
    await app.send({ type: 'login.remember', remember: false }, choose)
    expect(app.now().hasTag('busy')).toBe(true)
    const key = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(app.asked('account.passkey')).toEqual([{ answer: signed, remember: false, key }])
  })

  test('is remembered unless the player unticks the box (R624)', async () => {
    const app = await atLogin()
    await app.send(choose)
    expect(app.asked('account.passkey')).toMatchObject([{ remember: true }])
  })

  test('opens the return address, like a login with a password (R624)', async () => {
    const app = await atLogin('/user/statement')
    await app.send(choose)
    await app.answer('account.passkey', { kept: 'browser' })
    expect(app.now().matches('member')).toBe(true)
    expect(app.emitted).toEqual([navigate('/user/statement')])
  })

  test('shows a refusal in the form, and offers the passkeys again (R625)', async () => {
    const app = await atLogin()
    const before = app.now().children.passkeys
    await app.send(choose)
    expect(app.now().children.passkeys).toBeUndefined()
    await app.fail('account.passkey', refused('PASSKEY_REFUSED'))
    expect(app.now().matches({ guest: 'login' })).toBe(true)
    expect(app.now().context.failure?.code).toBe('PASSKEY_REFUSED')
    expect(app.now().children.passkeys).not.toBe(before)
    expect(app.now().children.passkeys).toBeDefined()
  })
})
