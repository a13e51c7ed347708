import { createStore, get } from 'idb-keyval'
import { base64url, calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { browserKey, proofOf } from '#src/api/proof.ts'
import { serverNow } from '#src/lib/clock.ts'

const POST = { method: 'POST', headers: { 'Idempotency-Key': 'K1' }, body: '{"amount":1}' }
const hashOf = async (text: string) =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
const read = (proof: string | null) => jwtVerify(proof ?? '', EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ['ES256'] })

it('a proof covers what RFC 9449 requires, and also the idempotency key, query and body of the request (R602)', async () => {
  const { payload } = await read(await proofOf('https://api.example/api/x?page=2', POST, 'T1'))
  expect(payload).toEqual({
    ...{ jti: expect.stringMatching(/^[\w-]{36}$/), htm: 'POST', htu: 'https://api.example/api/x' },
    ...{ iat: expect.closeTo(serverNow() / 1000, -1), ath: await hashOf('T1') },
    content: await hashOf('K1\n?page=2\n{"amount":1}'),
  })
})

it('a proof can be made for a relative URL, without a body and without a token (R602)', async () => {
  const { payload } = await read(await proofOf('/api/x', { method: 'GET' }, null))
  expect(payload).toMatchObject({ htm: 'GET', htu: `${location.origin}/api/x`, content: await hashOf('\n\n') })
  expect(payload).not.toHaveProperty('ath')
})

it('a proof does not cover the body of a form, because the browser encodes it only when sending (R602)', async () => {
  const { payload } = await read(await proofOf('/api/x', { ...POST, body: new FormData() }, 'T1'))
  expect(payload.content).toBe(await hashOf('K1\n\n'))
})

it('all proofs are signed with this browser’s single key, and each has its own id (R602, R603)', async () => {
  const proofs = await Promise.all(['/a', '/b'].map((url) => proofOf(url, POST, 'T1').then(read)))
  const keys = await Promise.all(proofs.map(({ protectedHeader }) => calculateJwkThumbprint(protectedHeader.jwk ?? {})))
  expect(keys[0]).toBe(keys[1])
  expect(proofs[0]?.payload.jti).not.toBe(proofs[1]?.payload.jti)
})

it('the key is stored in this browser, and no script can read its private half (R602)', async () => {
  const { privateKey, publicKey } = await browserKey()
  const kept = await get<CryptoKeyPair>('login', createStore('krapao', 'keys'))
  if (!kept) throw new Error('no key is kept')
  const jwkOf = (key: CryptoKey) => crypto.subtle.exportKey('jwk', key)
  expect(await jwkOf(kept.publicKey)).toEqual(await jwkOf(publicKey))
  await expect(jwkOf(privateKey)).rejects.toThrow()
  await expect(jwkOf(kept.privateKey)).rejects.toThrow()
})
