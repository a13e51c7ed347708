import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import type { Call } from '#contract/call.ts'
import { PROOF_HEADER, PROOF_TOLERANCE, PROOF_TYPE, provenText, SOCKET_PATH, WRONG_TIME } from '#contract/proof.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { countAttempt } from '#server/domain/attempts.ts'
import { isWithin } from '#server/domain/within.ts'
import { tokenIn } from './caller.ts'

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')
const refusal = (message: string) => new ApiError('UNAUTHORIZED', 401, { message })

/** The request that a proof must be for. `content`: its {@link provenText}. */
type Asked = { method: string; path: string; token: string | undefined; content: string }

/**
 * Returns the thumbprint (RFC 7638) of the key that signed `proof`, and the proof's id. Refuses with UNAUTHORIZED if the
 * proof is invalid or for another request, and with the message {@link WRONG_TIME} if only its time is wrong.
 */
async function verified(proof: string, { method, path, token, content }: Asked, now: number) {
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
  if (!isWithin(iat * 1000, PROOF_TOLERANCE, now)) throw refusal(WRONG_TIME)
  return { key: await calculateJwkThumbprint(protectedHeader.jwk), id: jti }
}

/**
 * Returns the thumbprint of the browser's key that signed a call's proof, or null for a call without a proof. Refuses like
 * {@link verified}.
 */
export async function browserKeyOf(c: Context, { form }: Call, now: number): Promise<string | null> {
  const proof = c.req.header(PROOF_HEADER)
  if (proof === undefined) return null
  const { pathname: path, search } = new URL(c.req.url)
  const body = form ? '' : await c.req.text()
  const content = provenText({ key: c.req.header('Idempotency-Key') ?? '', search, body })
  const token = tokenIn(c.req.header('Authorization'))
  return (await verified(proof, { method: c.req.method, path, token, content }, now)).key
}

/**
 * Returns the thumbprint of the browser's key that signed the proof of a chat socket. Refuses like {@link verified}, and a
 * proof that has opened a socket before: an open socket is asked for no other.
 */
export async function socketKeyOf(db: Db, proof: string, token: string, now: number): Promise<string> {
  const content = provenText({ key: '', search: '', body: '' })
  const { key, id } = await verified(proof, { method: 'GET', path: SOCKET_PATH, token, content }, now)
  const once = { most: 1, within: 2 * PROOF_TOLERANCE }
  if ((await countAttempt(db, hashed(`proof ${id}`), once, now)) !== null) throw refusal('invalid-token')
  return key
}
