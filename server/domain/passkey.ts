import { createHash } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { and, count, eq } from 'drizzle-orm'
import type { NewPasskey, SignedChallenge } from '#contract/passkey.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { randomWord } from '#server/core/random-word.ts'
import { passkeys } from '#server/core/schema/passkeys.ts'
import { countAttempt } from './attempts.ts'
import { PASSKEY_FULL, PASSKEY_REFUSED } from './operator.ts'
import { isSame, signatureOf } from './site-key.ts'

/** How long a challenge holds, ms (assumed). */
export const CHALLENGE_TIME = 5 * 60_000
/** The most passkeys of one member (assumed). */
export const PASSKEY_MOST = 10
/** COSE algorithms: ES256, EdDSA and RS256, which together every authenticator of the browser floor has. */
export const ALGORITHMS = [-7, -8, -257]

/**
 * What a challenge is for: a login of anybody, a passkey that the named member adds, or a change of the member that the
 * digest of its `confirmedText` names.
 */
type Purpose = 'login' | `add ${string}` | `confirm ${string} ${string}`

const base64url = (text: string) => Buffer.from(text).toString('base64url')
type Signing = Pick<HandlerContext, 'db' | 'now' | 'siteKey'>
const signed = async ({ db, siteKey }: Signing, purpose: Purpose, until: string, word: string) =>
  signatureOf(`${purpose} ${until}.${word}`, await siteKey(db, 'passkey'))

/** Makes a challenge that this site recognises without storing it, in base64url. */
export async function challengeFor(context: Signing, purpose: Purpose): Promise<string> {
  const [until, word] = [String(context.now() + CHALLENGE_TIME), randomWord(16)]
  return base64url([until, word, await signed(context, purpose, until, word)].join('.'))
}

/** True for a challenge of this site for `purpose` that still holds, the first time only. */
async function isAnswered(context: HandlerContext, purpose: Purpose, challenge: string): Promise<boolean> {
  const { db, now } = context
  const [until = '', word = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
  if (!isSame(signature, await signed(context, purpose, until, word)) || now() >= Number(until)) return false
  const use = createHash('sha256').update(`passkey ${challenge}`).digest('base64url')
  return (await countAttempt(db, use, { most: 1, within: 2 * CHALLENGE_TIME }, now())) === null
}

/** The site that passkeys are for: they work under its host name only. */
export const siteOf = ({ pageOrigin, settings: { title } }: Pick<HandlerContext, 'pageOrigin' | 'settings'>) => ({
  id: new URL(pageOrigin).hostname,
  name: title,
})

/** The refusal of a passkey that is unknown, or whose answer is invalid. */
export const passkeyRefused = ({ language }: Pick<HandlerContext, 'language'>): ApiError =>
  new ApiError('PASSKEY_REFUSED', 403, { message: PASSKEY_REFUSED[language], commits: true })

/** The member's passkeys, oldest first. */
export const passkeysOf = (db: Db, memberId: string) =>
  db.select().from(passkeys).where(eq(passkeys.memberId, memberId)).orderBy(passkeys.createdAt, passkeys.id)

/** Refuses with PASSKEY_FULL if the member has {@link PASSKEY_MOST} passkeys. */
export async function expectRoom({ db, owner, language }: Pick<HandlerContext, 'db' | 'owner' | 'language'>) {
  const [counted] = await db.select({ of: count() }).from(passkeys).where(eq(passkeys.memberId, owner))
  if (counted && counted.of >= PASSKEY_MOST)
    throw new ApiError('PASSKEY_FULL', 409, { message: PASSKEY_FULL[language] })
}

/** A verification by the library: it throws, or says no, if the answer is invalid. */
type Verify<T> = (expected: {
  expectedChallenge: (challenge: string) => boolean
  expectedOrigin: string
  expectedRPID: string
}) => Promise<T>

/** Verifies an answer to a challenge for `purpose`. Refuses with PASSKEY_REFUSED. */
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
  if (!result?.verified || !(await isAnswered(context, purpose, challenge))) throw passkeyRefused(context)
  return result
}

/** An answer in the form that the library takes. */
const answered = <R>(id: string, response: R) => ({
  ...{ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
  response,
})

/**
 * Returns the row of a new passkey of the calling member. Refuses with PASSKEY_REFUSED if it does not answer a challenge
 * for that member.
 */
export async function checkedPasskey(context: HandlerContext, { id, ...response }: NewPasskey) {
  const { registrationInfo } = await verified(context, `add ${context.owner}`, (expected) =>
    verifyRegistrationResponse({
      response: answered(id, response),
      supportedAlgorithmIDs: ALGORITHMS,
      ...expected,
    }),
  )
  if (!registrationInfo) throw passkeyRefused(context)
  const { credential } = registrationInfo
  return {
    credential: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  }
}

/** The purpose of a challenge for a change of the caller. */
export const confirming = (owner: string, digest: string): Purpose => `confirm ${owner} ${digest}`

/**
 * Returns the id of the member whose passkey signed a challenge for `purpose`. Refuses with PASSKEY_REFUSED if there is no such
 * passkey, or if its answer is invalid, also because the passkey has been used in the meantime.
 */
export async function signedBy(
  context: HandlerContext,
  { id, ...response }: SignedChallenge,
  purpose: Purpose,
): Promise<string> {
  const { db, now } = context
  const [found] = await db.select().from(passkeys).where(eq(passkeys.credential, id))
  if (!found) throw passkeyRefused(context)
  const { publicKey, counter } = found
  const { authenticationInfo } = await verified(context, purpose, (expected) =>
    verifyAuthenticationResponse({
      response: answered(id, response),
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      ...expected,
    }),
  )
  const used = await db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, usedAt: new Date(now()) })
    .where(and(eq(passkeys.id, found.id), eq(passkeys.counter, counter)))
    .returning({ memberId: passkeys.memberId })
  if (!used[0]) throw passkeyRefused(context)
  return used[0].memberId
}
