import { createHash } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { and, count, eq } from 'drizzle-orm'
import type { NewPasskey, SignedChallenge } from '#contract/passkey.ts'
import { type Confirmed, confirmedText } from '#contract/step-up.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { randomWord } from '#server/core/random-word.ts'
import type { members } from '#server/core/schema/members.ts'
import { passkeys } from '#server/core/schema/passkeys.ts'
import { countAttempt } from './attempts.ts'
import { PASSKEY_FULL, PASSKEY_NOT_ADDED, PASSKEY_REFUSED } from './operator.ts'
import { isSame, signatureOf } from './site-key.ts'

/** How long a challenge is valid, in ms (assumed). */
export const CHALLENGE_TIME = 5 * 60_000
/** The maximum number of passkeys per member (assumed). */
export const PASSKEY_MOST = 10
/**
 * COSE algorithms: ES256, EdDSA and RS256. Every authenticator that works with a supported browser supports at least
 * one of them.
 */
export const ALGORITHMS = [-7, -8, -257]

/**
 * The purpose of a challenge: a login by anyone, adding a passkey (valid only until the member's password changes), or
 * confirming a member's change (identified by the digest of its `confirmedText`).
 */
type Purpose = 'login' | `add ${string} ${string}` | `confirm ${string} ${string}`
type Member = Pick<typeof members.$inferSelect, 'id' | 'password'>
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')
/** The purposes of a member's challenges. */
export const adding = ({ id, password }: Member): Purpose => `add ${id} ${digestOf(password)}`
export const confirming = (owner: string, change: Confirmed): Purpose =>
  confirmingDigest(owner, digestOf(confirmedText(change)))
export const confirmingDigest = (owner: string, digest: string): Purpose => `confirm ${owner} ${digest}`

const base64url = (text: string) => Buffer.from(text).toString('base64url')
type Signing = Pick<HandlerContext, 'db' | 'now' | 'siteKey'>
const signed = async ({ db, siteKey }: Signing, purpose: Purpose, until: string, word: string) =>
  signatureOf(`${purpose} ${until}.${word}`, await siteKey(db, 'passkey'))

/** Returns a new challenge in base64url, which this site can recognise without storing it. */
export async function challengeFor(context: Signing, purpose: Purpose): Promise<string> {
  const [until, word] = [String(context.now() + CHALLENGE_TIME), randomWord(16)]
  return base64url([until, word, await signed(context, purpose, until, word)].join('.'))
}

/**
 * True if this site issued the challenge for `purpose`, and the challenge has neither expired nor been answered before.
 * Marks it as answered.
 */
async function isAnswered(context: HandlerContext, purpose: Purpose, challenge: string): Promise<boolean> {
  const { db, now } = context
  const [until = '', word = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
  if (!isSame(signature, await signed(context, purpose, until, word)) || now() >= Number(until)) return false
  return (
    (await countAttempt(db, digestOf(`passkey ${challenge}`), { most: 1, within: 2 * CHALLENGE_TIME }, now())) === null
  )
}

/** Returns the site that passkeys belong to. Passkeys work only under its host name. */
export const siteOf = ({ pageOrigin, settings: { title } }: Pick<HandlerContext, 'pageOrigin' | 'settings'>) => ({
  id: new URL(pageOrigin).hostname,
  name: title,
})

/** The refusal of an unknown passkey or an invalid answer. */
export const passkeyRefused = ({ language }: Pick<HandlerContext, 'language'>): ApiError =>
  new ApiError('PASSKEY_REFUSED', 403, { message: PASSKEY_REFUSED[language], commits: true })

/** The refusal of a passkey that cannot be added. */
export const passkeyNotAdded = ({ language }: Pick<HandlerContext, 'language'>): ApiError =>
  new ApiError('PASSKEY_NOT_ADDED', 403, { message: PASSKEY_NOT_ADDED[language], commits: true })

/** The member's passkeys, oldest first. */
export const passkeysOf = (db: Db, memberId: string) =>
  db.select().from(passkeys).where(eq(passkeys.memberId, memberId)).orderBy(passkeys.createdAt, passkeys.id)

/** Throws PASSKEY_FULL if the member already has {@link PASSKEY_MOST} passkeys. */
export async function expectPasskeyRoom({ db, owner, language }: Pick<HandlerContext, 'db' | 'owner' | 'language'>) {
  const [counted] = await db.select({ of: count() }).from(passkeys).where(eq(passkeys.memberId, owner))
  if (counted && counted.of >= PASSKEY_MOST)
    throw new ApiError('PASSKEY_FULL', 409, { message: PASSKEY_FULL[language] })
}

/**
 * A call to the library function that verifies an authenticator's answer. If the answer is invalid, the call rejects or
 * its result is not `verified`.
 */
type Verify<T> = (expected: {
  expectedChallenge: (challenge: string) => boolean
  expectedOrigin: string
  expectedRPID: string
}) => Promise<T>

/** Verifies an answer to a challenge for `purpose`. Returns the library's result, or null if the answer is invalid. */
async function verified<T extends { verified: boolean }>(context: HandlerContext, purpose: Purpose, verify: Verify<T>) {
  let challenge = ''
  const result = await verify({
    expectedChallenge: (answered) => {
      challenge = answered
      return true
    },
    expectedOrigin: context.pageOrigin,
    expectedRPID: siteOf(context).id,
  }).catch(() => null)
  return result?.verified && (await isAnswered(context, purpose, challenge)) ? result : null
}

/** Converts an answer to the form that the library expects. */
const answered = <R>(id: string, response: R) => ({
  ...{ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
  response,
})

/**
 * Returns the row of a new passkey for the locked `member`. Throws PASSKEY_NOT_ADDED if the answer is invalid, or if
 * its challenge was not made for this member and their current password.
 */
export async function checkedPasskey(context: HandlerContext, { id, ...response }: NewPasskey, member: Member) {
  const result = await verified(context, adding(member), (expected) =>
    verifyRegistrationResponse({
      response: answered(id, response),
      supportedAlgorithmIDs: ALGORITHMS,
      ...expected,
    }),
  )
  if (!result?.registrationInfo) throw passkeyNotAdded(context)
  const { credential } = result.registrationInfo
  return {
    credential: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  }
}

/** Returns the passkey with the id in an answer, or undefined if it does not exist. */
export async function passkeyOf({ db }: Pick<HandlerContext, 'db'>, { id }: SignedChallenge) {
  const [found] = await db.select().from(passkeys).where(eq(passkeys.credential, id))
  return found
}

/**
 * Checks that a passkey signed a challenge for `purpose`, and records the passkey's use. The caller must have locked
 * the member. Throws PASSKEY_REFUSED if the answer is invalid, or if the passkey has been used or removed in the
 * meantime.
 */
export async function expectSigned(
  context: HandlerContext,
  { id, ...response }: SignedChallenge,
  { id: row, publicKey, counter }: typeof passkeys.$inferSelect,
  purpose: Purpose,
): Promise<void> {
  const result = await verified(context, purpose, (expected) =>
    verifyAuthenticationResponse({
      response: answered(id, response),
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      ...expected,
    }),
  )
  if (!result) throw passkeyRefused(context)
  const used = await context.db
    .update(passkeys)
    .set({ counter: result.authenticationInfo.newCounter, usedAt: new Date(context.now()) })
    .where(and(eq(passkeys.id, row), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  if (used.length === 0) throw passkeyRefused(context)
}
