import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { PROOF_TYPE, provenText } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The request that a proof covers. `path` includes the query; `at` is the time in the proof, epoch ms. */
export type Proven = { method: string; path: string; token?: string; key?: string; body?: string; at: number }

/** A browser's key. `proof` signs a request; `claims` and `header` override fields of the proof. */
export async function browserKey(alg = 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(alg)
  const jwk = await exportJWK(publicKey)
  const proof = (
    { method, path, token, key = '', body = '', at }: Proven,
    claims: Record<string, unknown> = {},
    header: Record<string, unknown> = {},
  ) => {
    const { origin, pathname, search } = new URL(path, 'https://krapao.example')
    const asked = { htm: method, htu: origin + pathname, content: hashed(provenText({ key, search, body })) }
    const base = {
      jti: newKey(),
      iat: Math.floor(at / 1000),
      ...asked,
      ...(token && { ath: hashed(token) }),
    }
    return new SignJWT({ ...base, ...claims })
      .setProtectedHeader({ alg, typ: PROOF_TYPE, jwk, ...header })
      .sign(privateKey)
  }
  return { proof }
}
export type BrowserKey = Awaited<ReturnType<typeof browserKey>>
