import { act } from '@testing-library/react'
import type { AnyActorRef } from 'xstate'
import { OTP_RESEND } from '#contract/limits.ts'
import th from '#locales/th.json'
import otpModel from '#tests/flows/register/otp.model.ts'
import { Fakes, settle } from './run.ts'
import { refused } from './samples/failures.ts'
import { asked, CODE } from './samples/register.ts'
import { fill, press } from './screen.ts'

const { register } = th
const outside = new Fakes()
/** Answers the call that the phone check is waiting for. */
const answer = (id: string, output: unknown) =>
  act(async () => {
    outside.take(id).resolve(output)
    await settle()
  })
const isOpen = (otp: AnyActorRef) => otp.getSnapshot().matches('open')

/** Sends a code. If one has been sent already, waits for the resend delay and resends it. */
async function sendCode(otp: AnyActorRef) {
  if (isOpen(otp)) {
    await act(async () => [0, OTP_RESEND].map((now) => otp.send({ type: 'clock.tick', now })))
    await press(register.resend)()
  }
  await answer('otp.send', { otpRef: asked.ref, otpToken: asked.token })
}
async function verify(otp: AnyActorRef) {
  if (!isOpen(otp)) return answer('otp.send', { code: 'OTP_VERIFIED' })
  await fill(register.otp, CODE)
  await answer('otp.verify', {})
}
async function leave(otp: AnyActorRef) {
  if (isOpen(otp)) return press(th.go.back)()
  await act(async () => {
    outside.take('otp.send').reject(refused('OTP_SEND_FAIL'))
    await settle()
  })
}

/** The phone check as a real child of a driver's machine. */
export const phoneCheck = {
  logic: outside.provide(otpModel),
  bring: { verified: verify, left: leave },
  tell: { 'otp.sent': sendCode },
}
