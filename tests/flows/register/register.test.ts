import { describe, expect, test } from 'vitest'
import type { Typed } from '#contract/register.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, blank, lists, PASSWORD, typed, visit } from '#tests/kit/samples/register.ts'
import { listener, start } from '#tests/kit/start.ts'
import register from './register.model.ts'

type Start = Partial<typeof visit>

async function open(more: Start = {}) {
  const toasts = listener()
  const it = await start(register, { ...visit, ...more, toasts: toasts.ref as never }, { actions: ['saveDraft'] })
  const type = (field: keyof Typed, text: string) => it.send({ type: 'field.type', field, text })
  return { ...it, toasts: toasts.heard, type, context: () => it.now().context, at: () => it.now().context.step }
}
async function ready(hasOtp: boolean, more?: Start) {
  const it = await open(more)
  await it.answer('lookups', { hasOtp, ...lists })
  return it
}
/** The phone number is entered. */
async function phoned(hasOtp: boolean, phone = '0812345678', more?: Start) {
  const it = await ready(hasOtp, more)
  await it.type('phone', phone)
  await it.send({ type: 'phone.submit' })
  return it
}
describe('required settings', () => {
  test('loads OTP, banks and sources at once (R40, R44, R46, R144, R145)', async () => {
    const it = await open()
    expect([it.waits('lookups'), it.now().hasTag('busy')]).toEqual([true, true])
    await it.answer('lookups', { hasOtp: true, ...lists })
    expect(it.context()).toMatchObject({ hasOtp: true, ...lists })
    expect(it.now().matches('phone')).toBe(true)
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'without them nobody registers, with OTP or without: %o (R40, R205)',
    async (failure) => {
      const it = await open({ typed, phone: typed.phone, step: 'profile' })
      await it.fail('lookups', failure)
      await it.send({ type: 'phone.submit' }, { type: 'bank.submit', password: PASSWORD }, { type: 'step.back' })
      expect([it.now().value, it.fakes.calls.length]).toEqual(['unavailable', 1])
      await it.send({ type: 'lookup.retry' })
      await it.answer('lookups', { hasOtp: true, ...lists })
      expect(it.now().matches('profile')).toBe(true)
    },
  )
})

describe('step 1', () => {
  test('with OTP step 2 verifies the phone, in plain digits (R38, R204, R40)', async () => {
    const it = await phoned(true, '๐๘๑-234 5678')
    expect(it.asked('otp')).toMatchObject([{ phone: '0812345678', otp: null, owner: it.actor }])
    expect(it.context()).toMatchObject({ phone: '0812345678', typed: { phone: '๐๘๑-234 5678' } })
  })

  test('without OTP goes straight to step 3 (R205, R40)', async () => {
    const it = await phoned(false)
    expect([it.now().value, it.at(), it.asked('otp')]).toEqual(['profile', 'profile', []])
  })

  test.each([
    ['081234567', 'phone'],
    ['081234567x', 'digits'],
    ['', 'empty'],
  ])('%j: %s, until the player types (R251, R252)', async (phone, problem) => {
    const it = await phoned(true, phone)
    expect([it.now().value, it.context().problem, it.toasts]).toEqual(['phone', problem, []])
    await it.type('phone', '0')
    expect(it.context().problem).toBeNull()
  })

  test('in Laos accepts any number of digits (R253)', async () => {
    const it = await phoned(false, '20 555', { isLaos: true })
    expect([it.now().value, it.context().phone]).toEqual(['profile', '20555'])
  })
})

describe('step 2', () => {
  test('opens once a code was sent, which is stored (R39, R204, D-40)', async () => {
    const it = await phoned(true)
    expect(it.at()).toBe('phone')
    const saved = it.done.length
    await it.send({ type: 'otp.sent', otp: asked })
    expect([it.at(), it.context().otp, it.done.length]).toEqual(['otp', asked, saved + 1])
  })

  test('ends only by the phone check', async () => {
    const it = await phoned(true)
    await it.send({ type: 'phone.submit' }, { type: 'step.back' }, { type: 'lookup.retry' })
    expect([it.now().value, it.asked('otp').length]).toEqual(['verifying', 1])
  })

  test('the phone is verified: step 3 (R206, R207)', async () => {
    const it = await phoned(true)
    await it.answer('otp', 'verified')
    expect([it.now().value, it.at()]).toEqual(['profile', 'profile'])
  })

  test('back to step 1: the number stays, the code is dropped, and the next number gets its own (D-40)', async () => {
    const it = await phoned(true)
    await it.send({ type: 'otp.sent', otp: asked })
    await it.answer('otp', 'left')
    expect(it.context()).toMatchObject({ step: 'phone', otp: null, typed: { phone: '0812345678' } })
    await it.type('phone', '0898765432')
    await it.send({ type: 'phone.submit' })
    expect(it.asked('otp')).toMatchObject([{ phone: '0812345678' }, { phone: '0898765432', otp: null }])
  })
})

describe('the page is reloaded', () => {
  const draft = { typed, phone: typed.phone }
  test('at step 2: checks the requested code (D-40)', async () => {
    const it = await ready(true, { ...draft, step: 'otp', otp: asked })
    expect([it.now().value, it.at()]).toEqual(['verifying', 'otp'])
    expect(it.asked('otp')).toMatchObject([{ phone: '0812345678', otp: asked }])
  })

  test.each([
    [false, asked],
    [true, null],
  ])('at step 2, but OTP is %s and the code %o: step 1 (R40, R205)', async (hasOtp, otp) => {
    const it = await ready(hasOtp, { ...draft, step: 'otp', otp })
    expect([it.now().value, it.at(), it.context().otp]).toEqual(['phone', 'phone', null])
  })

  test.each(['profile', 'bank'] as const)(
    'at step %s: step 3, because passwords are stored nowhere (R42)',
    async (step) => {
      for (const hasOtp of [true, false]) {
        const it = await ready(hasOtp, { ...draft, step })
        expect([it.now().value, it.at(), it.context().typed]).toEqual(['profile', 'profile', typed])
      }
    },
  )
})

test('stores every keystroke and every step', async () => {
  const it = await open()
  expect(it.done).toHaveLength(1)
  await it.answer('lookups', { hasOtp: false, ...lists })
  await it.type('phone', '0812345678')
  await it.send({ type: 'phone.submit' })
  expect([it.done.length, it.context().typed]).toEqual([4, { ...blank, phone: '0812345678' }])
})
