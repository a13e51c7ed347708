import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Typed } from '#contract/register.ts'
import { members } from '#server/core/schema/members.ts'
import { DEMO } from '#server/demo/seed.ts'
import { wire } from '#src/api/request.ts'
import { type RegisterClient, registerClient, verifiedHere } from '#tests/kit/register-client.ts'
import { type Backend, NEWCOMER, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const MINUTE = 60_000
const PHONE = NEWCOMER.username
const own = { ...wire }
let backend: Backend
let app: RegisterClient

beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  wire.fetch = backend.fetch
  app = await registerClient()
})
afterEach(() => {
  app.actor.stop()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

/** The expected error code, a description of the situation, the function that sets it up, and the player's input. */
type Case = { code: string; when: string; before?: () => unknown; typed?: Partial<Typed> }

const close = () => backend.turn('registerClosed', true)
const switchOff = () => backend.turn('registerOTP', false)
/** Requests a code for this phone from another browser. */
const elsewhere = () => backend.code(PHONE)
async function registerElsewhere() {
  await switchOff()
  await backend.call('account.create', { ...NEWCOMER, bankAccountNo: '987654321' })
  await backend.turn('registerOTP', true)
}
const expectTold = (code: string, state: string) => expect([app.told(), app.now().value]).toEqual([[code], state])

const SENDING: Case[] = [
  { code: 'REQUEST_LIMIT_1MIN', when: 'a code was sent just now', before: elsewhere },
  {
    code: 'REQUEST_LIMIT',
    when: 'five codes were sent within the hour',
    before: async () => {
      for (let sent = 0; sent < 5; sent++) await elsewhere().then(() => backend.pass(MINUTE))
    },
  },
  {
    code: 'OTP_BLOCK',
    when: 'five codes were wrong',
    before: async () => {
      const { otpToken, wrong } = await elsewhere()
      for (let tries = 0; tries < 5; tries++) await backend.call('otp.verify', { otpToken, otpCode: wrong })
    },
  },
  { code: 'OTP_SEND_FAIL', when: 'text messages cannot be sent', before: () => backend.form('/sms', { isOn: 'true' }) },
  { code: 'REGISTER_FAIL', when: 'registration is closed', before: close },
]
test.each(SENDING)(
  'step 1 reports $code if $when, lets the player correct the phone, and creates no member (R392, R324)',
  async (each) => {
    await each.before?.()
    await app.phone(each.typed?.phone)
    expectTold(each.code, 'phone')
    expect(app.now().context.otp).toBeNull()
    expect(await backend.db.$count(members)).toBe(backend.seeded)
  },
)

test('step 1 reports PHONE_NUMBER_REQUIRE_10_DIGIT if the page is built for Laos, but the site is Thai (R252, R392)', async () => {
  app.actor.stop()
  app = await registerClient({ isLaos: true })
  await app.phone('2055512')
  expectTold('PHONE_NUMBER_REQUIRE_10_DIGIT', 'phone')
})

test('entering the code for a member’s phone reports EXISTING_USER, and another phone can be entered (R392, R325)', async () => {
  const { username } = DEMO.member
  await app.phone(username)
  await app.submitCode(/#(\d{6})$/.exec((await backend.texts(username))[0] ?? '')?.[1] ?? '')
  expectTold('EXISTING_USER', 'phone')
  expect((await app.phone()).value).toBe('verifying')
})

describe('the code in step 2', () => {
  let right: { otpToken: string; otpCode: string }
  const WRONG = 'x'
  beforeEach(async () => {
    await app.phone()
    const otpCode = /#(\d{6})$/.exec((await backend.texts(PHONE))[0] ?? '')?.[1] ?? ''
    right = { otpToken: app.now().context.otp?.token ?? '', otpCode }
  })

  const CHECKING: Case[] = [
    { code: 'OTP_EXPIRED', when: 'the code is five minutes old', before: () => backend.pass(5 * MINUTE) },
    {
      code: 'OTP_TOKEN_INVALID',
      when: 'a newer code was sent',
      before: async () => {
        backend.pass(MINUTE)
        await elsewhere()
      },
    },
    {
      code: 'OTP_NOT_EXIST',
      when: 'the code was accepted 15 minutes ago',
      before: async () => {
        await backend.call('otp.verify', right)
        backend.pass(15 * MINUTE)
      },
    },
    { code: 'OTP_VERIFY_FAIL', when: 'OTP was switched off', before: switchOff },
  ]
  test.each(CHECKING)(
    'is refused with $code if $when, and the player can enter another code (R392, R325)',
    async (each) => {
      await each.before?.()
      await app.submitCode(right.otpCode)
      expectTold(each.code, 'verifying')
      expect(app.otp().getSnapshot().matches('open')).toBe(true)
    },
  )

  test('is refused with OTP_CODE_INVALID if it is wrong, and can be corrected (R392, R325)', async () => {
    await app.submitCode(WRONG)
    expectTold('OTP_CODE_INVALID', 'verifying')
    expect((await app.submitCode(right.otpCode)).value).toBe('profile')
  })

  test('is refused with OTP_BLOCK after five wrong attempts, even if it is right (R392)', async () => {
    for (let tries = 0; tries < 5; tries++) await app.submitCode(WRONG)
    await app.submitCode(right.otpCode)
    expect(app.told()).toEqual([...Array(4).fill('OTP_CODE_INVALID'), 'OTP_BLOCK', 'OTP_BLOCK'])
  })
})

describe('the profile in step 3', () => {
  beforeEach(async () => {
    await verifiedHere(backend, PHONE)
    await app.phone()
  })

  const VALIDATING: Case[] = [
    { code: 'EXISTING_USER', when: 'somebody else was quicker', before: registerElsewhere },
    { code: 'INVITE_CODE_INVALID', when: 'the invite code is unknown', typed: { inviteCode: 'PRnobody' } },
    { code: 'INVALID_USER_INFO', when: 'the source is not in the list', typed: { sourceCode: 'moon' } },
    { code: 'REGISTER_FAIL', when: 'registration is closed', before: close },
  ]
  test.each(VALIDATING)(
    'is refused with $code if $when, and the player stays on this step (R392, R318, R208)',
    async (each) => {
      await each.before?.()
      await app.person(each.typed)
      expectTold(each.code, 'profile')
    },
  )

  test('is refused with UNVERIFIED_OTP 15 minutes after the verification, and the phone must be verified again (R392)', async () => {
    backend.pass(15 * MINUTE)
    await app.person()
    expectTold('UNVERIFIED_OTP', 'phone')
    expect((await app.phone()).value).toBe('verifying')
  })
})

describe('the bank account in step 4', () => {
  beforeEach(async () => {
    await verifiedHere(backend, PHONE)
    await app.phone()
    await app.person()
  })

  const taken = { bankCode: DEMO.member.bankCode, accountNo: DEMO.member.bankAccountNo }
  const CREATING: Case[] = [
    { code: 'EXISTING_BANK', when: 'the account belongs to a member', typed: taken },
    { code: 'INVALID_BANK', when: 'the site does not accept the bank', typed: { bankCode: 'BCEL' } },
    { code: 'INVALID_USER_INFO', when: 'the account name is too long', typed: { firstName: 'A'.repeat(101) } },
    { code: 'EXISTING_USER', when: 'somebody else was quicker', before: registerElsewhere },
    { code: 'REGISTER_FAIL', when: 'registration is closed', before: close },
  ]
  test.each(CREATING)(
    'is refused with $code if $when, and the player stays on this step with the typed values (R392, R319)',
    async (each) => {
      await each.before?.()
      await app.account(each.typed)
      expectTold(each.code, 'bank')
      expect(app.now().context.typed.name).toBe(NEWCOMER.name)
    },
  )

  test('can be replaced after a refusal, and the next request has a new idempotency key (R392, R209)', async () => {
    await app.account(taken)
    const { key } = app.now().context
    expect((await app.account()).value).toBe('registered')
    expect(app.now().context.key).not.toBe(key)
    expect(await backend.db.$count(members)).toBe(backend.seeded + 1)
  })

  test('is refused with UNVERIFIED_OTP 15 minutes after the verification, and the phone must be verified again (R392)', async () => {
    backend.pass(15 * MINUTE)
    await app.account()
    expectTold('UNVERIFIED_OTP', 'phone')
    expect(await backend.db.$count(members)).toBe(backend.seeded)
  })

  test('is not sent if the bank requires an English account name and the name is Thai (R257)', async () => {
    await app.account({ bankCode: 'KTB', firstName: 'กระเป๋า' })
    expect([app.now().value, app.now().context.problem, app.told()]).toEqual(['bank', 'name', []])
  })
})
