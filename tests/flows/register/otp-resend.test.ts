import { expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, CODE, toast } from '#tests/kit/samples/register.ts'
import { listener, start } from '#tests/kit/start.ts'
import otp from './otp.model.ts'

const START = Date.UTC(2026, 0, 2, 3, 4, 5)

/** Requests a code, which then arrives. */
async function open() {
  const [owner, toasts] = [listener(), listener()]
  const app = await start(otp, {
    phone: '0812345678',
    otp: null,
    owner: owner.ref as never,
    toasts: toasts.ref as never,
  })
  await app.answer('otp.send', { otpRef: asked.ref, otpToken: asked.token })
  const tick = (now: number) => app.send({ type: 'clock.tick', now })
  const keys = () => (app.asked('otp.send') as { key: string }[]).map(({ key }) => key)
  return { ...app, heard: owner.heard, toasts: toasts.heard, tick, keys }
}
/** Requests another code a minute later. */
async function resent() {
  const app = await open()
  await app.tick(START)
  await app.tick(START + 60_000)
  await app.send({ type: 'otp.resend' })
  return app
}

test('another code can be requested 60 s after the first code was shown, but not earlier (D-40)', async () => {
  const app = await open()
  await app.send({ type: 'otp.resend' })
  await app.tick(START)
  expect(app.now().context).toMatchObject({ now: START, resendAt: START + 60_000 })
  await app.tick(START + 59_999)
  expect(app.now().context.now).toBe(START + 59_999)
  await app.send({ type: 'otp.resend' })
  expect(app.asked('otp.send')).toHaveLength(1)
  await app.tick(START + 60_000)
  await app.send({ type: 'otp.resend' })
  expect(app.asked('otp.send')).toHaveLength(2)
})

test('another code can be requested as soon as a page that was hidden for an hour is visible again (D-40)', async () => {
  const app = await open()
  await app.tick(START)
  await app.tick(START + 3_600_000)
  expect(app.now().matches({ open: 'resendable' })).toBe(true)
  expect(app.now().context.now).toBe(START + 3_600_000)
})

test('the wait for another code does not depend on the device’s clock (D-40)', async () => {
  const app = await open()
  await app.tick(START)
  await app.pass(3_600_000)
  expect(app.now().matches({ open: 'waiting' })).toBe(true)
})

test('requesting another code uses a new idempotency key, replaces the first code, and starts a new one-minute wait (D-40)', async () => {
  const app = await resent()
  await app.answer('otp.send', { otpRef: 'XY9Z', otpToken: 'otp-token-2' })
  expect(new Set(app.keys()).size).toBe(2)
  expect(app.now().context.otp).toEqual({ ref: 'XY9Z', token: 'otp-token-2' })
  expect(app.heard).toHaveLength(2)
  await app.tick(START + 61_000)
  await app.tick(START + 120_999)
  expect(app.now().matches({ open: 'waiting' })).toBe(true)
  await app.tick(START + 121_000)
  expect(app.now().matches({ open: 'resendable' })).toBe(true)
})

test('a refused request for another code is shown in a toast, does not discard the first code, and can be repeated (D-40, R392)', async () => {
  const app = await resent()
  await app.fail('otp.send', refused('REQUEST_LIMIT_1MIN'))
  expect(app.toasts).toEqual([toast(refused('REQUEST_LIMIT_1MIN'))])
  expect(app.now().context.otp).toEqual(asked)
  await app.tick(START + 61_000)
  await app.send({ type: 'otp.resend' })
  expect(new Set(app.keys()).size).toBe(3)
})

test('if the request for another code gets no reply, a retry resends that request rather than the initial one', async () => {
  const app = await resent()
  await app.fail('otp.send', noAnswer)
  expect(app.now().matches('unsent')).toBe(true)
  await app.send({ type: 'otp.retry' })
  const [first, second, third] = app.keys()
  expect(third).toBe(second)
  expect(second).not.toBe(first)
})

test('the wait for another code never exceeds one minute, even if the estimated server time jumps back (D-40)', async () => {
  const app = await open()
  await app.tick(START)
  await app.tick(START - 1000)
  expect(app.now().context).toMatchObject({ now: START - 1000, resendAt: START + 59_000 })
  await app.tick(START)
  expect(app.now().context).toMatchObject({ now: START, resendAt: START + 59_000 })
})

test('entering a wrong code does not restart the wait for another code (D-40)', async () => {
  const app = await open()
  await app.tick(START)
  await app.send({ type: 'otp.submit', otpCode: CODE })
  await app.fail('otp.verify', refused('OTP_CODE_INVALID'))
  await app.tick(START + 60_000)
  expect(app.now().matches({ open: 'resendable' })).toBe(true)
})

test('requesting another code clears the message about a wrong code', async () => {
  const app = await open()
  await app.send({ type: 'otp.submit', otpCode: CODE })
  await app.fail('otp.verify', refused('OTP_CODE_INVALID'))
  await app.tick(START)
  await app.tick(START + 60_000)
  expect(app.now().context).toMatchObject({ refusal: refused('OTP_CODE_INVALID'), refusals: 1 })
  await app.send({ type: 'otp.resend' })
  await app.fail('otp.send', refused('REQUEST_LIMIT'))
  expect(app.now().context).toMatchObject({ refusal: null, refusals: 1 })
})

test('requesting another code completes the code step if the server replies that the phone is verified (R206, D-40)', async () => {
  const app = await resent()
  await app.fail('otp.send', refused('OTP_VERIFIED'))
  expect(app.now().output).toBe('verified')
})
