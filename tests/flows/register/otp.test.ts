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
  const app = await start(otpModel, { phone: '0812345678', otp, ...refs }, { keep })
  const tick = (now: number) => app.send({ type: 'clock.tick', now })
  const keys = (id: string) => (app.asked(id) as { key: string }[]).map(({ key }) => key)
  return { ...app, heard: owner.heard, toasts: toasts.heard, tick, keys }
}
async function codeSent() {
  const app = await open()
  await app.answer('otp.send', sent)
  return app
}
async function verifying() {
  const app = await codeSent()
  await app.send({ type: 'otp.submit', otpCode: CODE })
  return app
}

describe('requesting a code', () => {
  test('sends the phone number as soon as the step starts (R39, R324)', async () => {
    const app = await open()
    expect(app.asked('otp.send')).toEqual([{ phoneNumber: '0812345678', key: expect.stringMatching(/^[\da-f-]{36}$/) }])
    expect(app.now().hasTag('busy')).toBe(true)
  })

  test('stores the code’s reference and token, and passes them on to the registration (R39, R147, R324)', async () => {
    const app = await codeSent()
    expect(app.now().context.otp).toEqual({ ref: 'AB2C', token: 'otp-token-1' })
    expect(app.heard).toEqual([{ type: 'otp.sent', otp: asked }])
    expect(app.now().matches('open')).toBe(true)
    expect(app.toasts).toEqual([])
  })

  test('completes the step at once if the reply’s code is OTP_VERIFIED (R206, D-40)', async () => {
    const app = await open()
    await app.answer('otp.send', { code: 'OTP_VERIFIED' })
    expect([app.now().output, app.heard, app.toasts]).toEqual(['verified', [], []])
  })

  test('completes the step at once if the request is refused with OTP_VERIFIED (R206, D-40)', async () => {
    const app = await open()
    await app.fail('otp.send', refused('OTP_VERIFIED'))
    expect([app.now().output, app.heard, app.toasts]).toEqual(['verified', [], []])
  })

  test('shows a refusal in a toast and returns to the phone step (R392, R207)', async () => {
    const app = await open()
    await app.fail('otp.send', refused('EXISTING_USER'))
    expect([app.now().output, app.toasts]).toEqual(['left', [toast(refused('EXISTING_USER'))]])
  })

  test('shows a toast if no reply arrives, and resends the same request only when the player retries', async () => {
    const app = await open()
    await app.fail('otp.send', noAnswer)
    expect([app.now().value, app.toasts]).toEqual(['unsent', [toast(noAnswer)]])
    await app.pass(600_000)
    expect(app.asked('otp.send')).toHaveLength(1)
    await app.send({ type: 'otp.resend' }, { type: 'otp.submit', otpCode: CODE }, { type: 'otp.retry' })
    const [first, second] = app.asked('otp.send')
    expect(second).toEqual(first)
    await app.answer('otp.send', sent)
    expect(app.now().matches('open')).toBe(true)
  })

  test('lets the player enter another number if no reply arrives', async () => {
    const app = await open()
    await app.fail('otp.send', noAnswer)
    await app.send({ type: 'otp.leave' })
    expect(app.now().output).toBe('left')
  })

  test('is not repeated after a reload, because the code is still valid (D-40)', async () => {
    const app = await open(asked)
    expect([app.now().matches('open'), app.fakes.calls, app.heard]).toEqual([true, [], []])
    await app.send({ type: 'otp.submit', otpCode: CODE })
    expect(app.asked('otp.verify')).toMatchObject([{ otpToken: asked.token, otpCode: CODE }])
  })
})

describe('checking the code', () => {
  test('sends the code with its token and an idempotency key, and completes the step once the server accepts them (R207, R325)', async () => {
    const app = await verifying()
    expect(app.asked('otp.verify')).toEqual([
      { otpToken: 'otp-token-1', otpCode: CODE, key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ])
    await app.answer('otp.verify', {})
    expect(app.now().output).toBe('verified')
  })

  test('treats the refusal OTP_VERIFIED as success (D-40)', async () => {
    const app = await verifying()
    await app.fail('otp.verify', refused('OTP_VERIFIED'))
    expect([app.now().output, app.toasts]).toEqual(['verified', []])
  })

  test('returns to the phone step after EXISTING_USER, and shows the reason in a toast (R392)', async () => {
    const app = await verifying()
    await app.fail('otp.verify', refused('EXISTING_USER'))
    expect([app.now().output, app.toasts]).toEqual(['left', [toast(refused('EXISTING_USER'))]])
  })

  test.each([refused('OTP_CODE_INVALID'), refused('OTP_EXPIRED'), noAnswer])(
    'shows the failure %o in a toast, and uses a new idempotency key for the next attempt (R392)',
    async (failure) => {
      const app = await verifying()
      await app.fail('otp.verify', failure)
      expect([app.now().matches('open'), app.toasts]).toEqual([true, [toast(failure)]])
      expect(app.now().context.refusal).toBe(failure === noAnswer ? null : failure)
      await app.send({ type: 'otp.submit', otpCode: CODE })
      expect(app.now().context.refusal).toBeNull()
      expect(new Set(app.keys('otp.verify')).size).toBe(2)
    },
  )

  test('starts as soon as the code is complete (R596)', async () => {
    const app = await codeSent()
    await app.send({ type: 'otp.complete', otpCode: CODE })
    expect(app.asked('otp.verify')).toMatchObject([{ otpToken: asked.token, otpCode: CODE }])
  })

  test.each([refused('OTP_CODE_INVALID'), noAnswer])(
    'does not start automatically again after the failure %o until another code is sent (R596)',
    async (failure) => {
      const app = await verifying()
      await app.fail('otp.verify', failure)
      await app.send({ type: 'otp.complete', otpCode: CODE })
      await app.tick(START)
      await app.tick(START + OTP_RESEND)
      await app.send({ type: 'otp.resend' })
      await app.fail('otp.send', refused('REQUEST_LIMIT'))
      await app.send({ type: 'otp.complete', otpCode: CODE })
      expect(app.asked('otp.verify')).toHaveLength(1)
      await app.tick(START + 2 * OTP_RESEND)
      await app.send({ type: 'otp.resend' })
      await app.answer('otp.send', sent)
      await app.send({ type: 'otp.complete', otpCode: CODE })
      expect(app.asked('otp.verify')).toHaveLength(2)
    },
  )

  test.each(['', ' ', '\t'])('does not send the invalid code %j (R254)', async (code) => {
    const app = await codeSent()
    await app.send({ type: 'otp.submit', otpCode: code })
    expect([app.asked('otp.verify'), app.toasts]).toEqual([[], []])
  })

  test('cannot be interrupted until its reply arrives', async () => {
    const app = await verifying()
    await app.send({ type: 'otp.submit', otpCode: CODE }, { type: 'otp.leave' }, { type: 'otp.resend' })
    await app.tick(START)
    await app.tick(START + 60_000)
    expect(app.fakes.calls.map(({ id }) => id)).toEqual(['otp.send', 'otp.verify'])
    expect(app.waits('otp.verify')).toBe(true)
  })

  test('starts when the browser reads the code from the text message', async () => {
    const app = await open(null, {
      sms: fromCallback(({ sendBack }) => sendBack({ type: 'otp.submit', otpCode: CODE })),
    })
    expect(app.waits('otp.verify')).toBe(false)
    await app.answer('otp.send', sent)
    expect(app.asked('otp.verify')).toMatchObject([{ otpCode: CODE }])
  })

  test('never stores the code in the machine context', async () => {
    const app = await verifying()
    expect(JSON.stringify(app.now().context)).not.toContain(CODE)
    await app.fail('otp.verify', refused('OTP_CODE_INVALID'))
    expect(JSON.stringify(app.now().context)).not.toContain(CODE)
  })

  test('can be skipped by going back to enter another number (D-40)', async () => {
    const app = await codeSent()
    await app.send({ type: 'otp.leave' })
    expect(app.now().output).toBe('left')
  })
})
