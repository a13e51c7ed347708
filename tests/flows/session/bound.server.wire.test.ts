import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roomOf } from '#contract/chat.ts'
import { UPLOAD_TIMEOUT } from '#contract/limits.ts'
import { PROOF_HEADER, PROOF_TOLERANCE, SOCKET_PATH, WRONG_TIME } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { tokens } from '#server/core/schema/members.ts'
import { limits } from '#server/core/schema/site.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { PREFIX } from '#server/domain/chat.ts'
import { publicId } from '#server/domain/guest.ts'
import { hashOf } from '#server/domain/session.ts'
import { boundLogin, callWithProof } from '#tests/kit/bound.ts'
import { type BrowserKey, browserKey, type Proven } from '#tests/kit/browser-key.ts'
import { openSite } from '#tests/kit/chat-site.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const { username } = DEMO.member
const REFUSED = { status: 401, body: { code: 'UNAUTHORIZED', message: 'invalid-token' } }
const TRANSFER = { from: WALLET, to: 'pg', amount: 100 } as const

let browser: BrowserKey
let other: BrowserKey
beforeAll(async () => {
  browser = await browserKey()
  other = await browserKey()
})
let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await boundLogin(backend, browser, username, DEMO_PASSWORD)
})

const GET = (): Proven => ({ method: 'GET', path: '/api/account/profile', token, key: '', at: backend.now() })
const profileWith = async (proof: string) => {
  const response = await backend.send('GET', '/api/account/profile', { token, headers: { [PROOF_HEADER]: proof } })
  return { status: response.status, body: await response.json() }
}

describe('a session that is bound to a browser key (R602, D-68)', () => {
  it('accepts its token only with a proof that was signed with the key', async () => {
    expect(await profileWith(await browser.proof(GET()))).toMatchObject({ status: 200 })
    expect(await backend.call('account.profile', {}, { token })).toEqual(REFUSED)
  })

  it('is not opened by a login with an invalid proof', async () => {
    const headers = { [PROOF_HEADER]: 'no proof' }
    const before = await backend.db.$count(tokens)
    expect(await backend.call('account.login', { username, password: DEMO_PASSWORD }, { headers })).toEqual(REFUSED)
    expect(await backend.db.$count(tokens)).toBe(before)
  })

  it.each(['ES384', 'RS256', 'EdDSA'])('is not opened by a login whose proof uses the algorithm %s', async (alg) => {
    const reply = await callWithProof(backend, await browserKey(alg), 'account.login', {
      username,
      password: DEMO_PASSWORD,
    })
    expect(reply).toMatchObject(REFUSED)
  })

  it('is stored with the thumbprint of its key, unlike a session opened without a proof', async () => {
    const keyOf = async (of: string) =>
      (
        await backend.db
          .select({ key: tokens.key })
          .from(tokens)
          .where(eq(tokens.hash, hashOf(of)))
      )[0]?.key
    expect(await keyOf(token)).toMatch(/^[\w-]{43}$/)
    const { body } = await backend.call('account.login', { username, password: DEMO_PASSWORD })
    expect(await keyOf(String(body.token))).toBeNull()
    expect(await backend.call('account.profile', {}, { token: String(body.token) })).toMatchObject({ status: 200 })
  })

  it('is not created by a login without a proof, and the resulting unbound session ignores later proofs', async () => {
    const free = await backend.login()
    const proof = await other.proof({ ...GET(), token: free })
    const { status } = await backend.send('GET', '/api/account/profile', {
      token: free,
      headers: { [PROOF_HEADER]: proof },
    })
    expect(status).toBe(200)
  })

  it.each<[string, Partial<Proven>, Record<string, unknown>?, Record<string, unknown>?]>([
    ['another method', { method: 'PUT' }],
    ['another path', { path: '/api/wallet' }],
    ['another query', { path: '/api/account/profile?limit=1' }],
    ['another key', { key: 'a-key' }],
    ['another body', { body: '{}' }],
    ['another token', { token: 'another' }],
    ['no token', {}, { ath: undefined }],
    ['no content', {}, { content: undefined }],
    ['no time', {}, { iat: undefined }],
    ['no id', {}, { jti: undefined }],
    ['an unreadable address', {}, { htu: 'account' }],
    ['another type', {}, {}, { typ: 'JWT' }],
    ['no public key', {}, {}, { jwk: undefined }],
  ])('refuses a proof with %s', async (_, more, claims, header) => {
    expect(await profileWith(await browser.proof({ ...GET(), ...more }, claims, header))).toEqual(REFUSED)
  })

  it('refuses a proof that was signed with another key, even if its header contains the right key', async () => {
    expect(await profileWith(await other.proof(GET()))).toEqual(REFUSED)
    const [header = ''] = (await browser.proof(GET())).split('.')
    const [, claims = '', signature = ''] = (await other.proof(GET())).split('.')
    expect(await profileWith([header, claims, signature].join('.'))).toEqual(REFUSED)
  })

  it('refuses a proof whose signature was removed', async () => {
    const [, claims = ''] = (await browser.proof(GET())).split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dpop+jwt' })).toString('base64url')
    expect(await profileWith(`${header}.${claims}.`)).toEqual(REFUSED)
  })
})

it('a script that uses a bound session cannot change the payout account, because that also requires the password (R321, R602)', async () => {
  const account = { bankCode: 'SCB', bankAccountName: 'SOMEBODY ELSE', bankAccountNo: '5556667778' }
  const reply = await callWithProof(backend, browser, 'account.update', { name: 'Player', ...account }, { token })
  expect(reply).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } })
})

it('a logout without a proof does not end a bound session (R602)', async () => {
  expect((await backend.call('account.logout', {}, { token })).status).toBe(200)
  expect(await profileWith(await browser.proof(GET()))).toMatchObject({ status: 200 })
  await callWithProof(backend, browser, 'account.logout', {}, { token })
  expect(await profileWith(await browser.proof(GET()))).toEqual(REFUSED)
})

describe('the timestamp of a proof (R604)', () => {
  it('may be older than the two-minute tolerance by up to the upload timeout if the request is an upload', async () => {
    const upload = async (age: number) => {
      const key = newKey()
      const at = backend.now() - age
      const proof = await browser.proof({ method: 'POST', path: '/api/wallet/slip', token, key, at })
      const headers = { [PROOF_HEADER]: proof }
      return backend.call('wallet.slip', { file: pngSlip() }, { token, key, headers })
    }
    const most = UPLOAD_TIMEOUT + PROOF_TOLERANCE
    expect((await upload(most - 1_000)).status).toBe(200)
    expect((await upload(most + 1_000)).body.message).toBe(WRONG_TIME)
  })

  it.each([-1, 1])('may be up to two minutes off the server’s clock (direction: %i)', async (sign) => {
    const proof = await browser.proof({ ...GET(), at: backend.now() + sign * (PROOF_TOLERANCE - 1_000) })
    expect((await profileWith(proof)).status).toBe(200)
  })

  it.each([-1, 1])(
    'is refused with a specific error message if it is more than two minutes off the server’s clock (direction: %i)',
    async (sign) => {
      const proof = await browser.proof({ ...GET(), at: backend.now() + sign * (PROOF_TOLERANCE + 1_000) })
      expect(await profileWith(proof)).toEqual({ status: 401, body: { code: 'UNAUTHORIZED', message: WRONG_TIME } })
    },
  )
})

describe('a request that was captured from a bound session (R603)', () => {
  it('returns the stored reply when it is resent, without moving money again', async () => {
    const { key, proof, ...first } = await callWithProof(backend, browser, 'wallet.transfer', TRANSFER, { token })
    expect(first.status).toBe(200)
    const [before] = await backend.rows(await backend.login())
    const again = await backend.call('wallet.transfer', TRANSFER, { token, key, headers: { [PROOF_HEADER]: proof } })
    expect(again).toEqual(first)
    expect((await backend.rows(await backend.login()))[0]).toEqual(before)
  })

  it('is refused if its amount or its idempotency key was changed', async () => {
    const { key, proof } = await callWithProof(backend, browser, 'wallet.transfer', TRANSFER, { token })
    const headers = { [PROOF_HEADER]: proof }
    const more = { ...TRANSFER, amount: 200 }
    expect(await backend.call('wallet.transfer', more, { token, key, headers })).toEqual(REFUSED)
    expect(await backend.call('wallet.transfer', TRANSFER, { token, key: 'new-key', headers })).toEqual(REFUSED)
  })

  it('returns the stored reply after the logout only if it is resent with a new proof', async () => {
    const { key, proof, ...first } = await callWithProof(backend, browser, 'wallet.transfer', TRANSFER, { token })
    await callWithProof(backend, browser, 'account.logout', {}, { token })
    expect(await backend.call('wallet.transfer', TRANSFER, { token, key })).toEqual(REFUSED)
    const {
      proof: _,
      key: __,
      ...again
    } = await callWithProof(backend, browser, 'wallet.transfer', TRANSFER, { token, key })
    expect(again).toEqual(first)
  })
})

describe('the chat socket of a bound session (R602)', () => {
  const proofOf = (of: BrowserKey, more: Partial<Proven> = {}) =>
    of.proof({ method: 'GET', path: SOCKET_PATH, token, at: backend.now(), ...more })

  it('opens with a proof, joins the member’s room, and stays open when the session is rechecked', async () => {
    const { line } = await openSite(backend, { recheck: 20 })
    const { socket, join } = await line({ token, proof: await proofOf(browser) })
    const room = roomOf(PREFIX, publicId(await backend.idOf()))
    await new Promise((done) => setTimeout(done, 100))
    expect(await join(room)).toMatchObject({ joined: true })
    expect(socket.connected).toBe(true)
  })

  it.each<[string, () => Promise<object>]>([
    ['no proof', async () => ({})],
    ['the proof of another browser', async () => ({ proof: await proofOf(other) })],
    ['the proof of a call', async () => ({ proof: await browser.proof(GET()) })],
    ['garbage', async () => ({ proof: 'x' })],
  ])('does not open with %s', async (_, more) => {
    const { line } = await openSite(backend)
    await expect(line({ token, ...(await more()) })).rejects.toThrow('invalid-token')
  })

  it('does not store the proof if the token is unknown', async () => {
    const { line } = await openSite(backend)
    const counted = () => backend.db.$count(limits)
    const before = await counted()
    await expect(line({ token: 'T', proof: await proofOf(other, { token: 'T' }) })).rejects.toThrow('invalid-token')
    expect(await counted()).toBe(before)
  })

  it('does not open with a proof that has already opened a socket', async () => {
    const { line } = await openSite(backend)
    const proof = await proofOf(browser)
    await line({ token, proof })
    await expect(line({ token, proof })).rejects.toThrow('invalid-token')
  })
})
