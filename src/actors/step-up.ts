import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { passkeyCalls } from '#contract/passkey.ts'
import { passwordHeader } from '#contract/profile.ts'
import { type Confirmed, confirmedText, PASSKEY_HEADER, type Proof } from '#contract/step-up.ts'
import { type Proven, stepUpMachine } from '#machines/lib/step-up.ts'
import { signChallenge } from '#src/api/passkey.ts'
import { request, wire } from '#src/api/request.ts'
import { base64url, bytesOf, hashOf } from '#src/lib/base64url.ts'
import { hasOwnPasskey } from '#src/lib/own-passkey.ts'
import { requestActor } from './call.ts'

/** Lets the member sign a change with a passkey, and returns the signed challenge. */
async function sign(change: Confirmed, signal: AbortSignal) {
  const digest = await hashOf(confirmedText(change))
  return signChallenge(await request(passkeyCalls['passkey.confirm'], { digest }, signal), signal)
}

/** Returns the request headers that carry a proof of identity. */
export const headersOf = (proof: Proof): Record<string, string> =>
  'signed' in proof
    ? { [PASSKEY_HEADER]: base64url(bytesOf(JSON.stringify(proof.signed))) }
    : passwordHeader(proof.password)

/** Returns a step-up machine that submits the change with `send`. */
export const stepUpBy = <I extends object, O>(send: (change: Proven<I>, signal: AbortSignal) => Promise<O>) =>
  stepUpMachine<I, O>().provide({
    actors: {
      hasPasskey: requestActor(async () => hasOwnPasskey() && (await wire.site()).offers.includes('passkeys')),
      sign: requestActor(sign),
      call: requestActor(send),
    },
  })

type Asked<C extends Call> = Omit<CallInput<C>, 'key' | 'password'>

/** Returns a step-up machine that submits the change with `call`, which has a field for the password. */
export const stepUp = <C extends Call>(call: C) =>
  stepUpBy<Asked<C>, CallReply<C>>(({ input, key, proof }, signal) => {
    const isSigned = 'signed' in proof
    const asked = { ...input, password: isSigned ? '' : proof.password, key } as CallInput<C>
    return request(call, asked, signal, isSigned ? { headers: headersOf(proof) } : {})
  })
