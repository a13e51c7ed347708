import type { SignedChallenge } from './passkey.ts'

/**
 * The header that contains a challenge from `passkey.confirm`, signed by a passkey. It takes the place of the member's
 * current password. Its value is JSON in base64url. It is sent only to a backend that offers `passkeys` (assumed).
 * Source: R628, D-71.
 */
export const PASSKEY_HEADER = 'X-Passkey'

/** How a member proves their identity: with the current password, or with a passkey that signed the change. */
export type Proof = { password: string } | { signed: SignedChallenge }

/** A change that a passkey confirms: the name of the call, its idempotency key and its input. */
export type Confirmed = { name: string; key: string; input: object }

/**
 * Returns the text whose SHA-256 is part of a challenge, so that a signed challenge confirms this change and no other.
 * The text does not include the password.
 */
export function confirmedText({ name, key, input }: Confirmed): string {
  const fields = Object.entries(input).filter(([field, value]) => field !== 'password' && value !== undefined)
  return JSON.stringify([name, key, fields.sort(([one], [other]) => (one < other ? -1 : 1))])
}
