import crypto from 'node:crypto'
import { beforeEach, expect, it, onTestFinished, test, vi } from 'vitest'
import { tokens } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { hashPassword, isPassword } from '#server/domain/password.ts'
import { endDemoSessions } from '#server/domain/session.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
const DAY = DAY_MINUTES * MINUTE
const { username } = DEMO.member

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

const login = (name: string, password: string, headers = {}) =>
  backend.call('account.login', { username: name, password }, { headers })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })

test.each([username, '081-234-5678', ' 081 234 5678 ', '๐๘๑๒๓๔๕๖๗๘', '໐໘໑໒໓໔໕໖໗໘', '\u200b0812345678'])(
  'the login accepts "%s" as the member’s phone number',
  async (typed) => {
    expect((await login(typed, DEMO_PASSWORD)).status).toBe(200)
  },
)

test('the login refuses an unknown member and a wrong password identically, and reveals that an account is inactive only if the password is right', async () => {
  expect(await login('0811111111', DEMO_PASSWORD)).toEqual(refusal(401, 'WRONG_CREDENTIAL'))
  expect(await login(username, 'demo1235')).toEqual(refusal(401, 'WRONG_CREDENTIAL'))
  expect(await login(DEMO.inactive.username, 'demo1235')).toEqual(refusal(401, 'WRONG_CREDENTIAL'))
  expect(await login(DEMO.inactive.username, DEMO_PASSWORD)).toEqual(refusal(403, 'INACTIVE_USER'))
})

it('the login also hashes the password sent for an unknown member, at the same cost', async () => {
  const argon2 = vi.spyOn(crypto, 'argon2')
  onTestFinished(() => argon2.mockRestore())
  /** Returns the cost parameters of each Argon2 call made while a password is checked against `hash`. */
  const costs = async (hash: string | undefined) => {
    argon2.mockClear()
    expect(await isPassword('b', hash)).toBe(false)
    return argon2.mock.calls.map(([, { memory, passes, parallelism, tagLength }]) => [
      memory,
      passes,
      parallelism,
      tagLength,
    ])
  }
  const wrong = await costs(await hashPassword('a'))
  expect(wrong).toHaveLength(1)
  expect(await costs(undefined)).toEqual(wrong)
})

test('a password hash contains its cost parameters, differs each time, and matches only the exact password', async () => {
  const [one, two] = [await hashPassword('รหัส'), await hashPassword('รหัส')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect([await isPassword('รหัส', one), await isPassword('รหัส ', one)]).toEqual([true, false])
})

it('a password matches whether its accents are precomposed or combining characters', async () => {
  const [composed, combining] = ['caf\u00e9-1234', 'cafe\u0301-1234']
  expect(await isPassword(combining, await hashPassword(composed))).toBe(true)
  expect(await isPassword(composed, await hashPassword(combining))).toBe(true)
})

test('a token expires after 30 minutes without use, and each use extends it', async () => {
  const token = await backend.login()
  const wallet = () => backend.call('wallet.get', {}, { token })
  for (let i = 0; i < 3; i++) {
    backend.pass(29 * MINUTE)
    expect((await wallet()).status).toBe(200)
  }
  backend.pass(31 * MINUTE)
  expect(await wallet()).toEqual(refusal(401, 'EXPIRED_AUTH_TOKEN'))
})

test('a token expires after 30 minutes even if an open chat keeps requesting messages (D-57)', async () => {
  const token = await backend.login()
  const history = () => backend.call('chat.history', { limit: 20, skip: 0 }, { token })
  for (let i = 0; i < 2; i++) {
    backend.pass(15 * MINUTE - 1)
    expect((await backend.call('chat.config', {}, { token })).status).toBe(200)
    expect((await history()).status).toBe(200)
  }
  backend.pass(2)
  expect(await history()).toEqual(refusal(401, 'EXPIRED_AUTH_TOKEN'))
})

test('a remembered token expires after 14 days without use', async () => {
  const token = await backend.login(username, true)
  const wallet = () => backend.call('wallet.get', {}, { token })
  backend.pass(13 * DAY)
  expect((await wallet()).status).toBe(200)
  backend.pass(13 * DAY)
  expect((await wallet()).status).toBe(200)
  backend.pass(14 * DAY + MINUTE)
  expect(await wallet()).toEqual(refusal(401, 'EXPIRED_AUTH_TOKEN'))
})

it.each([
  ['12 hours', {}, false, 12 * 60, 25],
  ['2 hours with SESSION_HOURS=2', { SESSION_HOURS: '2' }, false, 2 * 60, 25],
  ['30 days if it is remembered', {}, true, 30 * DAY_MINUTES, 10 * DAY_MINUTES - 1],
  ['3 days with REMEMBERED_DAYS=3 if it is remembered', { REMEMBERED_DAYS: '3' }, true, 3 * DAY_MINUTES, DAY_MINUTES],
])('a session in continuous use ends after %s (D-57)', async (_, env, remember, minutes, step) => {
  backend = await startBackend({ env })
  const token = await backend.login(username, remember)
  const wallet = () => backend.call('wallet.get', {}, { token })
  let used = 0
  for (; used + step < minutes; used += step) {
    backend.pass(step * MINUTE)
    expect((await wallet()).status).toBe(200)
  }
  backend.pass((minutes - used) * MINUTE - 1)
  expect((await wallet()).status).toBe(200)
  backend.pass(1)
  expect(await wallet()).toEqual(refusal(401, 'EXPIRED_AUTH_TOKEN'))
})

test('a session’s extension is stored at most once a minute', async () => {
  const token = await backend.login()
  const end = async () => (await backend.db.select().from(tokens))[0]?.expiresAt.getTime()
  const first = await end()
  backend.pass(30_000)
  await backend.call('wallet.get', {}, { token })
  expect(await end()).toBe(first)
  backend.pass(30_000)
  await backend.call('wallet.get', {}, { token })
  expect(await end()).toBeGreaterThan(first ?? 0)
})

test('a token consists of the member’s handle and 256 random bits', async () => {
  const [one, two] = [await backend.login(), await backend.login()]
  const other = await backend.login(DEMO.bonus.username)
  expect([one.length, two.slice(0, 8)]).toEqual([51, one.slice(0, 8)])
  expect(other.slice(0, 8)).not.toBe(one.slice(0, 8))
  expect(two.slice(8)).not.toBe(one.slice(8))
})

test('demo members cannot log in to a production site, and their sessions are ended', async () => {
  const { token } = await backend.join({ username: '0611111111' })
  const demo = await backend.login()
  await endDemoSessions(backend.db, backend.now())
  expect((await backend.call('statement.list', { page: 1, limit: 1 }, { token: demo })).status).toBe(401)
  expect((await backend.call('statement.list', { page: 1, limit: 1 }, { token })).status).toBe(200)
  backend = await startBackend({ env: { SANDBOX: '' } })
  expect(await login(username, DEMO_PASSWORD)).toEqual(refusal(403, 'INACTIVE_USER'))
})
