import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { TOAST_TIME } from '#contract/limits.ts'
import { toastsMachine } from '#machines/toasts.machine.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { type RegisterClient, registerClient } from '#tests/kit/register-client.ts'
import { NEWCOMER } from '#tests/kit/server.ts'

const SEND = 'POST /api/otp/send'
const VERIFY = 'POST /api/otp/verify'
let plain: ReturnType<typeof playPlainSite>
let app: RegisterClient

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  plain = playPlainSite()
  app = await registerClient()
})
afterEach(() => {
  app.actor.stop()
  vi.useRealTimers()
})

const codes = () => [...plain.site.otps.values()].map(({ code }) => code)
/** Reopens the page on a site that does not verify phones. */
async function withoutOtp() {
  app.actor.stop()
  plain.site.switches.registerOTP = false
  app = await registerClient()
}

describe('the registration steps with a plain backend', () => {
  it.each([true, false])(
    'include the code step only if the backend’s reply is the bare boolean true (reply: %s) (D-29)',
    async (isOn) => {
      if (!isOn) await withoutOtp()
      expect((await app.phone()).value).toBe(isOn ? 'verifying' : 'profile')
      expect(plain.count(SEND)).toBe(isOn ? 1 : 0)
    },
  )

  it('validate the fields of step 3 without sending the bank account (D-39)', async () => {
    await withoutOtp()
    await app.phone()
    expect((await app.person()).value).toBe('bank')
    const { name, username, password, sourceCode } = NEWCOMER
    const checked = plain.requests.filter(({ line }) => line === 'POST /api/account/validate')
    expect(checked.map(({ body }) => body)).toEqual([{ name, username, password, sourceCode, inviteCode: '' }])
  })
})

describe('an OTP from a plain backend', () => {
  it('can be requested again after 60 s, but not earlier (D-40)', async () => {
    await app.phone()
    app.otp().send({ type: 'otp.resend' })
    await vi.advanceTimersByTimeAsync(59_000)
    app.otp().send({ type: 'otp.resend' })
    await app.quiet()
    expect(plain.count(SEND)).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    app.otp().send({ type: 'otp.resend' })
    await app.quiet()
    expect(plain.count(SEND)).toBe(2)
    expect((await app.submitCode(codes()[1] ?? '')).value).toBe('profile')
  })

  it('is discarded with its token when the player goes back to step 1 (D-40)', async () => {
    await app.phone()
    expect(app.now().context.otp?.token).toMatch(/./)
    app.otp().send({ type: 'otp.leave' })
    expect(app.now().value).toBe('phone')
    expect(app.now().context.otp).toBeNull()
  })

  it('is not sent again if the backend replies with OTP_VERIFIED (D-40)', async () => {
    await app.phone()
    await app.submitCode(codes()[0] ?? '')
    app.actor.send({ type: 'step.back' })
    expect((await app.phone()).value).toBe('profile')
    expect(plain.site.otps.size).toBe(1)
    expect(app.told()).toEqual([])
  })

  it.each([SEND, VERIFY])('is not needed if %s fails with OTP_VERIFIED (D-40)', async (line) => {
    await plain.spoil(line, 'code:OTP_VERIFIED')
    await app.phone()
    if (line === VERIFY) await app.submitCode('000000')
    expect(app.now().value).toBe('profile')
    expect(app.told()).toEqual([])
  })
})

describe('a registration error from a plain backend', () => {
  it('is shown as a toast at each step (R392)', async () => {
    await app.phone('0812345678')
    await app.phone()
    await app.submitCode('wrong')
    await app.submitCode(codes()[0] ?? '')
    await app.person()
    await plain.spoil('POST /api/account', 'code:REGISTER_FAIL')
    await app.account()
    expect(app.told()).toEqual(['EXISTING_USER', 'OTP_CODE_INVALID', 'REGISTER_FAIL'])
    expect(app.now().value).toBe('bank')
  })

  it('is shown for 4 s (R392)', async () => {
    const clock = new SimulatedClock()
    const toasts = createActor(toastsMachine, { clock }).start()
    await app.phone('0812345678')
    for (const event of app.toasts()) toasts.send(event)
    clock.increment(TOAST_TIME - 1)
    expect(toasts.getSnapshot().context.toasts).toMatchObject([{ tone: 'bad', text: { code: 'EXISTING_USER' } }])
    clock.increment(1)
    expect(TOAST_TIME).toBe(4_000)
    expect(toasts.getSnapshot().context.toasts).toEqual([])
  })
})
