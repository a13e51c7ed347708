import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { accountCalls } from '#contract/account.ts'
import { NO_CONNECTION } from '#contract/failure.ts'
import { REDIRECT } from '#contract/limits.ts'
import { OFFERS } from '#contract/offers.ts'
import { profileCalls } from '#contract/profile.ts'
import { OTP_HEADER } from '#contract/register.ts'
import { members } from '#server/core/schema/members.ts'
import { DEMO } from '#server/demo/seed.ts'
import { request, wire } from '#src/api/request.ts'
import { clearToken, storeToken } from '#src/lib/token.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { type RegisterClient, registerClient, verifiedHere } from '#tests/kit/register-client.ts'
import { type Backend, NEWCOMER, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
const PHONE = NEWCOMER.username
let backend: Backend
let stores: ReturnType<typeof fakeWindow>
const opened: RegisterClient[] = []
let sent: { url: string; key: string | null; proof: string | null; body: Record<string, unknown> }[] = []

async function begin(env: Record<string, string> = {}) {
  backend = await startBackend({ env })
  sent = []
  wire.fetch = (url, init) => {
    const body = JSON.parse(String(init.body ?? '{}'))
    const headers = new Headers(init.headers)
    sent.push({ url, key: headers.get('Idempotency-Key'), proof: headers.get(OTP_HEADER), body })
    return backend.fetch(url, init)
  }
}
beforeEach(async () => {
  await begin()
  stores = fakeWindow()
})
afterEach(() => {
  for (const { actor } of opened.splice(0)) actor.stop()
  clearToken()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

async function open(options?: Parameters<typeof registerClient>[0]) {
  const app = await registerClient(options)
  opened.push(app)
  return app
}
const to = (url: string) => sent.filter((each) => each.url === url)
const memberOf = async (username = PHONE) =>
  (await backend.db.select().from(members).where(eq(members.username, username)))[0]
const codeIn = async () => /#(\d{6})$/.exec((await backend.texts(PHONE))[0] ?? '')?.[1] ?? ''

test('after the four steps of the registration, the new member can log in (R37, R204, R206, R207, R208, R209, R53, D-39)', async () => {
  const app = await open()
  expect((await app.phone('061-111 1111')).matches('verifying')).toBe(true)
  expect(app.now().context.otp).toEqual({ ref: expect.stringMatching(/^\w{4}$/), token: expect.any(String) })
  expect((await backend.texts(PHONE))[0]).toContain(app.now().context.otp?.ref)
  expect((await app.submitCode(await codeIn())).matches('profile')).toBe(true)
  expect((await app.person()).matches('bank')).toBe(true)
  const { name, username, password, sourceCode, bankCode, bankAccountNo } = NEWCOMER
  const person = { name, username, password, sourceCode, inviteCode: '' }
  expect(to('/api/account/validate').map(({ body }) => body)).toEqual([person])
  const kept = [...stores.session.values(), ...stores.local.values()].join()
  expect(kept).toContain(PHONE)
  expect(kept).not.toContain(password)
  expect((await app.account()).matches('registered')).toBe(true)
  const member = { ...person, bankCode, bankAccountNo, bankAccountName: 'NEW PLAYER' }
  expect(to('/api/account').map(({ body }) => body)).toEqual([member])
  // the phone number is stored for the login form
  const left = [...stores.session]
  expect([app.told(), left, stores.local.size]).toEqual([['register.done'], [['registered', PHONE]], 0])
  app.pass(REDIRECT - 1)
  expect(app.now().status).toBe('active')
  app.pass(1)
  expect(app.now().status).toBe('done')

  const { token } = await request(accountCalls['account.login'], { username, password, key: 'one' })
  storeToken(token, false)
  const _id = (await memberOf())?.id
  expect(await request(profileCalls['account.profile'], {})).toEqual({ _id, name, username })
})

test('a player on a site without OTP registers without a code (R40, R205, R151)', async () => {
  await backend.turn('registerOTP', false)
  const app = await open()
  expect((await app.phone()).matches('profile')).toBe(true)
  await app.person()
  expect((await app.account()).matches('registered')).toBe(true)
  expect(sent.filter(({ url }) => url.startsWith('/api/otp'))).toEqual([])
})

test('the server does not send a second code to a phone that has just been verified (R206)', async () => {
  await verifiedHere(backend, PHONE)
  const app = await open()
  expect((await app.phone()).matches('profile')).toBe(true)
  expect([(await backend.texts(PHONE)).length, app.told()]).toEqual([1, []])
})

test.each([
  [OFFERS, true],
  [OFFERS.filter((offer) => offer !== 'otp'), false],
])(
  'the token of the verified code is sent only to a backend with the offer `otp` (R207, R208)',
  async (offers, isSent) => {
    wire.site = async () => ({ ...SITE, offers })
    const app = await open()
    await app.phone()
    const token = app.now().context.otp?.token ?? ''
    await app.submitCode(await codeIn())
    await app.person()
    const tokens = (url: string) => to(url).map(({ proof }) => proof)
    expect(tokens('/api/account/validate')).toEqual([isSent ? token : null])
    expect(tokens('/api/otp/verify')).toEqual([null])
  },
)

test('a verified phone also counts as verified in a browser without storage (R207, R208)', async () => {
  fakeWindow({ isBlocked: true })
  const app = await open()
  await app.phone()
  await app.submitCode(await codeIn())
  expect((await app.person()).value).toBe('bank')
})

test('the registration continues if the code was accepted elsewhere before the player submits it (R207, D-40)', async () => {
  const app = await open()
  await app.phone()
  const [otpCode, otpToken] = [await codeIn(), app.now().context.otp?.token ?? '']
  await backend.call('otp.verify', { otpToken, otpCode })
  expect((await app.submitCode(otpCode)).matches('profile')).toBe(true)
  expect(app.told()).toEqual([])
})

test('if OTP is switched off after a code was sent, the code is refused, and the player continues without OTP after a reload (R205, R40)', async () => {
  const app = await open()
  await app.phone()
  await backend.turn('registerOTP', false)
  await app.submitCode(await codeIn())
  expect([app.now().value, app.told()]).toEqual(['verifying', ['OTP_VERIFY_FAIL']])
  app.actor.stop()
  const again = await open()
  expect(again.now().value).toBe('phone')
  expect(again.now().context.typed.phone).toBe(PHONE)
  expect((await again.phone()).matches('profile')).toBe(true)
})

test('if OTP is switched off before a code is requested, the player needs no code (R205)', async () => {
  const app = await open()
  await backend.turn('registerOTP', false)
  expect((await app.phone()).matches('profile')).toBe(true)
})

test('if OTP is switched on during a registration, the phone must be verified (R40, R443)', async () => {
  await backend.turn('registerOTP', false)
  const app = await open()
  await app.phone()
  await backend.turn('registerOTP', true)
  expect((await app.person()).value).toBe('phone')
  expect(app.told()).toEqual(['UNVERIFIED_OTP'])
  expect((await app.phone()).matches('verifying')).toBe(true)
})

test('the player can request a new code after a minute, and the new code replaces the previous one (D-40)', async () => {
  const app = await open()
  await app.phone()
  const [old, ref] = [await codeIn(), app.now().context.otp?.ref]
  backend.pass(60_000)
  await waitFor(app.otp(), (s) => s.context.resendAt !== null)
  app.otp().send({ type: 'clock.tick', now: Date.now() + 61_000 })
  app.otp().send({ type: 'otp.resend' })
  await app.quiet()
  expect(app.now().context.otp?.ref).not.toBe(ref)
  const fresh = await codeIn()
  await app.submitCode(old)
  expect(app.told()).toEqual(['OTP_CODE_INVALID'])
  expect((await app.submitCode(fresh)).matches('profile')).toBe(true)
})

describe('a lost reply', () => {
  test('to otp.send is recovered by a retry with the same idempotency key, without a second text message', async () => {
    const app = await open()
    loseReply()
    await app.phone()
    expect([app.otp().getSnapshot().value, app.told()]).toEqual(['unsent', [NO_CONNECTION]])
    app.otp().send({ type: 'otp.retry' })
    await app.quiet()
    const keys = to('/api/otp/send').map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    expect(await backend.texts(PHONE)).toHaveLength(1)
    expect((await app.submitCode(await codeIn())).matches('profile')).toBe(true)
  })

  test('to account.create is recovered by a check with the same idempotency key, without a second member', async () => {
    await verifiedHere(backend, PHONE)
    const app = await open()
    await app.phone()
    await app.person()
    loseReply()
    expect((await app.account()).value).toBe('unsure')
    expect(app.told()).toEqual([])
    expect((await app.check()).value).toBe('registered')
    const [first, second, ...more] = to('/api/account')
    expect([second, more]).toEqual([first, []])
    expect(await backend.db.$count(members, eq(members.username, PHONE))).toBe(1)
  })
})

test('an invite code is stored until the registration sends it, and the new member is linked to the inviter (R50, R51, R52, D-41)', async () => {
  await backend.turn('registerOTP', false)
  const inviter = (await memberOf(DEMO.member.username))?.id
  const first = await open({ code: `PR${inviter}` })
  expect(stores.local.get('code')).toBe(`PR${inviter}`)
  first.actor.stop()
  const app = await open()
  expect([app.now().context.typed.inviteCode, app.now().context.isInvited]).toEqual([`PR${inviter}`, true])
  await app.phone()
  await app.person()
  await app.account()
  expect((await memberOf())?.inviterId).toBe(inviter)
  expect(stores.local.has('code')).toBe(false)
})

test.each(['LAK', 'BAHT'] as const)(
  'a Laos site accepts a shorter phone number and a bank account in %s (R49, R143, R253, R510)',
  async (currency) => {
    await begin({ VITE_LAOS: '1' })
    const app = await open({ isLaos: true })
    expect(app.now().context.banks[0]?.code).toBe('BCEL')
    await verifiedHere(backend, '20555512')
    expect((await app.phone('20 5555 12')).matches('profile')).toBe(true)
    await app.person()
    await app.account({ bankCode: 'BCEL', ...(currency === 'BAHT' ? { currency } : {}) })
    expect(app.now().value).toBe('registered')
    expect(await memberOf('20555512')).toMatchObject({ currency, bankCode: 'BCEL' })
  },
)

test('the registration form loads on a retry after a failed connection (D-48)', async () => {
  const direct = wire.fetch
  wire.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const app = await open()
  expect(app.now().value).toBe('unavailable')
  wire.fetch = direct
  app.actor.send({ type: 'lookup.retry' })
  expect((await app.quiet()).value).toBe('phone')
})
