import { describe, expect, test } from 'vitest'
import type { Typed } from '#contract/register.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, blank, lists, PASSWORD, typed, visit } from '#tests/kit/samples/register.ts'
import { listener, start } from '#tests/kit/start.ts'
import register from './register.model.ts'

type Start = Partial<typeof visit>

async function open(more: Start = {}) {
  const toasts = listener()
  const app = await start(register, { ...visit, ...more, toasts: toasts.ref as never }, { actions: ['saveDraft'] })
  const type = (field: keyof Typed, text: string) => app.send({ type: 'field.type', field, text })
  return { ...app, toasts: toasts.heard, type, context: () => app.now().context, at: () => app.now().context.step }
}
async function ready(hasOtp: boolean, more?: Start) {
  const app = await open(more)
  await app.answer('lookups', { hasOtp, ...lists })
  return app
}
/** Opens the page and enters a phone number. */
async function phoned(hasOtp: boolean, phone = '0812345678', more?: Start) {
  const app = await ready(hasOtp, more)
  await app.type('phone', phone)
  await app.send({ type: 'phone.submit' })
  return app
}
describe('the settings for the registration', () => {
  test('include the OTP switch, the banks and the referral sources, and are loaded together (R40, R44, R46, R144, R145)', async () => {
    const app = await open()
    expect([app.waits('lookups'), app.now().hasTag('busy')]).toEqual([true, true])
    await app.answer('lookups', { hasOtp: true, ...lists })
    expect(app.context()).toMatchObject({ hasOtp: true, ...lists })
    expect(app.now().matches('phone')).toBe(true)
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'block every step if they fail to load (%o), until a retry succeeds (R40, R205)',
    async (failure) => {
      const app = await open({ typed, phone: typed.phone, step: 'profile' })
      await app.fail('lookups', failure)
      await app.send({ type: 'phone.submit' }, { type: 'bank.submit', password: PASSWORD }, { type: 'step.back' })
      expect([app.now().value, app.fakes.calls.length]).toEqual(['unavailable', 1])
      await app.send({ type: 'lookup.retry' })
      await app.answer('lookups', { hasOtp: true, ...lists })
      expect(app.now().matches('profile')).toBe(true)
    },
  )
})

describe('step 1 of the registration', () => {
  test('continues to step 2 if the site uses OTP, and sends only the digits of the phone number (R38, R204, R40)', async () => {
    const app = await phoned(true, '๐๘๑-234 5678')
    expect(app.asked('otp')).toMatchObject([{ phone: '0812345678', otp: null, owner: app.actor }])
    expect(app.context()).toMatchObject({ phone: '0812345678', typed: { phone: '๐๘๑-234 5678' } })
  })

  test('continues to step 3 if the site does not use OTP (R205, R40)', async () => {
    const app = await phoned(false)
    expect([app.now().value, app.at(), app.asked('otp')]).toEqual(['profile', 'profile', []])
  })

  test.each([
    ['081234567', 'phone'],
    ['081234567x', 'digits'],
    ['', 'empty'],
  ])('rejects %j, and shows the problem "%s" until the player types (R251, R252)', async (phone, problem) => {
    const app = await phoned(true, phone)
    expect([app.now().value, app.context().problem, app.toasts]).toEqual(['phone', problem, []])
    await app.type('phone', '0')
    expect(app.context().problem).toBeNull()
  })

  test('accepts fewer than ten digits in Laos (R253)', async () => {
    const app = await phoned(false, '20 555', { isLaos: true })
    expect([app.now().value, app.context().phone]).toEqual(['profile', '20555'])
  })
})

describe('step 2 of the registration', () => {
  test('starts once a code has been sent, and stores the code’s reference and token (R39, R204, D-40)', async () => {
    const app = await phoned(true)
    expect(app.at()).toBe('phone')
    const saved = app.done.length
    await app.send({ type: 'otp.sent', otp: asked })
    expect([app.at(), app.context().otp, app.done.length]).toEqual(['otp', asked, saved + 1])
  })

  test('cannot be left while the phone is being verified', async () => {
    const app = await phoned(true)
    await app.send({ type: 'phone.submit' }, { type: 'step.back' }, { type: 'lookup.retry' })
    expect([app.now().value, app.asked('otp').length]).toEqual(['verifying', 1])
  })

  test('continues to step 3 once the phone is verified (R206, R207)', async () => {
    const app = await phoned(true)
    await app.answer('otp', 'verified')
    expect([app.now().value, app.at()]).toEqual(['profile', 'profile'])
  })

  test('keeps the phone but not the code when the player goes back, and another phone requires a new code (D-40)', async () => {
    const app = await phoned(true)
    await app.send({ type: 'otp.sent', otp: asked })
    await app.answer('otp', 'left')
    expect(app.context()).toMatchObject({ step: 'phone', otp: null, typed: { phone: '0812345678' } })
    await app.type('phone', '0898765432')
    await app.send({ type: 'phone.submit' })
    expect(app.asked('otp')).toMatchObject([{ phone: '0812345678' }, { phone: '0898765432', otp: null }])
  })
})

describe('reloading the page during registration', () => {
  const draft = { typed, phone: typed.phone }
  test('keeps the requested code in step 2 (D-40)', async () => {
    const app = await ready(true, { ...draft, step: 'otp', otp: asked })
    expect([app.now().value, app.at()]).toEqual(['verifying', 'otp'])
    expect(app.asked('otp')).toMatchObject([{ phone: '0812345678', otp: asked }])
  })

  test.each([
    [false, asked],
    [true, null],
  ])(
    'returns from step 2 to step 1 if OTP is off or no code is stored (OTP: %s, stored code: %o) (R40, R205)',
    async (hasOtp, otp) => {
      const app = await ready(hasOtp, { ...draft, step: 'otp', otp })
      expect([app.now().value, app.at(), app.context().otp]).toEqual(['phone', 'phone', null])
    },
  )

  test.each(['profile', 'bank'] as const)(
    'resumes at step 3 if the draft was at the step "%s", because passwords are never stored (R42)',
    async (step) => {
      for (const hasOtp of [true, false]) {
        const app = await ready(hasOtp, { ...draft, step })
        expect([app.now().value, app.at(), app.context().typed]).toEqual(['profile', 'profile', typed])
      }
    },
  )
})

test('the registration saves its draft at every keystroke and every step', async () => {
  const app = await open()
  expect(app.done).toHaveLength(1)
  await app.answer('lookups', { hasOtp: false, ...lists })
  await app.type('phone', '0812345678')
  await app.send({ type: 'phone.submit' })
  expect([app.done.length, app.context().typed]).toEqual([4, { ...blank, phone: '0812345678' }])
})
