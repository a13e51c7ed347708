import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mp4 } from '#tests/kit/chat.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { startBackend } from '#tests/kit/server.ts'
import { tempFolder } from '#tests/kit/temp.ts'

/**
 * The headers of every reply. They are written out, because a constant imported from the server would change along with
 * it.
 */
const EVERY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
    "media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self' https:; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify worker",
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), ' +
    'midi=(), payment=(), usb=(), clipboard-write=(self), fullscreen=(self)',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-request-id': expect.stringMatching(/^[\w-]{12}$/),
}
const API = { ...EVERY, 'cache-control': 'no-store', 'content-type': 'application/json', date: expect.any(String) }
const STORED = {
  ...EVERY,
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-store',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
const WEB = {
  ...EVERY,
  'cache-control': 'no-cache',
  etag: expect.any(String),
  'last-modified': expect.any(String),
  vary: 'Accept-Encoding',
}

it('the server sends exactly the expected headers with a page, a reply, a refusal and a stored file', async () => {
  const dist = tempFolder('dist')
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html>')
  writeFileSync(join(dist, 'assets/app-1.js'), '0;')
  const backend = await startBackend({ dist })
  const token = await backend.login()
  const headersOf = async (path: string, headers: Record<string, string> = {}) =>
    Object.fromEntries((await backend.app.request(path, { headers })).headers)
  const call = { 'X-Requested-With': 'wallet-user' }
  const signedIn = { ...call, Authorization: `Bearer ${token}` }

  expect(await headersOf('/user/home', { Accept: 'text/html' })).toEqual({
    ...WEB,
    'content-length': '15',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(await headersOf('/assets/app-1.js')).toEqual({
    ...WEB,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': '2',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(await headersOf('/api/wallet', signedIn)).toEqual(API)
  expect(await headersOf('/api/wallet', call)).toEqual(API)
  expect(await headersOf('/api/wallet')).toEqual(API)
  expect(await headersOf('/api/nothing', call)).toEqual(API)
  expect(await headersOf('/api/wallet', { ...call, 'X-Forwarded-Proto': 'https' })).toEqual({
    ...API,
    'strict-transport-security': 'max-age=31536000',
  })

  const slip = pngSlip('12.34')
  await backend.call('wallet.slip', { file: slip }, { token })
  const { body } = await backend.call('statement.slips', { page: 1, limit: 1 }, { token })
  const [{ link }] = body.slips as [{ link: string }]
  const picture = { ...STORED, 'content-length': String(slip.size), 'content-type': 'image/png' }
  expect(await headersOf(link)).toEqual(picture)
  const film = await backend.call('chat.uploadVideo', { file: mp4() }, { token })
  expect(await headersOf(String(film.body.path))).toEqual({
    ...STORED,
    'content-length': '100',
    'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    'content-type': 'video/mp4',
  })
})

it('the server answers a preflight from WEB_ORIGIN with exactly the expected headers', async () => {
  const origin = 'https://play.example'
  const { app } = await startBackend({ env: { WEB_ORIGIN: origin } })
  const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' }
  const { headers: sent } = await app.request('/api/login', { method: 'OPTIONS', headers })
  expect(Object.fromEntries(sent)).toEqual({
    ...EVERY,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers':
      'Authorization,Content-Type,X-Requested-With,Idempotency-Key,X-Current-Password,X-Otp-Token,DPoP,X-Passkey',
    'access-control-allow-methods': 'GET,POST,PUT,DELETE',
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'Date,Retry-After,X-Request-Id,X-New-Login,X-Account-Changed,X-Held-Deposit,X-Time-Check',
    'access-control-max-age': '600',
    'cache-control': 'no-store',
    date: expect.any(String),
    vary: 'Origin, Access-Control-Request-Headers',
  })
})
