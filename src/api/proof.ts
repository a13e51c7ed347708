import { createStore, get, update } from 'idb-keyval'
import { PROOF_TYPE, provenText } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'
import { base64url, bytesOf, hashOf } from '#src/lib/base64url.ts'
import { serverNow } from '#src/lib/clock.ts'
import { inTime } from '#src/lib/in-time.ts'

/** The timeout for opening the browser's database, in ms. Some versions of Safari never open it. */
const DATABASE_LIMIT = 5_000
const NAME = 'login'

/**
 * Reads this browser's key, or creates one. If two tabs create a key at the same time, both use the one that is stored
 * first.
 */
async function storedPair(): Promise<CryptoKeyPair> {
  const store = createStore('krapao', 'keys')
  const found = await get<CryptoKeyPair>(NAME, store)
  if (found) return found
  const created = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  let kept = created
  await update<CryptoKeyPair>(NAME, (other) => (kept = other ?? created), store)
  return kept
}

/** Shared by all requests, so that the database is read only once. */
let pair: Promise<CryptoKeyPair> | null = null
/**
 * Returns this browser's key pair, whose private key no script can read. Rejects without HTTPS, or if the database is
 * unavailable. After a failure, the next call tries again.
 */
export function browserKey(): Promise<CryptoKeyPair> {
  pair ??= inTime(storedPair(), DATABASE_LIMIT).catch((error) => {
    pair = null
    throw error
  })
  return pair
}

/**
 * Returns the proof for one request. It is valid for a short time, and only for this method, URL, token,
 * Idempotency-Key and text body. It does not cover a form. Returns null if this browser has no key. The server then
 * refuses a bound token, and the next login works without a key.
 *
 * This is written by hand, because the library for RFC 9449 uses the device's clock, which may be wrong. Source: R602,
 * R604, D-68.
 */
export async function proofOf(
  url: string,
  { method = '', headers, body }: RequestInit,
  token: string | null,
): Promise<string | null> {
  const pair = await browserKey().catch(() => null)
  if (!pair) return null
  const { privateKey, publicKey } = pair
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const { origin, pathname, search } = new URL(url, location.href)
  const key = new Headers(headers).get('Idempotency-Key') ?? ''
  const claims = {
    ...{ jti: newKey(), htm: method, htu: origin + pathname, iat: Math.floor(serverNow() / 1000) },
    ...(token && { ath: await hashOf(token) }),
    content: await hashOf(provenText({ key, search, body: typeof body === 'string' ? body : '' })),
  }
  const text = [{ typ: PROOF_TYPE, alg: 'ES256', jwk: { kty, crv, x, y } }, claims]
    .map((part) => base64url(bytesOf(JSON.stringify(part))))
    .join('.')
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytesOf(text))
  return `${text}.${base64url(new Uint8Array(signature))}`
}
