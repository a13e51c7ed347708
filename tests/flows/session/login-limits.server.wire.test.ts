import crypto from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newKey } from '#contract/random.ts'
import { devices, members } from '#server/core/schema/members.ts'
import { limits } from '#server/core/schema/site.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { passwordQueue } from '#server/domain/password.ts'
import { createApp } from '#server/http/app.ts'
import { logged } from '#tests/kit/logged.ts'
import { countStatements } from '#tests/kit/sent-statements.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const { username } = DEMO.member
const REFUSED = { status: 429, body: { code: 'REQUEST_LIMIT', message: 'REQUEST_LIMIT' } }

/** The number of statements that a login executes before hashing: two for limits and one for the member. */
const BEFORE_HASH = 3

/** A cheap hash of the demo password. These tests count attempts, so the real cost of a hash does not matter. */
const nonce = Buffer.alloc(16)
const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
const tag = crypto.argon2Sync('argon2id', { message: DEMO_PASSWORD, nonce, ...cost })
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const CHEAP = `$argon2id$v=19$m=8,t=1,p=1$${base64(nonce)}$${base64(tag)}`

let backend: Backend
async function start(env: Record<string, string> = {}) {
  backend = await startBackend({ env })
  await backend.db.update(members).set({ password: CHEAP })
}
beforeEach(() => start())

const from = (address: string) => ({ 'X-Forwarded-For': address })
const login = (name: string, password: string, headers: Record<string, string> = {}) =>
  backend.call('account.login', { username: name, password }, { headers })
const right = (headers: Record<string, string> = {}) => login(username, DEMO_PASSWORD, headers)
const wrong = (headers: Record<string, string> = {}) => login(username, 'wrong', headers)
const times = <T>(count: number, act: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)))
async function tenWrong(headers: Record<string, string> = {}) {
  for (let i = 0; i < 10; i++) expect((await wrong(headers)).status).toBe(401)
}

/** Logs in and returns the reply's cookie, in full and in the form that a browser sends back. */
async function cookieOf(name = username, headers: Record<string, string> = {}, path = '/api/login') {
  const body = JSON.stringify({ username: name, password: DEMO_PASSWORD })
  const reply = await backend.send('POST', path, { key: crypto.randomUUID(), body, headers })
  expect(reply.status).toBe(200)
  const whole = reply.headers.get('Set-Cookie') ?? ''
  const { token }: { token: string } = await reply.json()
  return { whole, sent: { Cookie: whole.split(';')[0] ?? '' }, token }
}

describe('logins with the right password', () => {
  it('all succeed when 150 members log in at once from one address', async () => {
    await times(150, (at) => backend.join({ username: `07${String(at).padStart(8, '0')}`, password: CHEAP }))
    const replies = await times(150, (at) => login(`07${String(at).padStart(8, '0')}`, DEMO_PASSWORD))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(150)
  })

  it('all succeed when one member logs in 150 times at once', async () => {
    const replies = await times(150, () => right())
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(150)
  })

  it('do not count towards the limit, even after nine wrong passwords', async () => {
    for (let i = 0; i < 9; i++) await wrong()
    expect((await times(30, () => right())).map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect((await wrong()).status).toBe(401)
    expect(await wrong()).toEqual(REFUSED)
  })

  it('do not query the database while they wait for a password hash, so that they do not delay other requests', async () => {
    let hash = () => {}
    const argon2 = vi.spyOn(crypto, 'argon2').mockImplementation((_, __, done) => {
      hash = () => done(null, Buffer.alloc(32))
    })
    // This call caches the switches, so that their query is not counted.
    await backend.call('lookup.active', {})
    const sent = countStatements(backend.world)
    const logins = times(30, () => right())
    onTestFinished(async () => {
      argon2.mockRestore()
      hash()
      await logins
    })
    await vi.waitFor(() => expect(argon2).toHaveBeenCalled(), 10_000)
    const { running, waiting } = passwordQueue()
    expect(running + waiting).toBe(30)
    expect(sent()).toBeLessThanOrEqual(BEFORE_HASH * running)
  })

  it('do not count towards the limit even if the account is suspended', async () => {
    await backend.form('/hold', { username, hold: '3' })
    for (let i = 0; i < 12; i++) expect((await right()).body.code).toBe('INVALID_USER_3')
  })
})

describe('ten wrong passwords for one phone number', () => {
  it('block the account on devices that have never logged in to it, but do not block other accounts', async () => {
    for (let i = 0; i < 10; i++) expect((await login('081-234-5678', `wrong${i}`)).status).toBe(401)
    expect(await wrong()).toEqual(REFUSED)
    expect(await right()).toEqual(REFUSED)
    expect((await login(DEMO.bonus.username, DEMO_PASSWORD)).status).toBe(200)
  })

  it('are the only ones checked when 30 are sent at once', async () => {
    const argon2 = vi.spyOn(crypto, 'argon2')
    onTestFinished(() => argon2.mockRestore())
    const replies = await times(30, () => wrong())
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
    expect(argon2).toHaveBeenCalledTimes(10)
  })

  it('also block the number if it has no account', async () => {
    const nobody = () => login('0899999999', 'wrong')
    for (let i = 0; i < 10; i++) expect((await nobody()).body.code).toBe('WRONG_CREDENTIAL')
    expect(await nobody()).toEqual(REFUSED)
  })

  it('are counted together by two processes that share a database', async () => {
    const { db, now, world, settings, app } = backend
    const other = createApp({ open: () => db, now, world, settings })
    const at = async (which: { request: typeof app.request }, password: string) => {
      const headers = { 'X-Requested-With': 'wallet-user', 'Idempotency-Key': crypto.randomUUID() }
      const body = JSON.stringify({ username, password })
      return (await which.request('/api/login', { method: 'POST', headers, body })).status
    }
    for (let i = 0; i < 5; i++) expect([await at(app, 'wrong'), await at(other, 'wrong')]).toEqual([401, 401])
    expect([await at(app, DEMO_PASSWORD), await at(other, DEMO_PASSWORD)]).toEqual([429, 429])
  })

  it.each([
    ['after 15 minutes', 15 * MINUTE],
    ['when the clock is set back by a day', -24 * 60 * MINUTE],
  ])('are forgotten %s', async (_, ms) => {
    await tenWrong()
    backend.pass(15 * MINUTE - 1)
    expect(await right()).toEqual(REFUSED)
    backend.pass(1 - 15 * MINUTE + ms)
    expect((await right()).status).toBe(200)
  })
})

describe('a device that has logged in before', () => {
  it('lets its owner log in while a stranger tries passwords', async () => {
    const owner = (await cookieOf()).sent
    await tenWrong()
    expect((await right(owner)).status).toBe(200)
    expect(await right()).toEqual(REFUSED)
  })

  it('has its own limit, which does not block logins on other devices', async () => {
    const [one, other] = [(await cookieOf()).sent, (await cookieOf()).sent]
    await tenWrong(one)
    expect(await right(one)).toEqual(REFUSED)
    expect((await right(other)).status).toBe(200)
    expect((await right()).status).toBe(200)
  })

  it('counts as known only for the accounts that have logged in on it', async () => {
    const { sent } = await cookieOf(DEMO.bonus.username)
    await tenWrong()
    expect(await right(sent)).toEqual(REFUSED)
    backend.pass(15 * MINUTE)
    expect((await cookieOf(username, sent)).sent).toEqual(sent)
    await tenWrong()
    expect((await right(sent)).status).toBe(200)
    expect((await login(DEMO.bonus.username, DEMO_PASSWORD, sent)).status).toBe(200)
  })

  it('stays known when its owner changes the password on it, while the owner’s other devices do not', async () => {
    const [own, others] = [await cookieOf(), (await cookieOf()).sent]
    const shared = (await cookieOf(DEMO.bonus.username, others)).sent
    const newPassword = 'new-password-1'
    const change = { oldPassword: DEMO_PASSWORD, newPassword }
    expect((await backend.call('account.password', change, { token: own.token })).status).toBe(200)
    await tenWrong()
    expect((await login(username, newPassword, own.sent)).status).toBe(200)
    expect(await login(username, newPassword, others)).toEqual(REFUSED)
    for (let i = 0; i < 10; i++) await login(DEMO.bonus.username, 'wrong')
    expect((await login(DEMO.bonus.username, DEMO_PASSWORD, shared)).status).toBe(200)
  })

  it('stays known when a password change is refused', async () => {
    const [own, other] = [await cookieOf(), (await cookieOf()).sent]
    const change = { oldPassword: 'wrong', newPassword: 'new-password-1' }
    expect((await backend.call('account.password', change, { token: own.token })).status).toBe(403)
    await tenWrong()
    expect((await right(other)).status).toBe(200)
  })

  it('gets a random identifier, even if the client chooses one itself', async () => {
    const chosen = { Cookie: `device=${'a'.repeat(43)}` }
    expect((await cookieOf(username, chosen)).sent).not.toEqual(chosen)
    await tenWrong()
    expect(await right(chosen)).toEqual(REFUSED)
  })

  it('is stored with its member’s id and a hash of its identifier', async () => {
    const { sent } = await cookieOf()
    const value = sent.Cookie.replace('device=', '')
    expect(value).toMatch(/^[\w-]{43}$/)
    expect(await backend.db.select().from(devices)).toEqual([
      {
        hash: crypto.createHash('sha256').update(value).digest('hex'),
        memberId: await backend.idOf(),
        seenAt: new Date(backend.now()),
      },
    ])
  })

  it('must have logged in successfully, so a refused login stores no device', async () => {
    const body = JSON.stringify({ username, password: 'wrong' })
    const reply = await backend.send('POST', '/api/login', { key: 'k', body })
    expect(reply.headers.get('Set-Cookie')).toBeNull()
    expect(await backend.db.$count(devices)).toBe(0)
  })

  it('uses a cookie that scripts cannot read and that is sent only with this site’s logins', async () => {
    const plain = 'Max-Age=15552000; Path=/api/login; HttpOnly'
    expect((await cookieOf()).whole).toMatch(new RegExp(`^device=[\\w-]{43}; ${plain}; SameSite=Strict$`))
    const https = await cookieOf(username, { 'X-Forwarded-Proto': 'https' })
    expect(https.whole).toMatch(new RegExp(`^__Secure-device=[\\w-]{43}; ${plain}; Secure; SameSite=Strict$`))
  })

  it('is recognised by its cookie with the prefix __Secure-, and by an older cookie without that prefix', async () => {
    const https = { 'X-Forwarded-Proto': 'https' }
    const [before, now] = [(await cookieOf()).sent, (await cookieOf(username, https)).sent]
    await tenWrong()
    expect((await right(now)).status).toBe(200)
    const renewed = await cookieOf(username, { ...before, ...https })
    expect(renewed.sent.Cookie).toBe(`__Secure-${before.Cookie}`)
  })

  it('gets a cookie that works cross-origin if the site and the API are on different origins', async () => {
    await start({ WEB_ORIGIN: 'https://www.example' })
    const { whole } = await cookieOf(username, { Origin: 'https://www.example', 'Sec-Fetch-Site': 'cross-site' })
    expect(whole).toMatch(/; HttpOnly; Secure; SameSite=None; Partitioned$/)
  })
})

describe('an IP address', () => {
  /** Simulates 999 wrong passwords for one account from this address. */
  async function use999(headers: Record<string, string>) {
    await login('0899999999', 'wrong', headers)
    await backend.db.update(limits).set({ count: 999 })
  }
  const another = (headers: Record<string, string>) => login(DEMO.bonus.username, 'wrong', headers)

  it('is blocked after a thousand wrong passwords, and only the address added by the trusted proxy counts', async () => {
    await start({ TRUST_PROXY: '1' })
    await use999(from('1.1.1.1, 2.2.2.2'))
    expect((await another(from('1.1.1.1, 2.2.2.2'))).status).toBe(401)
    expect(await right(from('1.1.1.1, 2.2.2.2'))).toEqual(REFUSED)
    expect((await right(from('1.1.1.1, 3.3.3.3'))).status).toBe(200)
  })

  it('is not read from request headers if there is no trusted proxy', async () => {
    await use999(from('2.2.2.2'))
    expect((await another(from('3.3.3.3'))).status).toBe(401)
    expect(await right(from('4.4.4.4'))).toEqual(REFUSED)
  })
})

/** Sends a login whose body stays incomplete until `lose` breaks the connection. */
function halfSent() {
  let lose = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`{"username":"${username}",`))
      lose = () => controller.error(new Error('connection lost'))
    },
  })
  const headers = { 'X-Requested-With': 'wallet-user', 'Idempotency-Key': newKey(), 'Content-Length': '100' }
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  return { reply: backend.app.request('/api/login', init), lose }
}

it('the server still accepts a login while 300 login requests are incomplete, and does not count aborted logins', async () => {
  logged()
  const waiting = Array.from({ length: 300 }, halfSent)
  expect((await right()).status).toBe(200)
  for (const { lose } of waiting) lose()
  await Promise.all(waiting.map(({ reply }) => reply))
  expect(await backend.db.$count(limits)).toBe(0)
})

it('the server’s wrong-password counters contain no phone numbers', async () => {
  await wrong()
  const keys = (await backend.db.select().from(limits)).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
})
