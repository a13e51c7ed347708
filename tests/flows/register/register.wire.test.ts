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
  const it = await registerClient(options)
  opened.push(it)
  return it
}
const to = (url: string) => sent.filter((each) => each.url === url)
const memberOf = async (username = PHONE) =>
  (await backend.db.select().from(members).where(eq(members.username, username)))[0]
const codeIn = async () => /#(\d{6})$/.exec((await backend.texts(PHONE))[0] ?? '')?.[1] ?? ''

test('four steps, then the new member logs in (R37, R204, R206, R207, R208, R209, R53, D-39)', async () => {
  const it = await open()
  expect((await it.phone('061-111 1111')).matches('verifying')).toBe(true)
  expect(it.now().context.otp).toEqual({ ref: expect.stringMatching(/^\w{4}$/), token: expect.any(String) })
  expect((await backend.texts(PHONE))[0]).toContain(it.now().context.otp?.ref)
  expect((await it.submitCode(await codeIn())).matches('profile')).toBe(true)
  expect((await it.person()).matches('bank')).toBe(true)
  const { name, username, password, sourceCode, bankCode, bankAccountNo } = NEWCOMER
  const person = { name, username, password, sourceCode, inviteCode: '' }
  expect(to('/api/account/validate').map(({ body }) => body)).toEqual([person])
  const kept = [...stores.session.values(), ...stores.local.values()].join()
  expect(kept).toContain(PHONE)
  expect(kept).not.toContain(password)
  expect((await it.account()).matches('registered')).toBe(true)
  const member = { ...person, bankCode, bankAccountNo, bankAccountName: 'NEW PLAYER' }
  expect(to('/api/account').map(({ body }) => body)).toEqual([member])
  // the login fills in the phone number
  const left = [...stores.session]
  expect([it.told(), left, stores.local.size]).toEqual([['register.done'], [['registered', PHONE]], 0])
  it.pass(REDIRECT - 1)
  expect(it.now().status).toBe('active')
  it.pass(1)
  expect(it.now().status).toBe('done')

  const { token } = await request(accountCalls['account.login'], { username, password, key: 'one' })
  storeToken(token, false)
  const _id = (await memberOf())?.id
  expect(await request(profileCalls['account.profile'], {})).toEqual({ _id, name, username })
})

test('a site without OTP asks for no code (R40, R205, R151)', async () => {
  await backend.turn('registerOTP', false)
  const it = await open()
  expect((await it.phone()).matches('profile')).toBe(true)
  await it.person()
  expect((await it.account()).matches('registered')).toBe(true)
  expect(sent.filter(({ url }) => url.startsWith('/api/otp'))).toEqual([])
})

test('a phone that was just verified skips the message (R206)', async () => {
  await verifiedHere(backend, PHONE)
  const it = await open()
  expect((await it.phone()).matches('profile')).toBe(true)
  expect([(await backend.texts(PHONE)).length, it.told()]).toEqual([1, []])
})

test.each([
  [OFFERS, true],
  [OFFERS.filter((offer) => offer !== 'otp'), false],
])(
  'the token of the verified code goes along only to a backend that asks for it (R207, R208)',
  async (offers, isSent) => {
    wire.site = async () => ({ ...SITE, offers })
    const it = await open()
    await it.phone()
    const token = it.now().context.otp?.token ?? ''
    await it.submitCode(await codeIn())
    await it.person()
    const tokens = (url: string) => to(url).map(({ proof }) => proof)
    expect(tokens('/api/account/validate')).toEqual([isSent ? token : null])
    expect(tokens('/api/otp/verify')).toEqual([null])
  },
)

test('a browser without storage proves the verification, too (R207, R208)', async () => {
  fakeWindow({ isBlocked: true })
  const it = await open()
  await it.phone()
  await it.submitCode(await codeIn())
  expect((await it.person()).value).toBe('bank')
})

test('accepts a verification made elsewhere in the meantime (R207, D-40)', async () => {
  const it = await open()
  await it.phone()
  const [otpCode, otpToken] = [await codeIn(), it.now().context.otp?.token ?? '']
  await backend.call('otp.verify', { otpToken, otpCode })
  expect((await it.submitCode(otpCode)).matches('profile')).toBe(true)
  expect(it.told()).toEqual([])
})

test('OTP switched off in mid-flow: reports it, and the reloaded page continues without it (R205, R40)', async () => {
  const it = await open()
  await it.phone()
  await backend.turn('registerOTP', false)
  await it.submitCode(await codeIn())
  expect([it.now().value, it.told()]).toEqual(['verifying', ['OTP_VERIFY_FAIL']])
  it.actor.stop()
  const again = await open()
  expect(again.now().value).toBe('phone')
  expect(again.now().context.typed.phone).toBe(PHONE)
  expect((await again.phone()).matches('profile')).toBe(true)
})

test('OTP switched off before the code is requested: none is needed (R205)', async () => {
  const it = await open()
  await backend.turn('registerOTP', false)
  expect((await it.phone()).matches('profile')).toBe(true)
})

test('OTP switched on in mid-flow: the phone is verified after all (R40, R443)', async () => {
  await backend.turn('registerOTP', false)
  const it = await open()
  await it.phone()
  await backend.turn('registerOTP', true)
  expect((await it.person()).value).toBe('phone')
  expect(it.told()).toEqual(['UNVERIFIED_OTP'])
  expect((await it.phone()).matches('verifying')).toBe(true)
})

test('a new code after a minute is valid, the one before is not (D-40)', async () => {
  const it = await open()
  await it.phone()
  const [old, ref] = [await codeIn(), it.now().context.otp?.ref]
  backend.pass(60_000)
  await waitFor(it.otp(), (s) => s.context.resendAt !== null)
  it.otp().send({ type: 'clock.tick', now: Date.now() + 61_000 })
  it.otp().send({ type: 'otp.resend' })
  await it.quiet()
  expect(it.now().context.otp?.ref).not.toBe(ref)
  const fresh = await codeIn()
  await it.submitCode(old)
  expect(it.told()).toEqual(['OTP_CODE_INVALID'])
  expect((await it.submitCode(fresh)).matches('profile')).toBe(true)
})

describe('exactly once: a lost reply', () => {
  test('of otp.send: resent with the same key, one message is sent', async () => {
    const it = await open()
    loseReply()
    await it.phone()
    expect([it.otp().getSnapshot().value, it.told()]).toEqual(['unsent', [NO_CONNECTION]])
    it.otp().send({ type: 'otp.retry' })
    await it.quiet()
    const keys = to('/api/otp/send').map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    expect(await backend.texts(PHONE)).toHaveLength(1)
    expect((await it.submitCode(await codeIn())).matches('profile')).toBe(true)
  })

  test('of account.create: checked with the same key, one member is created', async () => {
    await verifiedHere(backend, PHONE)
    const it = await open()
    await it.phone()
    await it.person()
    loseReply()
    expect((await it.account()).value).toBe('unsure')
    expect(it.told()).toEqual([])
    expect((await it.check()).value).toBe('registered')
    const [first, second, ...more] = to('/api/account')
    expect([second, more]).toEqual([first, []])
    expect(await backend.db.$count(members, eq(members.username, PHONE))).toBe(1)
  })
})

test('an invite code is stored, sent as it arrived, saved with the member, and removed (R50, R51, R52, D-41)', async () => {
  await backend.turn('registerOTP', false)
  const inviter = (await memberOf(DEMO.member.username))?.id
  const first = await open({ code: `PR${inviter}` })
  expect(stores.local.get('code')).toBe(`PR${inviter}`)
  first.actor.stop()
  const it = await open()
  expect([it.now().context.typed.inviteCode, it.now().context.isInvited]).toEqual([`PR${inviter}`, true])
  await it.phone()
  await it.person()
  await it.account()
  expect((await memberOf())?.inviterId).toBe(inviter)
  expect(stores.local.has('code')).toBe(false)
})

test.each(['LAK', 'BAHT'] as const)(
  'a Laos site registers a phone of any length with an account in %s (R49, R143, R253, R510)',
  async (currency) => {
    await begin({ VITE_LAOS: '1' })
    const it = await open({ isLaos: true })
    expect(it.now().context.banks[0]?.code).toBe('BCEL')
    await verifiedHere(backend, '20555512')
    expect((await it.phone('20 5555 12')).matches('profile')).toBe(true)
    await it.person()
    await it.account({ bankCode: 'BCEL', ...(currency === 'BAHT' ? { currency } : {}) })
    expect(it.now().value).toBe('registered')
    expect(await memberOf('20555512')).toMatchObject({ currency, bankCode: 'BCEL' })
  },
)

test('loads the form when the player tries again after the site did not answer (D-48)', async () => {
  const direct = wire.fetch
  wire.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const it = await open()
  expect(it.now().value).toBe('unavailable')
  wire.fetch = direct
  it.actor.send({ type: 'lookup.retry' })
  expect((await it.quiet()).value).toBe('phone')
})
