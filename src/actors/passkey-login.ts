import { passkeyCalls, type SignedChallenge } from '#contract/passkey.ts'
import { choosePasskey } from '#src/api/passkey.ts'
import { request } from '#src/api/request.ts'
import { noteOwnPasskey } from '#src/lib/own-passkey.ts'
import { timeLimit } from '#src/lib/time-limit.ts'
import type { PasskeySignIn } from './session-calls.ts'

/** How long before its expiry a challenge is renewed, in ms, so that the answer still arrives in time (assumed). */
const SPARE = 60_000

/**
 * Lets the browser offer the player's passkeys until the player picks one, and renews the challenge before it expires.
 * Resolves to null if the browser cannot offer passkeys or `signal` aborts. Rejects if no challenge can be fetched.
 */
export async function choice(signal: AbortSignal): Promise<SignedChallenge | null> {
  const { PublicKeyCredential: Credential } = globalThis
  if (!(await Credential?.isConditionalMediationAvailable?.())) return null
  const challenge = await request(passkeyCalls['passkey.challenge'], {}, signal)
  const limit = timeLimit(Math.max(SPARE, challenge.timeout - SPARE), signal)
  const answer = await choosePasskey(challenge, limit.signal).catch(() => null)
  limit.end()
  return answer ?? (limit.isOver && !signal.aborted ? choice(signal) : null)
}

/** Sends the answer of the passkey that the player has chosen. */
export async function send({ answer, ...rest }: PasskeySignIn, signal: AbortSignal, options: { isBound: boolean }) {
  const reply = await request(passkeyCalls['account.passkey'], { ...answer, ...rest }, signal, options)
  noteOwnPasskey()
  return reply
}
