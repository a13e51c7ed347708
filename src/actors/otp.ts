import { fromCallback } from 'xstate'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import type { recoverCalls } from '#contract/recover.ts'
import { OTP_HEADER, type registerCalls } from '#contract/register.ts'
import { otpMachine } from '#machines/otp.machine.ts'
import { request, wire } from '#src/api/request.ts'
import { codeInMessage } from '#src/lib/otp-message.ts'
import { store, stored } from '#src/lib/storage.ts'
import { callActor, requestActor } from './call.ts'
import { clock } from './clock.ts'

type Send = (typeof registerCalls)['otp.send'] | (typeof recoverCalls)['recover.send']
type Verify = (typeof registerCalls)['otp.verify'] | (typeof recoverCalls)['recover.verify']

/**
 * The name under which this tab stores the token of a verified code. Registration and password recovery use separate
 * codes.
 */
const placeOf = ({ needs }: Pick<Call, 'needs'>) => (needs === 'recover' ? 'recovering' : 'verified')
const proofs: Record<string, string | null> = {}
/**
 * Stores in this tab the token of the code that `verify` checks. Without browser storage, the token is lost when the
 * page is closed or reloaded.
 */
export function storeProof(verify: Verify, token: string | null) {
  proofs[placeOf(verify)] = token
  store(placeOf(verify), token, 'sessionStorage')
}

/** Sends a call with the token of the verified phone, if the backend's offers include `otp`. */
export async function asVerified<C extends Call>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<CallReply<C>> {
  const place = placeOf(call)
  const token = stored(place, 'sessionStorage') ?? proofs[place]
  const isAsked = token && (await wire.site()).offers.includes('otp')
  return request(call, input, signal, isAsked ? { headers: { [OTP_HEADER]: token } } : {})
}

/** The phone check machine, connected to the backend: `send` sends a code, and `verify` checks it. */
export const otpLogic = (send: Send, verify: Verify) =>
  otpMachine.provide({
    actors: {
      'otp.send': callActor(send, asVerified),
      'otp.verify': requestActor(async (input: CallInput<Verify>, signal) => {
        // stored before the reply, because the reply may be lost
        storeProof(verify, input.otpToken)
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
