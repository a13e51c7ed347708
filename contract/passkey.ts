import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { none } from './lookup.ts'
import { rows } from './rows.ts'
import { secret, text } from './text.ts'

/**
 * One of the member's passkeys. `browser` and `system` describe where it was added, and are null if unknown. Times are
 * in ISO 8601, and `usedAt` is null before the first use. Source: R620.
 */
export const Passkey = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  createdAt: v.string(),
  usedAt: v.nullable(v.string()),
})
export type Passkey = v.InferOutput<typeof Passkey>

const Challenge = secret(v.pipe(v.string(), v.minLength(1)))
/** A passkey that the member already has. */
const Known = v.object({ id: v.string(), type: v.literal('public-key') })

/**
 * The options with which a browser creates a passkey, in the JSON form of WebAuthn Level 3
 * (`PublicKeyCredentialCreationOptionsJSON`). `timeout` is in ms. `excludeCredentials` lists the member's passkeys, so
 * that the browser does not add one of them again.
 */
export const PasskeyOptions = v.object({
  challenge: Challenge,
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: secret(v.string()), displayName: secret(v.string()) }),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(Known),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
})
export type PasskeyOptions = v.InferOutput<typeof PasskeyOptions>

/**
 * The options with which a browser requests any passkey of this site (`PublicKeyCredentialRequestOptionsJSON`). They
 * list no passkeys, so that they do not reveal which members have one. The challenge is valid for `timeout` ms.
 */
export const PasskeyChallenge = v.object({
  challenge: Challenge,
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
})
export type PasskeyChallenge = v.InferOutput<typeof PasskeyChallenge>

/** The options with which a browser requests one of the member's own passkeys, in order to confirm a change. */
export const PasskeyConfirmation = v.object({ ...PasskeyChallenge.entries, allowCredentials: v.array(Known) })
export type PasskeyConfirmation = v.InferOutput<typeof PasskeyConfirmation>

/** A new passkey: the fields of `RegistrationResponseJSON` that a server needs, in base64url. */
export const NewPasskey = v.strictObject({
  id: text(1_400),
  clientDataJSON: secret(text(4_096)),
  attestationObject: secret(text(16_384)),
})
export type NewPasskey = v.InferOutput<typeof NewPasskey>

/** A challenge signed by a passkey: the fields of `AuthenticationResponseJSON` that a server needs, in base64url. */
export const SignedChallenge = v.strictObject({
  id: text(1_400),
  clientDataJSON: secret(text(4_096)),
  authenticatorData: secret(text(4_096)),
  signature: secret(text(4_096)),
})
export type SignedChallenge = v.InferOutput<typeof SignedChallenge>

const password = secret(text(256))

/**
 * Passkeys (WebAuthn), with which a member logs in without the password. These calls are not in the spec, so a backend
 * may lack them (assumed). Source: R620–R629, D-71.
 */
export const passkeyCalls = {
  'passkey.list': read('GET /api/account/passkeys', none, v.object({ passkeys: rows(Passkey) }), { needs: 'passkeys' }),
  /**
   * Returns the options for adding a passkey. Requires the member's current `password` or a passkey, and is otherwise
   * refused with WRONG_PASSWORD. Refused with PASSKEY_FULL if the member has as many passkeys as the backend allows.
   */
  'passkey.prepare': change('POST /api/account/passkeys/options', v.strictObject({ password }), PasskeyOptions, {
    needs: 'passkeys',
    repeatable: true,
  }),
  /**
   * Adds a passkey. Refused with PASSKEY_NOT_ADDED unless the passkey responds to a challenge from `passkey.prepare`.
   */
  'passkey.add': change('POST /api/account/passkeys', NewPasskey, done, { needs: 'passkeys', repeatable: true }),
  /**
   * Removes a passkey. Requires the same proof as `passkey.prepare`, and is otherwise refused with WRONG_PASSWORD.
   * Refused with NO_DATA if the member has no such passkey.
   */
  'passkey.remove': change(
    'POST /api/account/passkeys/:id/remove',
    v.strictObject({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)), password }),
    done,
    { needs: 'passkeys', repeatable: true },
  ),
  /**
   * Returns a challenge. To confirm one change in place of the password, a passkey signs the challenge. `digest` is the
   * base64url SHA-256 of that change's `confirmedText` (`step-up.ts`). The signed challenge is sent in
   * `PASSKEY_HEADER`.
   */
  'passkey.confirm': read(
    'GET /api/account/passkeys/challenge/:digest',
    v.strictObject({ digest: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    PasskeyConfirmation,
    { needs: 'passkeys' },
  ),
  'passkey.challenge': read('GET /api/login/passkey', none, PasskeyChallenge, { access: 'anyone', needs: 'passkeys' }),
  /**
   * Logs in like `account.login`. Refused with PASSKEY_REFUSED if the passkey is unknown or its signature is invalid.
   */
  'account.passkey': change(
    'POST /api/login/passkey',
    v.strictObject({ ...SignedChallenge.entries, remember: v.optional(v.boolean(), false) }),
    v.object({ token: secret(v.pipe(v.string(), v.minLength(1))) }),
    { secret: true, access: 'anyone', login: true, needs: 'passkeys' },
  ),
}
