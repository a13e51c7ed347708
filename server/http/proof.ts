import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import type { Call } from '#contract/call.ts'
import { UPLOAD_TIMEOUT } from '#contract/limits.ts'
import { PROOF_HEADER, PROOF_TOLERANCE, PROOF_TYPE, provenText, SOCKET_PATH, WRONG_TIME } from '#contract/proof.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { countAttempt } from '#server/domain/attempts.ts'
import { tokenIn } from './caller.ts'

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')
const refusal = (message: string) => new ApiError('UNAUTHORIZED', 401, { message })

/**
 * The request that a proof must cover. `content` is its {@link provenText}, and `travel` is how long it may take to
 * arrive, in ms.
 */
type Asked = { method: string; path: string; token: string | undefined; content: string; travel: number }

/**
 * Returns the thumbprint (RFC 7638) of the key that signed `proof`, and the id of the proof. Refuses with UNAUTHORIZED
 * if the proof is invalid or covers another request. The message is {@link WRONG_TIME} if only the time in the proof is
 * wrong.
 */
async function verified(proof: string, { method, path, token, content, travel }: Asked, now: number) {
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: PROOF_TYPE,
    algorithms: ['ES256'],
    requiredClaims: ['jti', 'iat'],
    currentDate: new Date(now),
  }).catch(() => {
    throw refusal('invalid-token')
  })
  const { iat = 0, jti = '', htm, htu, ath } = payload
  const isForThis =
    htm === method &&
    URL.parse(String(htu))?.pathname === path &&
    ath === (token === undefined ? undefined : hashed(token)) &&
    payload.content === hashed(content)
  if (!isForThis || !protectedHeader.jwk) throw refusal('invalid-token')
  const age = now - iat * 1000
  if (age <= -PROOF_TOLERANCE || age >= PROOF_TOLERANCE + travel) throw refusal(WRONG_TIME)
  return { key: await calculateJwkThumbprint(protectedHeader.jwk), id: jti }
}

/**
 * Returns the thumbprint of the browser's key that signed the proof of a call, or null if the call has no proof.
 * Refuses like {@link verified}. Because an upload is signed before it is sent, it may take longer to arrive.
 */
export async function browserKeyOf(c: Context, { form }: Call, now: number): Promise<string | null> {
  const proof = c.req.header(PROOF_HEADER)
  if (proof === undefined) return null
  const { pathname: path, search } = new URL(c.req.url)
  const body = form ? '' : await c.req.text()
  const content = provenText({ key: c.req.header('Idempotency-Key') ?? '', search, body })
  const token = tokenIn(c.req.header('Authorization'))
  const travel = form ? UPLOAD_TIMEOUT : 0
  return (await verified(proof, { method: c.req.method, path, token, content, travel }, now)).key
}

/**
 * Verifies the proof of a chat socket. Returns the thumbprint of the browser key that signed it, and the id of the
 * proof. Throws the same errors as {@link verified}.
 */
export function socketKeyOf(proof: string, token: string, now: number): Promise<{ key: string; id: string }> {
  const content = provenText({ key: '', search: '', body: '' })
  return verified(proof, { method: 'GET', path: SOCKET_PATH, token, content, travel: 0 }, now)
}

/**
 * Records that a socket is being opened with the proof that has this id. Returns true if this is the first use of the
 * proof. An open socket needs no further proof.
 */
export const isFirstUse = async (db: Db, id: string, now: number): Promise<boolean> =>
  (await countAttempt(db, hashed(`proof ${id}`), { most: 1, within: 2 * PROOF_TOLERANCE }, now)) === null
