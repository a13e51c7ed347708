import { fromCallback } from 'xstate'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import type { recoverCalls } from '#contract/recover.ts'
import { OTP_HEADER, type registerCalls } from '#contract/register.ts'
import { otpMachine } from '#machines/otp.machine.ts'
import { request, wire } from '#src/api/request.ts'
import { codeInMessage } from '#src/lib/otp-message.ts'
import { store, stored } from '#src/lib/storage.ts'
import { callActor, clock, requestActor } from './call.ts'

const VERIFIED = 'verified'
let proof: string | null = null
/** Stores the token of the code that this tab verifies; without browser storage it lasts for this page only. */
export function keepProof(token: string | null) {
  proof = token
  store(VERIFIED, token, 'sessionStorage')
}

/** Sends a call with the token of the verified phone, if the backend's offers include `otp`. */
export async function asVerified<C extends Call>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<CallReply<C>> {
  const token = stored(VERIFIED, 'sessionStorage') ?? proof
  const isAsked = token && (await wire.site()).offers.includes('otp')
  return request(call, input, signal, isAsked ? { headers: { [OTP_HEADER]: token } } : {})
}

type Send = (typeof registerCalls)['otp.send'] | (typeof recoverCalls)['recover.send']
type Verify = (typeof registerCalls)['otp.verify'] | (typeof recoverCalls)['recover.verify']

/** The phone check connected to the backend: `send` sends a code, and `verify` checks it. */
export const otpLogic = (send: Send, verify: Verify) =>
  otpMachine.provide({
    actors: {
      'otp.send': callActor(send, asVerified),
      'otp.verify': requestActor(async (input: CallInput<Verify>, signal) => {
        // stored before the reply, because the reply may be lost
        keepProof(input.otpToken)
        return request(verify, input, signal)
      }),
      clock,
      sms: fromCallback(({ sendBack }) => {
        const end = new AbortController()
        void codeInMessage(end.signal).then((code) => {
          if (code) sendBack({ type: 'otp.submit', otpCode: code })
        })
        return () => end.abort()
      }),
    },
  })
