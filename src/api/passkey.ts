import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type {
  NewPasskey,
  PasskeyChallenge,
  PasskeyConfirmation,
  PasskeyOptions,
  SignedChallenge,
} from '#contract/passkey.ts'

/**
 * Waits for the browser's passkey prompt, and closes the prompt if `signal` aborts. A page can have only one prompt
 * open at a time.
 */
async function asked<T>(question: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel)
  try {
    return await question
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * Lets the browser create a passkey. Rejects if the player declines, the prompt times out, or the device already has a
 * passkey for the account. Source: R622.
 */
export async function createPasskey(options: PasskeyOptions, signal: AbortSignal): Promise<NewPasskey> {
  const { id, response } = await asked(startRegistration({ optionsJSON: options }), signal)
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}

const answerOf = ({ id, response }: Awaited<ReturnType<typeof startAuthentication>>): SignedChallenge => {
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

/**
 * Lets the browser offer the player's passkeys in the phone number field, and returns the challenge signed with the
 * chosen one. Rejects when `signal` aborts, or if the browser cannot offer passkeys. Source: R624.
 */
export const choosePasskey = async (challenge: PasskeyChallenge, signal: AbortSignal) =>
  answerOf(await asked(startAuthentication({ optionsJSON: challenge, useBrowserAutofill: true }), signal))

/**
 * Prompts the player to use a passkey, and returns the challenge signed with it. Rejects if the player declines.
 * Source: R628.
 */
export const signChallenge = async (challenge: PasskeyConfirmation, signal: AbortSignal) =>
  answerOf(await asked(startAuthentication({ optionsJSON: challenge }), signal))
