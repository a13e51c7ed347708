import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { OFFERS } from '#contract/offers.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { tokens } from '#server/core/schema/members.ts'
import { readSettings } from '#server/core/settings.ts'
import { closedWorld } from '#server/core/world.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { createApp } from '#server/http/app.ts'
import { addPasskey } from '#tests/kit/authenticator.ts'
import { logged } from '#tests/kit/logged.ts'
import { giftLink, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, dump, NEWCOMER, startBackend } from '#tests/kit/server.ts'

const names = Object.keys(calls) as CallName[]
const reads = names.filter((name) => calls[name].kind === 'read')
/** The path parameters. Calls not listed here use an open game and a QR code provider. */
const parts: Partial<Record<CallName, () => Promise<Record<string, string>>>> = {
  'statement.reference': async () => {
    const [slip] = await backend.db.select({ reference: slips.id }).from(slips)
    return { ...slip }
  },
  'passkey.remove': async () => ({ id: await addPasskey(backend, token) }),
  'passkey.confirm': async () => {
    await addPasskey(backend, token)
    return {}
  },
  'session.end': async () => {
    const [other] = await backend.db.select({ id: tokens.id }).from(tokens)
    return { ...other }
  },
  'autoLogin.user': async () => {
    const { username: user } = await backend.credentials(token, 'pg')
    return { provider: 'pg', user }
  },
  'autoLogin.password': async () => {
    const { username: user, password: pass } = await backend.credentials(token, 'imi')
    return { provider: 'imi', user, pass }
  },
}
async function pathOf(name: CallName): Promise<string> {
  const own: Record<string, string> = {
    provider: 'KBANK',
    code: 'pg',
    since: '0',
    after: 'start',
    digest: 'A'.repeat(43),
    ...(await parts[name]?.()),
  }
  return calls[name].path.replace(/:(\w+)/g, (_, part: string) => own[part] ?? part)
}

const { bankCode, bankAccountName, bankAccountNo, ...person } = NEWCOMER
/** The request bodies of the calls that have one. */
const inputs: Partial<Record<CallName, object>> = {
  'chat.history': { limit: 10, skip: 0 },
  'account.login': { username: DEMO.member.username, password: DEMO_PASSWORD },
  'account.validate': NEWCOMER,
  'account.create': NEWCOMER,
  'account.update': { name: person.name, bankCode, bankAccountName, bankAccountNo },
  'account.rename': { bankCode: 'KBANK', bankAccountName },
  'account.password': { oldPassword: DEMO_PASSWORD, newPassword: person.password },
  'otp.send': { phoneNumber: person.username },
  'otp.verify': { otpToken: 'token', otpCode: '123456' },
  'qr.create': { amount: 100 },
  'spin.claim': { coupon: 'CASH20' },
  'invite.list': { page: 1, limit: 10 },
  'refund.list': { page: 1, limit: 10 },
  'account.events': { page: 1, limit: 10 },
  'statement.list': { page: 1, limit: 10 },
  'statement.slips': { page: 1, limit: 10 },
  'wallet.truelink': { link: sealedGift(giftLink('one-20')) },
  'wallet.transfer': { from: 'WALLET', to: 'pg', amount: 100 },
  'wallet.transferAll': { to: 'pg' },
  'wallet.withdraw': { amount: 100 },
  'wallet.withdrawAll': { amount: 100 },
  'wallet.add': { amount: 100 },
}

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

describe.each(names)('%s', (name) => {
  const { method, access } = calls[name]
  const ask = async (sent = {}) => backend.send(method, await pathOf(name), sent)

  test('is refused without the client header', async () => {
    const response = await ask({ token, headers: { 'X-Requested-With': 'XMLHttpRequest' } })
    expect([response.status, await response.json()]).toEqual([403, { code: 'KEY_MISSING', message: 'KEY_MISSING' }])
  })

  test('requires a login if and only if the contract requires one', async () => {
    const refused = { code: 'UNAUTHORIZED', message: 'UNAUTHORIZED' }
    const response = await ask({ key: 'k' })
    if (access === 'member') expect([response.status, await response.json()]).toEqual([401, refused])
    else expect(await response.json()).not.toEqual(refused)
  })

  test('is answered with `gone` once the site is shut down, unless it is lookup.active or account.logout', async () => {
    const path = await pathOf(name)
    await backend.form('/switch', { name: 'terminated', isOn: 'true' })
    const response = await backend.send(method, path, { token, key: 'k' })
    const body = await response.json()
    if (name === 'lookup.active')
      expect([response.status, body]).toEqual([
        200,
        expect.objectContaining({ terminated: 'gone', offers: [...OFFERS] }),
      ])
    else if (name === 'account.logout') expect([response.status, body]).toEqual([200, {}])
    else expect([response.status, body]).toEqual([410, { code: 'gone', message: 'gone' }])
  })

  test('refuses a field that is not in the contract', async () => {
    const plain = await pathOf(name)
    const path = method === 'POST' || method === 'PUT' ? plain : `${plain}?other=1`
    const body = path === plain && { body: JSON.stringify({ ...inputs[name], other: 1 }) }
    const extra = await backend.send(method, path, { token, key: 'k', ...body })
    expect([extra.status, await extra.json()]).toEqual([400, { code: 'NO_DATA', message: 'NO_DATA' }])
  })
})

test.each(reads)('the read call %s changes no data', async (name) => {
  await backend.turn('registerOTP', false)
  const path = await pathOf(name)
  const before = await dump(backend.db)
  const body = inputs[name] && { body: JSON.stringify(inputs[name]) }
  expect((await backend.send(calls[name].method, path, { token, ...body })).status).toBe(200)
  expect(await dump(backend.db)).toBe(before)
})

/** Returns the paths of all fields in `value`. All rows of a list have the same paths. */
function fieldsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsIn(each, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [`${path}.${name}`, ...fieldsIn(each, `${path}.${name}`)])
}

test.each(reads)('the reply to %s contains only fields from the contract', async (name) => {
  await backend.turn('registerOTP', false)
  const body = inputs[name] && { body: JSON.stringify(inputs[name]) }
  const response = await backend.send(calls[name].method, await pathOf(name), { token, ...body })
  const sent: unknown = await response.json()
  const read: unknown = v.parse(calls[name].reply as v.GenericSchema, sent)
  // The client reads a flag as a boolean. In the reply, it is a field with the call's own name.
  const known = new Set(typeof read === 'boolean' ? [`.${name.split('.').at(-1)}`] : fieldsIn(read))
  expect([...new Set(fieldsIn(sent))].filter((field) => !known.has(field))).toEqual([])
})

/** Returns the strings in `value`, except codes and strings of up to 5 characters. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 5 && !/^[A-Z_]+$/.test(value) ? [value] : []
  return typeof value === 'object' && value ? Object.values(value).flatMap(textsIn) : []
}

it('each call logs a line without any value from the request or the reply', async () => {
  const lines = logged('info')
  const done: CallName[] = []
  const texts = textsIn([DEMO.member, DEMO_PASSWORD, inputs])
  for (const name of names) {
    const { method } = calls[name]
    const sent = {
      key: `key-of-${name.replace('.', '-')}`,
      ...(inputs[name] && { body: JSON.stringify(inputs[name]) }),
    }
    const path = await pathOf(name)
    const before = lines.length
    const replies = [await backend.send(method, path, sent), await backend.send(method, path, { token, ...sent })]
    const requests = lines.slice(before).filter(({ msg }) => msg === 'request')
    expect(requests).toMatchObject(
      replies.map(({ status, headers }) => ({ call: name, status, id: headers.get('X-Request-Id') })),
    )
    const bodies = await Promise.all(replies.map((reply) => reply.json()))
    texts.push(token, sent.key, ...textsIn(bodies), ...path.split('/').filter((part) => part.length > 12))
    for (const [at, { outcome }] of requests.entries()) expect(outcome).toBe(replies[at]?.ok ? 'ok' : bodies[at].code)
    if (replies[1]?.ok) done.push(name)
    token = await backend.login()
  }
  const wrong = { username: DEMO.member.username, password: 'wrong1234' }
  await backend.call('account.login', wrong)
  await backend.call('account.password', { oldPassword: wrong.password, newPassword: wrong.password }, { token })
  expect(done).toEqual(expect.arrayContaining(['account.login', 'account.password', 'wallet.transfer']))
  // Leaves out the call's name, which is not user data and is checked above.
  const text = JSON.stringify(lines.map(({ call: _, ...line }) => line))
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((each) => text.includes(each))).toEqual([])
  expect(text).not.toContain(wrong.password)
})

it('the replies to read calls forbid caching', async () => {
  const stored: string[] = []
  for (const name of reads) {
    const body = inputs[name] && { body: JSON.stringify(inputs[name]) }
    const { status, headers } = await backend.send(calls[name].method, await pathOf(name), { token, ...body })
    if (headers.get('Cache-Control') !== 'no-store') stored.push(`${name} (${status})`)
  }
  expect(stored).toEqual([])
})

test.each([
  '{"amount":-1}',
  '{"amount":0}',
  '{"amount":-0}',
  '{"amount":null}',
  '{"amount":NaN}',
  '{"amount":1e308}',
  '{"amount":1e999}',
  '{"amount":1000000001}',
  '{"amount":"5"}',
  '{"amount":"100"}',
  '{"amount":true}',
  '{"amount":[100]}',
  '{"amount":100.005}',
  '{"amount":0.001}',
  '{}',
  '',
  '{"amount":100,"currency":"LAK"}',
  '{"amount":100',
  '[]',
  '[{"amount":100}]',
  'null',
  '"100"',
  '100',
  '\u0000',
])('a request to create a QR code is refused if its body is %j', async (body) => {
  const before = await dump(backend.db)
  const response = await backend.send('POST', '/api/qrcode/KBANK', { token, key: 'k', body })
  expect([response.status, await response.json()]).toEqual([400, { code: 'NO_DATA', message: 'NO_DATA' }])
  expect(await dump(backend.db)).toBe(before)
})

test.each(['/api/qrcode/%E0%A4%A', '/api/qrcode/%00', '/api/qrcode/kbank', '/api/qrcode/KBANK%2F..', '/api/qrcode/'])(
  'the invalid path %s is refused',
  async (path) => {
    const response = await backend.send('GET', path, { token })
    expect([400, 404]).toContain(response.status)
    expect(await response.json()).toEqual({ code: 'NO_DATA', message: 'NO_DATA' })
  },
)

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/nothing'],
  ['POST', '/api/wallet'],
  ['GET', '/api/login'],
  ['PATCH', '/api/qrcode/KBANK'],
])('a call that does not exist is answered with 404: %s %s', async (method, path) => {
  const response = await backend.send(method, path, { token, headers: { Accept: 'text/html' } })
  expect([response.status, await response.json()]).toEqual([404, { code: 'NO_DATA', message: 'NO_DATA' }])
})

test('the server refuses a body above 64 kB', async () => {
  const body = JSON.stringify({ username: '0812345678', password: 'x'.repeat(70_000) })
  const response = await backend.send('POST', '/api/login', { key: 'k', body })
  expect([response.status, await response.json()]).toEqual([413, { code: 'NO_DATA', message: 'NO_DATA' }])
})

test('an invalid token and the token of an inactive member are refused', async () => {
  const refused = { status: 401, body: { code: 'UNAUTHORIZED', message: 'invalid-token' } }
  for (const bad of ['x', `${token}x`, "'; drop table members; --"])
    expect(await backend.call('wallet.get', {}, { token: bad })).toEqual(refused)
  await backend.db.execute(sql`update members set "isActive" = false`)
  expect(await backend.call('wallet.get', {}, { token })).toEqual(refused)
})

test('the server answers calls with 503 and Retry-After until the database is open', async () => {
  const app = createApp({ open: () => null, now: Date.now, world: closedWorld, settings: readSettings({}) })
  const health = await app.request('/api/health')
  expect([health.status, await health.json()]).toEqual([503, { status: 'starting' }])
  const response = await app.request('/api/wallet', { headers: { 'X-Requested-With': 'wallet-user' } })
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1'])
  expect(await response.json()).toEqual({ code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' })
  const ready = await backend.app.request('/api/health')
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
})

it('the server refuses calls immediately with 503 and Retry-After while too many wait for the database', async () => {
  let isFull = true
  const parts = { open: () => backend.db, now: backend.now, world: closedWorld, settings: readSettings({}) }
  const app = createApp({ ...parts, isFull: () => isFull })
  const read = () => app.request('/api/lookup/active', { headers: { 'X-Requested-With': 'wallet-user' } })
  const refused = await read()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1'])
  isFull = false
  expect((await read()).status).toBe(200)
})

it.each([
  ['refuses to answer', () => Promise.reject(new Error('down'))],
  ['hangs', () => new Promise<never>(() => {})],
])('the server is alive but not ready while the database %s', async (_, execute) => {
  const db = Object.create(backend.db, { execute: { value: execute } }) as typeof backend.db
  const app = createApp({ open: () => db, now: Date.now, world: closedWorld, settings: readSettings({}) })
  const health = await app.request('/api/health')
  expect(health.status).toBe(503)
  expect(await health.json()).toEqual({ status: 'down' })
  expect((await app.request('/api/live')).status).toBe(200)
})

it('while the server is stopping, it reports that it is alive but not ready', async () => {
  const parts = { open: () => backend.db, now: Date.now, world: closedWorld, settings: readSettings({}) }
  const app = createApp({ ...parts, isStopping: () => true })
  const health = await app.request('/api/health')
  expect(health.status).toBe(503)
  expect(await health.json()).toEqual({ status: 'stopping' })
  expect((await app.request('/api/live')).status).toBe(200)
})

test('text that the database cannot store is refused with 400', async () => {
  const removed = await backend.call('qr.remove', { provider: 'KBANK', qrcodeId: 'a\u0000' }, { token })
  expect(removed).toEqual({ status: 400, body: { code: 'NO_DATA', message: 'NO_DATA' } })
})

test('an internal error is answered with 500 and a code, and its log line contains no part of the request', async () => {
  const lines = logged()
  const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${token}`, 'Idempotency-Key': 'k' }
  const cause = new Error('cut off')
  vi.spyOn(backend.db, 'transaction').mockRejectedValueOnce(new Error("Failed query: params: ['secret']", { cause }))
  const response = await backend.app.request('/api/qrcode/KBANK', { method: 'POST', headers, body: '{"amount":100}' })
  expect([response.status, await response.json()]).toEqual([
    500,
    { code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' },
  ])
  const failed = { call: 'qr.create', outcome: 'INTERNAL_SERVER_ERROR', error: 'Error', status: 500 }
  expect(lines).toMatchObject([{ ...failed, level: 'error', id: response.headers.get('X-Request-Id') }])
  expect(lines[0]?.at).toMatch(/requests\.wire\.test\.ts:\d+:\d+$/)
  expect(JSON.stringify(lines)).not.toMatch(/secret|cut off/)
})
