import { describe, expect, test } from 'vitest'
import { type AnyActorLogic, fromCallback } from 'xstate'
import { OTP_RESEND } from '#contract/limits.ts'
import type { Otp } from '#machines/otp.machine.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, CODE, toast } from '#tests/kit/samples/register.ts'
import { listener, start } from '#tests/kit/start.ts'
import otpModel from './otp.model.ts'

const START = Date.UTC(2026, 0, 2, 3, 4, 5)
const sent = { otpRef: 'AB2C', otpToken: 'otp-token-1', code: null }

async function open(otp: Otp | null = null, keep: Record<string, AnyActorLogic> = {}) {
  const [owner, toasts] = [listener(), listener()]
  const refs = { owner: owner.ref as never, toasts: toasts.ref as never }
  const it = await start(otpModel, { phone: '0812345678', otp, ...refs }, { keep })
  const tick = (now: number) => it.send({ type: 'clock.tick', now })
  const keys = (id: string) => (it.asked(id) as { key: string }[]).map(({ key }) => key)
  return { ...it, heard: owner.heard, toasts: toasts.heard, tick, keys }
}
async function codeSent() {
  const it = await open()
  await it.answer('otp.send', sent)
  return it
}
async function verifying() {
  const it = await codeSent()
  await it.send({ type: 'otp.submit', otpCode: CODE })
  return it
}

describe('requesting a code', () => {
  test('happens at once, for the phone (R39, R324)', async () => {
    const it = await open()
    expect(it.asked('otp.send')).toEqual([{ phoneNumber: '0812345678', key: expect.stringMatching(/^[\da-f-]{36}$/) }])
    expect(it.now().hasTag('busy')).toBe(true)
  })

  test('stores its reference and token, and notifies the owner (R39, R147, R324)', async () => {
    const it = await codeSent()
    expect(it.now().context.otp).toEqual({ ref: 'AB2C', token: 'otp-token-1' })
    expect(it.heard).toEqual([{ type: 'otp.sent', otp: asked }])
    expect(it.now().matches('open')).toBe(true)
    expect(it.toasts).toEqual([])
  })

  test('OTP_VERIFIED as the code of the reply: none is needed (R206, D-40)', async () => {
    const it = await open()
    await it.answer('otp.send', { code: 'OTP_VERIFIED' })
    expect([it.now().output, it.heard, it.toasts]).toEqual(['verified', [], []])
  })

  test('OTP_VERIFIED as an error: none is needed (R206, D-40)', async () => {
    const it = await open()
    await it.fail('otp.send', refused('OTP_VERIFIED'))
    expect([it.now().output, it.heard, it.toasts]).toEqual(['verified', [], []])
  })

  test('reports a refusal, and leads back to the phone number (R392, R207)', async () => {
    const it = await open()
    await it.fail('otp.send', refused('EXISTING_USER'))
    expect([it.now().output, it.toasts]).toEqual(['left', [toast(refused('EXISTING_USER'))]])
  })

  test('without an answer reports it and resends nothing; a retry sends the same request', async () => {
    const it = await open()
    await it.fail('otp.send', noAnswer)
    expect([it.now().value, it.toasts]).toEqual(['unsent', [toast(noAnswer)]])
    await it.pass(600_000)
    expect(it.asked('otp.send')).toHaveLength(1)
    await it.send({ type: 'otp.resend' }, { type: 'otp.submit', otpCode: CODE }, { type: 'otp.retry' })
    const [first, second] = it.asked('otp.send')
    expect(second).toEqual(first)
    await it.answer('otp.send', sent)
    expect(it.now().matches('open')).toBe(true)
  })

  test('without an answer the player can enter another number', async () => {
    const it = await open()
    await it.fail('otp.send', noAnswer)
    await it.send({ type: 'otp.leave' })
    expect(it.now().output).toBe('left')
  })

  test('after a reload the requested code is still valid (D-40)', async () => {
    const it = await open(asked)
    expect([it.now().matches('open'), it.fakes.calls, it.heard]).toEqual([true, [], []])
    await it.send({ type: 'otp.submit', otpCode: CODE })
    expect(it.asked('otp.verify')).toMatchObject([{ otpToken: asked.token, otpCode: CODE }])
  })
})

describe('checking the code', () => {
  test('is sent with the token and a key; a right code verifies (R207, R325)', async () => {
    const it = await verifying()
    expect(it.asked('otp.verify')).toEqual([
      { otpToken: 'otp-token-1', otpCode: CODE, key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ])
    await it.answer('otp.verify', {})
    expect(it.now().output).toBe('verified')
  })

  test('OTP_VERIFIED as an error counts as verified (D-40)', async () => {
    const it = await verifying()
    await it.fail('otp.verify', refused('OTP_VERIFIED'))
    expect([it.now().output, it.toasts]).toEqual(['verified', []])
  })

  test('EXISTING_USER leads back to the phone number, where the login is, and says why (R392)', async () => {
    const it = await verifying()
    await it.fail('otp.verify', refused('EXISTING_USER'))
    expect([it.now().output, it.toasts]).toEqual(['left', [toast(refused('EXISTING_USER'))]])
  })

  test.each([refused('OTP_CODE_INVALID'), refused('OTP_EXPIRED'), noAnswer])(
    'otherwise shows the reason, and the next try has its own key: %o (R392)',
    async (failure) => {
      const it = await verifying()
      await it.fail('otp.verify', failure)
      expect([it.now().matches('open'), it.toasts]).toEqual([true, [toast(failure)]])
      expect(it.now().context.refusal).toBe(failure === noAnswer ? null : failure)
      await it.send({ type: 'otp.submit', otpCode: CODE })
      expect(it.now().context.refusal).toBeNull()
      expect(new Set(it.keys('otp.verify')).size).toBe(2)
    },
  )

  test('checks a complete code at once (R596)', async () => {
    const it = await codeSent()
    await it.send({ type: 'otp.complete', otpCode: CODE })
    expect(it.asked('otp.verify')).toMatchObject([{ otpToken: asked.token, otpCode: CODE }])
  })

  test.each([refused('OTP_CODE_INVALID'), noAnswer])(
    'a complete code waits for the button after a try, until another code is sent: %o (R596)',
    async (failure) => {
      const it = await verifying()
      await it.fail('otp.verify', failure)
      await it.send({ type: 'otp.complete', otpCode: CODE })
      await it.tick(START)
      await it.tick(START + OTP_RESEND)
      await it.send({ type: 'otp.resend' })
      await it.fail('otp.send', refused('REQUEST_LIMIT'))
      await it.send({ type: 'otp.complete', otpCode: CODE })
      expect(it.asked('otp.verify')).toHaveLength(1)
      await it.tick(START + 2 * OTP_RESEND)
      await it.send({ type: 'otp.resend' })
      await it.answer('otp.send', sent)
      await it.send({ type: 'otp.complete', otpCode: CODE })
      expect(it.asked('otp.verify')).toHaveLength(2)
    },
  )

  test.each(['', ' ', '\t'])('%j is no code: nothing is sent (R254)', async (code) => {
    const it = await codeSent()
    await it.send({ type: 'otp.submit', otpCode: code })
    expect([it.asked('otp.verify'), it.toasts]).toEqual([[], []])
  })

  test('ends only by its own answer', async () => {
    const it = await verifying()
    await it.send({ type: 'otp.submit', otpCode: CODE }, { type: 'otp.leave' }, { type: 'otp.resend' })
    await it.tick(START)
    await it.tick(START + 60_000)
    expect(it.fakes.calls.map(({ id }) => id)).toEqual(['otp.send', 'otp.verify'])
    expect(it.waits('otp.verify')).toBe(true)
  })

  test('the browser may read the code from the message', async () => {
    const it = await open(null, {
      sms: fromCallback(({ sendBack }) => sendBack({ type: 'otp.submit', otpCode: CODE })),
    })
    expect(it.waits('otp.verify')).toBe(false)
    await it.answer('otp.send', sent)
    expect(it.asked('otp.verify')).toMatchObject([{ otpCode: CODE }])
  })

  test('the code is stored nowhere', async () => {
    const it = await verifying()
    expect(JSON.stringify(it.now().context)).not.toContain(CODE)
    await it.fail('otp.verify', refused('OTP_CODE_INVALID'))
    expect(JSON.stringify(it.now().context)).not.toContain(CODE)
  })

  test('the player can go back to enter another number (D-40)', async () => {
    const it = await codeSent()
    await it.send({ type: 'otp.leave' })
    expect(it.now().output).toBe('left')
  })
})
