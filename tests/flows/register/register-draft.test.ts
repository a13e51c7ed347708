import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, SimulatedClock, waitFor } from 'xstate'
import type { Typed } from '#contract/register.ts'
import { asked, blank, CODE, lists, PASSWORD, typed, visit } from '#tests/kit/samples/register.ts'
import { listener } from '#tests/kit/start.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const START = Date.UTC(2026, 0, 2, 3, 4, 5)
const MINUTE = 60_000
let stores: ReturnType<typeof fakeWindow>
const opened: { stop: () => void }[] = []

beforeEach(() => {
  stores = fakeWindow()
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
afterEach(() => {
  for (const actor of opened.splice(0)) actor.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** Reads the initial values as a newly loaded page does. `code`: the invite code from the link that opened the page. */
async function input(code?: string) {
  vi.resetModules()
  const { registerInput } = await import('#src/actors/register.ts')
  return registerInput(code)
}

/** Loads the page, with or without OTP, against a server that accepts everything. */
async function page({ code, hasOtp = true }: { code?: string; hasOtp?: boolean } = {}) {
  const start = await input(code)
  const { registerLogic } = await import('#src/actors/register.ts')
  const { wire } = await import('#src/api/request.ts')
  await import('#tests/kit/known-site.ts')
  const replies: Record<string, unknown> = {
    '/api/lookup/registerOTP': hasOtp,
    '/api/lookup/banks': lists.banks,
    '/api/lookup/sources': lists.sources,
    '/api/otp/send': { otpRef: asked.ref, otpToken: asked.token },
  }
  const sent = new Map<string, unknown>()
  wire.fetch = async (url, { body }) => {
    sent.set(url, body && JSON.parse(String(body)))
    return Response.json(replies[url] ?? {})
  }
  const options = { input: { ...start, toasts: listener().ref as never }, clock: new SimulatedClock() }
  const actor = createActor(registerLogic, options).start()
  opened.push(actor)
  const until = (state: 'phone' | 'profile' | 'bank' | 'registered') => waitFor(actor, (s) => s.matches(state))
  await waitFor(actor, (s) => !s.hasTag('busy'))
  const type = (what: Partial<Typed>) => {
    for (const [field, text] of Object.entries(what))
      actor.send({ type: 'field.type', field: field as keyof Typed, text })
  }
  return { actor, sent, type, until, context: () => actor.getSnapshot().context }
}
/** Enters a phone number and, with OTP, waits until the code was sent. */
async function phoned(options?: Parameters<typeof page>[0]) {
  const app = await page(options)
  app.type({ phone: typed.phone })
  app.actor.send({ type: 'phone.submit' })
  await waitFor(app.actor, ({ context }) => context.step !== 'phone')
  return app
}
/** Completes all four steps. */
async function registered(options?: Parameters<typeof page>[0]) {
  const app = await phoned(options)
  app.actor.getSnapshot().children.otp?.send({ type: 'otp.submit', otpCode: CODE })
  await app.until('profile')
  app.type({ name: typed.name, sourceCode: typed.sourceCode })
  app.actor.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
  await app.until('bank')
  const { bankCode, accountNo, firstName, lastName } = typed
  app.type({ bankCode, accountNo, firstName, lastName })
  app.actor.send({ type: 'bank.submit', password: PASSWORD })
  await app.until('registered')
  return app
}
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('the draft of a registration', () => {
  test('is restored within 15 minutes, with the step, the requested code and the typed values (R37, D-40)', async () => {
    await phoned()
    later(15 * MINUTE - 1)
    const { phone } = typed
    expect(await input()).toEqual({ ...visit, step: 'otp', typed: { ...blank, phone }, phone, otp: asked })
    const again = await page()
    expect(again.actor.getSnapshot().matches('verifying')).toBe(true)
  })

  test('is not restored after 15 minutes (R37)', async () => {
    await phoned()
    later(15 * MINUTE)
    expect(await input()).toEqual(visit)
  })

  test('is kept for another 15 minutes after each keystroke (R37)', async () => {
    const app = await page()
    app.type({ phone: '0' })
    later(10 * MINUTE)
    app.type({ phone: '08' })
    later(10 * MINUTE)
    expect(await input()).toMatchObject({ typed: { phone: '08' } })
  })

  test('belongs to this tab only, and is removed after the registration (R37)', async () => {
    const app = await phoned({ hasOtp: false })
    expect([[...stores.session.keys()], [...stores.local.keys()]]).toEqual([['register'], []])
    app.actor.stop()
    await registered({ hasOtp: false })
    // only the phone number is left, to fill in the login form
    expect([[...stores.session.keys()], stores.local.size]).toEqual([['registered'], 0])
    expect(await input()).toEqual(visit)
  })

  test.each([true, false])(
    'never contains the password or the one-time code (OTP: %s) (R42, R43, R39)',
    async (hasOtp) => {
      const written = [vi.spyOn(stores.session, 'set'), vi.spyOn(stores.local, 'set')]
      await registered({ hasOtp, code: 'PRm1' })
      const texts = written.flatMap(({ mock }) => mock.calls.map(([, text]) => text))
      expect(texts.length).toBeGreaterThan(12)
      expect(texts.join()).toContain(typed.accountNo)
      expect(texts.join()).not.toMatch(new RegExp(`${PASSWORD}|${CODE}`))
    },
  )

  const good = { at: START, step: 'bank', typed, phone: typed.phone, otp: asked }
  const strange: [string, unknown][] = [
    ['null', null],
    ['a list', [good]],
    ['an empty object', {}],
    ['without a time', { ...good, at: undefined }],
    ['with a date instead of a timestamp', { ...good, at: '2026-01-02' }],
    ['with an unknown step', { ...good, step: 'done' }],
    ['without typed values', { ...good, typed: undefined }],
    ['with a missing field', { ...good, typed: { ...typed, firstName: undefined } }],
    ['with a number instead of a text', { ...good, typed: { ...typed, name: 5 } }],
    ['with a text that is too long', { ...good, typed: { ...typed, name: 'x'.repeat(201) } }],
    ['with an unknown currency', { ...good, typed: { ...typed, currency: 'USD' } }],
    ['without a phone number', { ...good, phone: null }],
    ['with a code reference but no token', { ...good, otp: { ref: 'AB2C' } }],
  ]
  test.each(strange)('is ignored if it is invalid (%s: %o) (R37)', async (_, draft) => {
    stores.session.set('register', JSON.stringify(draft))
    expect(await input()).toEqual(visit)
  })

  test.each(['', '{', 'undefined', '{"at":1,}', '\u0000'])(
    'is ignored if the stored text is %j (R37)',
    async (text) => {
      stores.session.set('register', text)
      expect(await input()).toEqual(visit)
    },
  )

  test('is restored without unknown fields (R37)', async () => {
    stores.session.set('register', JSON.stringify({ ...good, password: 'x', typed: { ...typed, confirm: 'x' } }))
    expect(await input()).toEqual({ ...visit, step: 'bank', typed, phone: typed.phone, otp: asked })
  })
})

describe('the invite code', () => {
  const code = () => stores.local.get('code')

  test('is stored and filled in when the player opens an invite link (R50, R51, R52, R202)', async () => {
    const { context } = await page({ code: 'PRm1' })
    expect(context()).toMatchObject({ isInvited: true, typed: { inviteCode: 'PRm1' } })
    expect(code()).toBe('PRm1')
  })

  test('is still filled in 90 days later, in a new tab and without the link (R51, R52)', async () => {
    await page({ code: 'PRm1' })
    stores.session.clear()
    later(90 * 24 * 60 * MINUTE)
    expect(await input()).toEqual({ ...visit, isInvited: true, typed: { ...blank, inviteCode: 'PRm1' } })
  })

  test('is replaced by the code from a newer link, even if the player has typed the earlier code (R50, R51)', async () => {
    await page({ code: 'PRm1' })
    expect((await page({ code: 'PRm2' })).context()).toMatchObject({ isInvited: true, typed: { inviteCode: 'PRm2' } })
    expect(code()).toBe('PRm2')
    stores.local.clear()
    const app = await page()
    app.type({ inviteCode: 'PRtyped' })
    expect(await input('PRm3')).toMatchObject({ isInvited: true, typed: { inviteCode: 'PRm3' } })
  })

  test('is treated as missing if the stored value is empty (R51, R52)', async () => {
    stores.local.set('code', '')
    expect(await input()).toEqual(visit)
  })

  test('is no longer stored once the player removes it (R52)', async () => {
    const app = await phoned({ code: 'PRm1', hasOtp: false })
    app.actor.send({ type: 'invite.drop' })
    expect(code()).toBeUndefined()
    expect(await input()).toMatchObject({ isInvited: false, step: 'profile', typed: { inviteCode: '' } })
  })

  test('is stored only in the draft if the player typed it (R51, R45)', async () => {
    const app = await page()
    app.type({ inviteCode: 'PRtyped' })
    expect(code()).toBeUndefined()
    expect(await input()).toMatchObject({ isInvited: false, typed: { inviteCode: 'PRtyped' } })
  })

  test('is sent exactly as it was in the link, and removed after the registration (D-41)', async () => {
    const app = await registered({ code: 'PRm1' })
    expect(app.sent.get('/api/account')).toMatchObject({ inviteCode: 'PRm1' })
    expect([code(), await input()]).toEqual([undefined, visit])
  })
})

test('registration works without browser storage, and still uses the code from an invite link (R37, R51)', async () => {
  fakeWindow({ isBlocked: true })
  const app = await registered({ code: 'PRm1' })
  expect(app.sent.get('/api/account')).toMatchObject({ inviteCode: 'PRm1', bankAccountName: 'SOMJAI DEE' })
  expect(await input()).toEqual(visit)
})

test('a build for Laos starts the registration with isLaos set (R49, R253, D-51)', async () => {
  vi.stubEnv('VITE_LAOS', '1')
  expect(await input()).toEqual({ ...visit, isLaos: true })
})

test('a tab without an invite code does not delete a code that another tab has stored (R51, R52)', async () => {
  const app = await page()
  stores.local.set('code', 'PRother')
  app.type({ name: 'x' })
  expect(stores.local.get('code')).toBe('PRother')
})

test('step 3 reloads the sources when the language changes, but not when the player returns to the step (R44, R145)', async () => {
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { documentElement: {}, cookie: '', querySelector: () => null }),
  )
  vi.stubGlobal('location', { protocol: 'https:' })
  const app = await phoned({ hasOtp: false })
  const { nowSpoken, startLanguage, switchLanguage } = await import('#src/lib/i18n.ts')
  await startLanguage('th')
  app.sent.clear()
  await switchLanguage('en')
  await until(() => expect([...app.sent.keys()]).toEqual(['/api/lookup/sources']))
  expect(nowSpoken().language).toBe('en')
  await waitFor(app.actor, ({ context }) => context.language === 'en')
  app.sent.clear()
  for (const leave of [() => app.actor.send({ type: 'step.back' }), () => {}]) {
    app.type({ name: typed.name, sourceCode: typed.sourceCode })
    app.actor.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
    await app.until('bank')
    leave()
  }
  expect([...app.sent.keys()]).toEqual(['/api/account/validate'])
})

test('a code that the browser reads from the text message is checked immediately (R39)', async () => {
  const get = vi.fn(async () => ({ code: CODE }))
  Object.assign(window, { OTPCredential: class {} })
  vi.stubGlobal('navigator', { credentials: { get } })
  const app = await phoned()
  await app.until('profile')
  expect(app.sent.get('/api/otp/verify')).toEqual({ otpToken: asked.token, otpCode: CODE })
})
