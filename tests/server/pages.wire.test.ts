import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it, test } from 'vitest'
import { members } from '#server/core/schema/members.ts'
import { DEMO } from '#server/demo/seed.ts'
import { HSTS, policyOf, SECURITY_HEADERS } from '#server/http/headers.ts'
import { START } from '#tests/kit/database.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { tempFolder } from '#tests/kit/temp.ts'

const dist = tempFolder('dist')
const ORIGIN = 'https://play.example'
const PAGE = { Accept: 'text/html,*/*' }

let backend: Backend
beforeAll(() => {
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(dist, '.vite'))
  writeFileSync(join(dist, '.vite/manifest.json'), '{}')
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>krapao</title>')
  for (const name of ['howto', 'howto.th', 'howto.la']) writeFileSync(join(dist, `${name}.html`), name)
  writeFileSync(join(dist, 'assets/app-1.js'), '0;')
})
beforeEach(async () => {
  backend = await startBackend({ dist })
})

const get = (path: string, headers: Record<string, string> = {}) => backend.app.request(path, { headers })

test.each([
  ['a call', 200, '/api/lookup/info', { 'X-Requested-With': 'wallet-user' }],
  ['a refused call', 403, '/api/lookup/info', {}],
  ['an unknown call', 404, '/api/nothing', { 'X-Requested-With': 'wallet-user' }],
  ['the health check', 200, '/api/health', {}],
  ['the page', 200, '/user/home', PAGE],
  ['an asset', 200, '/assets/app-1.js', {}],
  ['a missing asset', 404, '/assets/app-2.js', PAGE],
  ['the sandbox', 200, '/sandbox', PAGE],
  ['the style of the sandbox', 200, '/sandbox/style.css', {}],
  ['the OpenAPI document', 200, '/sandbox/openapi.json', {}],
])('the response to %s (%i) has every security header', async (_, status, path, headers) => {
  const response = await get(path, headers)
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject(
    Object.fromEntries(Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
  )
  expect(response.headers.has('Strict-Transport-Security')).toBe(false)
  const secure = await get(path, { ...headers, 'X-Forwarded-Proto': 'https' })
  expect(secure.headers.get('Strict-Transport-Security')).toBe(HSTS)
})

test('the Content-Security-Policy allows exactly the expected sources, and nothing unsafe', () => {
  expect(SECURITY_HEADERS['Content-Security-Policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
      "media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self' https:; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify worker",
  )
})

it('the CSP allows inline scripts and styles only by their hashes', () => {
  const others = { apiOrigin: '', videoOrigin: undefined, chatOrigin: undefined, gameHosts: [] }
  const policy = policyOf(others, { script: ["'sha256-a'"], style: ["'sha256-b'"] })
  expect(policy).toContain("script-src 'self' 'sha256-a'; style-src 'self' 'sha256-b';")
  expect(policy).not.toContain('unsafe')
})

test.each([
  ['https://videos.example/help', "media-src 'self' https://videos.example blob:;"],
  ['https://videos.example/help', "img-src 'self' https://videos.example data:"],
  ['/films', "media-src 'self' blob:;"],
])('the CSP for help videos at %s contains %s', async (place, policy) => {
  const { app } = await startBackend({ env: { VITE_HELP_VIDEOS: place } })
  expect((await app.request('/login')).headers.get('Content-Security-Policy')).toContain(policy)
})

test.each([
  ['play.example, GAMES.example,', "form-action 'self' https://play.example https://games.example;"],
  ['', "form-action 'self' https:;"],
])('the CSP for the game hosts %j contains %s (D-26)', async (names, policy) => {
  const { app } = await startBackend({ env: { VITE_GAME_HOSTS: names, VITE_HELP_VIDEOS: 'https://videos.example' } })
  const said = (await app.request('/user/home')).headers.get('Content-Security-Policy')
  expect(said).toContain(policy)
  expect(said).toContain("media-src 'self' https://videos.example blob:;")
})

it('the CSP allows form posts to, and pictures from, exactly the game hosts in the site settings (R119, D-26)', async () => {
  const { app, call } = await startBackend({ env: { VITE_GAME_HOSTS: 'play.example, games.example' } })
  const { body } = await call('lookup.active', {})
  const policy = (await app.request('/user/home')).headers.get('Content-Security-Policy')
  const hosts = (body.settings as { gameHosts: string[] }).gameHosts.map((host) => `https://${host}`).join(' ')
  expect(policy).toContain(`form-action 'self' ${hosts};`)
  expect(policy).toContain(`img-src 'self' ${hosts} data: blob:;`)
})

it('the CSP allows the calls, socket, pictures and videos of an API on another origin', async () => {
  const { app } = await startBackend({ env: { VITE_API_URL: 'https://api.example' } })
  const policy = (await app.request('/user/home')).headers.get('Content-Security-Policy')
  expect(policy).toContain("connect-src 'self' https://api.example wss://api.example;")
  expect(policy).toContain("img-src 'self' https://api.example data: blob:;")
  expect(policy).toContain("media-src 'self' https://api.example blob:;")
})

it('the guide to other backends shows the CSP that the server would send', () => {
  const guide = readFileSync(new URL('../../docs/bring-your-own-backend.md', import.meta.url), 'utf8')
  const others = { apiOrigin: 'https://api.example', videoOrigin: undefined, chatOrigin: undefined }
  expect(guide).toContain(`Content-Security-Policy: ${policyOf({ ...others, gameHosts: ['play.example'] })}\n`)
})

test.each([
  ['https://chat.example/x', "connect-src 'self' https://chat.example wss://chat.example;"],
  ['https://chat.example', "img-src 'self' https://chat.example data:"],
  ['https://chat.example', "media-src 'self' https://chat.example blob:;"],
  ['0', "connect-src 'self';"],
])('the CSP for a chat at %s contains %s (R380)', async (place, policy) => {
  const { app } = await startBackend({ env: { VITE_CHAT_URL: place } })
  expect((await app.request('/contact')).headers.get('Content-Security-Policy')).toContain(policy)
})

test.each(['/api/health', '/api/nothing', '/api/wallet'])(
  'the response to %s is never cached and has a Date header with the server’s time',
  async (path) => {
    backend.pass(3_600_000)
    const { headers } = await get(path)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(Date.parse(headers.get('Date') ?? '')).toBe(START + 3_600_000)
  },
)

test('the server sends the page only to navigation requests, and answers 404 for missing and private files', async () => {
  for (const path of ['/', '/login', '/user/home?dialog=deposit']) {
    const page = await get(path, PAGE)
    expect([page.status, await page.text()]).toEqual([200, '<!doctype html><title>krapao</title>'])
    expect(page.headers.get('Cache-Control')).toBe('no-cache')
  }
  expect((await get('/login', { 'Sec-Fetch-Mode': 'navigate' })).status).toBe(200)
  for (const path of [
    '/login',
    '/nothing.js',
    '/nothing.js?x',
    '/assets/',
    '/assets/x',
    '/socket.io/x',
    '/sandbox/x',
    '/.vite/manifest.json',
    '/../package.json',
  ])
    expect((await get(path, path === '/login' ? {} : PAGE)).status, path).toBe(404)
})

test.each([{}, { Accept: '*/*' }])(
  'a prerendered page is sent whatever type the client accepts: %o',
  async (headers) => {
    const page = await get('/howto', headers)
    expect([page.status, await page.text()]).toEqual([200, 'howto'])
    expect(await (await get('/howto', { ...headers, Cookie: 'lang=LA' })).text()).toBe('howto.la')
  },
)

test('the server explains how to build the client if there is no build', async () => {
  backend = await startBackend({ dist: join(dist, 'nothing') })
  const page = await get('/login', PAGE)
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('npm start')])
})

test.each(['cross-site', 'same-site'])(
  'a %s page from another origin can neither make calls nor control the sandbox',
  async (site) => {
    const headers = { 'Sec-Fetch-Site': site, Origin: 'https://evil.example', 'X-Requested-With': 'wallet-user' }
    const response = await get('/api/lookup/info', headers)
    expect([response.status, await response.json()]).toEqual([403, { code: 'KEY_MISSING', message: 'KEY_MISSING' }])
    expect((await backend.form('/outage', { isOn: 'true' }, headers)).status).toBe(403)
  },
)

test('the server allows no origin other than its own and WEB_ORIGIN', async () => {
  const preflight = (origin: string) =>
    backend.app.request('/api/login', {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Sec-Fetch-Site': 'cross-site' },
    })
  expect((await preflight(ORIGIN)).headers.has('Access-Control-Allow-Origin')).toBe(false)
  backend = await startBackend({ env: { WEB_ORIGIN: ORIGIN } })
  const allowed = await preflight(ORIGIN)
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN)
  expect(allowed.headers.get('Access-Control-Allow-Headers')).toBe(
    'Authorization,Content-Type,X-Requested-With,Idempotency-Key,X-Current-Password,X-Otp-Token,DPoP,X-Passkey',
  )
  const from = (origin: string) =>
    get('/api/lookup/info', { 'Sec-Fetch-Site': 'cross-site', Origin: origin, 'X-Requested-With': 'wallet-user' })
  const called = await from(ORIGIN)
  expect([called.status, called.headers.get('Access-Control-Allow-Origin')]).toEqual([200, ORIGIN])
  expect(called.headers.get('Access-Control-Expose-Headers')).toBe(
    'Date,Retry-After,X-Request-Id,X-New-Login,X-Account-Changed,X-Held-Deposit,X-Time-Check',
  )
  const refused = await from('https://evil.example')
  expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null])
})

test('the sandbox lists its SMS messages as JSON, newest first', async () => {
  await backend.world.sendSms({ phone: '1', text: 'one', request: '1' })
  await backend.world.sendSms({ phone: '2', text: 'two', request: '2' })
  const at = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(await (await get('/sandbox/messages')).json()).toEqual([
    { phone: '2', text: 'two', at },
    { phone: '1', text: 'one', at },
  ])
})

it('the sandbox shows amounts in kip for a member whose currency is kip (R143)', async () => {
  await backend.db.update(members).set({ currency: 'LAK' })
  await backend.call('qr.create', { provider: 'KBANK', amount: 77 }, { token: await backend.login() })
  const page = await (await get('/sandbox')).text()
  expect(page).toContain('<strong>77 kip</strong>')
  expect(page).toContain('Approve: 300 kip, Demo Player')
  expect(page).not.toContain('Amount in baht')
})

test('the sandbox shows codes, withdrawals, switches, messages and logins, and escapes their text', async () => {
  const token = await backend.login()
  await backend.call('qr.create', { provider: 'KBANK', amount: 77 }, { token })
  await backend.world.sendSms({ phone: '0812345678', text: '<script>alert(1)</script>', request: '3' })
  const { otpCode } = await backend.code('0611111111')
  await backend.form('/switch', { name: 'enableChatWidget', isOn: 'true' })
  await backend.form('/games', { isOn: 'true' })
  const page = await (await get('/sandbox')).text()
  const code = `<p class="otp" translate="no">${otpCode}</p>`
  const parts = ['77.00 baht', '&lt;script&gt;', code, 'Chat widget: <strong>on', DEMO.inactive.username]
  const waiting = ['Approve: 300.00 baht, Demo Player', 'Reject: 300.00', 'Game provider outage: <strong>on']
  for (const part of [...parts, ...waiting]) expect(page).toContain(part)
  expect(page).not.toContain('<script')
  expect((await backend.call('lookup.enableChatWidget', {})).body).toEqual({ enableChatWidget: true })
  expect((await backend.form('/switch', { name: 'admin', isOn: 'true' })).status).toBe(400)
})
