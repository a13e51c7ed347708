import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { passkeyCalls } from '#contract/passkey.ts'
import { type Confirmed, confirmedText, PASSKEY_HEADER } from '#contract/step-up.ts'
import { type Proven, stepUpMachine } from '#machines/lib/step-up.ts'
import { signChallenge } from '#src/api/passkey.ts'
import { request } from '#src/api/request.ts'
import { base64url, bytesOf, hashOf } from '#src/lib/base64url.ts'
import { hasOwnPasskey } from '#src/lib/own-passkey.ts'
import { requestActor } from './call.ts'

/** Lets one of the member's passkeys sign a change. */
async function sign(change: Confirmed, signal: AbortSignal) {
  const digest = await hashOf(confirmedText(change))
  return signChallenge(await request(passkeyCalls['passkey.confirm'], { digest }, signal), signal)
}

type Asked<C extends Call> = Omit<CallInput<C>, 'key' | 'password'>

/** A step-up connected to the call of its change, which has a field for the password. */
export const stepUp = <C extends Call>(call: C) =>
  stepUpMachine<Asked<C>, CallReply<C>>().provide({
    actors: {
      hasPasskey: requestActor(async () => hasOwnPasskey()),
      sign: requestActor(sign),
      call: requestActor(({ input, key, proof }: Proven<Asked<C>>, signal) => {
        const isSigned = 'signed' in proof
        const password = isSigned ? '' : proof.password
        const headers = isSigned ? { [PASSKEY_HEADER]: base64url(bytesOf(JSON.stringify(proof.signed))) } : {}
        return request(call, { ...input, password, key } as CallInput<C>, signal, { headers })
      }),
    },
  })
