import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { PASSWORD_HEADER, passwordHeader } from '#contract/profile.ts'
import type { OpenSession } from '#contract/sessions.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { devices, tokens } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { browserOf, shortened } from '#server/domain/browser.ts'
import { hashOf } from '#server/domain/session.ts'
import { openSite } from '#tests/kit/chat-site.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36'
const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:125.0) Gecko/20100101 Firefox/125.0'
const { username } = DEMO.member
const headers = passwordHeader(DEMO_PASSWORD)
const UNKNOWN = { status: 404, body: { code: 'NO_DATA', message: 'NO_DATA' } }
const ENDED = { status: 401, body: { code: 'UNAUTHORIZED', message: 'invalid-token' } }

let backend: Backend
beforeEach(async () => {
  backend = await startBackend({ env: { TRUST_PROXY: '1' } })
})

/** Logs in with the password, in a browser with this User-Agent and address. */
async function loginFrom(userAgent: string, address = '203.0.113.77', name: string = username): Promise<string> {
  const headers = { 'User-Agent': userAgent, 'X-Forwarded-For': address }
  const input = { username: name, password: DEMO_PASSWORD }
  return String((await backend.call('account.login', input, { headers })).body.token)
}
async function listOf(token: string): Promise<OpenSession[]> {
  const { body } = await backend.call('session.list', {}, { token })
  return v.parse(calls['session.list'].reply, body).sessions.filter((each) => each !== null)
}
const idOf = async (token: string) => (await listOf(token)).find(({ isCurrent }) => isCurrent)?.id ?? ''
const profile = (token: string) => backend.call('account.profile', {}, { token })
const statusOf = async (token: string) => (await profile(token)).status

describe('the list of sessions', () => {
  it('shows the browser, system, shortened address and times of each session, most recently used first (R559, D-58)', async () => {
    const phone = await loginFrom(PHONE, '2001:db8:1:2:3:4:5:6')
    const openedAt = new Date(backend.now()).toISOString()
    backend.pass(5 * 60_000)
    const laptop = await loginFrom(LAPTOP)
    const later = new Date(backend.now()).toISOString()
    expect((await listOf(laptop)).map(({ id, ...shown }) => shown)).toEqual([
      {
        ...{ browser: 'Firefox', system: 'Windows', address: '203.0.113.x', openedAt: later, seenAt: later },
        isCurrent: true,
      },
      {
        ...{ browser: 'Chrome', system: 'Android', address: '2001:db8:1:x', openedAt, seenAt: openedAt },
        isCurrent: false,
      },
    ])
    backend.pass(60_000)
    expect(await statusOf(phone)).toBe(200)
    const used = (await listOf(laptop)).find(({ system }) => system === 'Android')
    expect(used).toMatchObject({ openedAt, seenAt: new Date(backend.now()).toISOString() })
  })

  it('excludes ended and expired sessions and other members’ sessions (R559)', async () => {
    await loginFrom(LAPTOP, undefined, DEMO.bonus.username)
    await backend.login()
    backend.pass(31 * 60_000)
    const ended = await backend.login()
    await backend.call('account.logout', {}, { token: ended })
    const token = await backend.login()
    expect(await listOf(token)).toMatchObject([{ isCurrent: true }])
  })

  it('reveals neither the token nor its hash nor the raw User-Agent (R559)', async () => {
    const token = await loginFrom(`${PHONE} Secret/1`)
    const text = JSON.stringify(await listOf(token))
    expect(text).not.toContain('Secret')
    expect(text).not.toContain('124')
    const { id } = (await listOf(token))[0] ?? { id: '' }
    expect(id).toHaveLength(12)
    expect(token).not.toContain(id)
    expect(hashOf(token)).not.toContain(id)
  })

  it.each([
    ['empty', '', null, null],
    ['a tool', 'Mallory/1.0 (call 0812345678) x', null, null],
    ['a browser', PHONE, 'Chrome', 'Android'],
    ['a very long text', `${PHONE}${'x'.repeat(10_000)}`, 'Chrome', 'Android'],
  ])('recognises only known browsers and systems in a User-Agent (%s) (R559)', (_, userAgent, browser, system) => {
    expect(browserOf(userAgent, '')).toEqual({ browser, system, address: null })
  })

  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
    ['2001:db8::9', '2001:db8:0:x'],
    ['::1', '0:0:0:x'],
    ['in-process', null],
  ])('shortens the address %s to %s (R559)', (address, short) => {
    expect(shortened(address)).toBe(short)
  })
})

const audited = async () => {
  const isEnd = and(eq(auditLog.memberId, await backend.idOf()), eq(auditLog.kind, 'sessions ended'))
  return backend.db.$count(auditLog, isEnd)
}

describe('ending a session', () => {
  it('blocks further calls of that session only, and writes an audit row (R560)', async () => {
    const [here, there, third] = [await backend.login(), await backend.login(), await backend.login()]
    const reply = await backend.call('session.end', { id: await idOf(there) }, { token: here, headers })
    expect(reply).toEqual({ status: 200, body: {} })
    expect(await profile(there)).toEqual(ENDED)
    expect(await statusOf(here)).toBe(200)
    expect(await statusOf(third)).toBe(200)
    expect(await audited()).toBe(1)
  })

  it('treats the id of another member’s session like an unknown id, and ends no session (R560)', async () => {
    const [token, theirs] = [await backend.login(), await backend.login(DEMO.bonus.username)]
    const foreign = await backend.call('session.end', { id: await idOf(theirs) }, { token, headers })
    expect(foreign).toEqual(await backend.call('session.end', { id: 'unknown' }, { token, headers }))
    expect(foreign).toEqual(UNKNOWN)
    expect(await statusOf(theirs)).toBe(200)
    expect(await audited()).toBe(0)
  })

  it('fails if the session has already ended (R560)', async () => {
    const [here, there] = [await backend.login(), await backend.login()]
    const id = await idOf(there)
    await backend.call('account.logout', {}, { token: there })
    expect(await backend.call('session.end', { id }, { token: here, headers })).toEqual(UNKNOWN)
  })
})

describe('ending all other sessions', () => {
  it('keeps the current session and other members’ sessions, and forgets the other devices (R561)', async () => {
    const theirs = await backend.login(DEMO.bonus.username)
    const others = [await loginFrom(PHONE), await backend.login()]
    const here = await loginFrom(LAPTOP)
    expect(await backend.call('session.endOthers', {}, { token: here, headers })).toEqual({ status: 200, body: {} })
    for (const token of others) expect(await profile(token)).toEqual(ENDED)
    expect(await statusOf(here)).toBe(200)
    expect(await statusOf(theirs)).toBe(200)
    expect(await audited()).toBe(1)
    const [own] = await backend.db
      .select()
      .from(tokens)
      .where(eq(tokens.hash, hashOf(here)))
    const known = await backend.db
      .select()
      .from(devices)
      .where(eq(devices.memberId, await backend.idOf()))
    expect(known.map(({ hash }) => hash)).toEqual([own?.device])
  })

  it('succeeds but writes no audit row if there are no other sessions (R561)', async () => {
    const token = await backend.login()
    expect((await backend.call('session.endOthers', {}, { token, headers })).status).toBe(200)
    expect(await audited()).toBe(0)
  })
})

describe.each([
  [
    'session.end',
    async (token: string, other: string) => backend.call('session.end', { id: await idOf(other) }, { token, headers }),
  ],
  ['session.endOthers', (token: string) => backend.call('session.endOthers', {}, { token, headers })],
])('%s', (_, end) => {
  it('immediately closes the sockets of the ended sessions only (R562)', async () => {
    const site = await openSite(backend, { recheck: 600_000 })
    const [here, there] = [await backend.login(), await backend.login()]
    const [mine, gone] = [await site.line({ token: here }), await site.line({ token: there })]
    const left = new Promise((done) => gone.socket.once('disconnect', done))
    expect((await end(here, there)).status).toBe(200)
    expect(await left).toBe('io server disconnect')
    expect(mine.socket.connected).toBe(true)
  })

  it('still lets the ended session retrieve a stored reply with its idempotency key, but moves no money (R562)', async () => {
    const [here, there] = [await backend.login(), await backend.login()]
    const move = { from: 'WALLET', to: 'pg', amount: 1 }
    const first = await backend.call('wallet.transfer', move, { token: there, key: 'same' })
    const before = await backend.money(here)
    expect((await end(here, there)).status).toBe(200)
    expect(await backend.call('wallet.transfer', move, { token: there, key: 'same' })).toEqual(first)
    expect(await backend.call('wallet.transfer', move, { token: there, key: 'new' })).toEqual(ENDED)
    expect(await backend.call('wallet.transfer', { ...move, amount: 2 }, { token: there, key: 'same' })).toEqual(ENDED)
    expect(await backend.money(here)).toEqual(before)
  })
})

describe('the password for ending sessions', () => {
  const WRONG = { status: 403, body: { code: 'WRONG_PASSWORD', message: 'WRONG_PASSWORD' } }

  it.each([
    ['missing', {}],
    ['wrong', passwordHeader('wrong-word-1')],
    ['unreadable', { [PASSWORD_HEADER]: '%E0%' }],
  ])('leaves all sessions open if it is %s, and the audit log records the refusal (R643)', async (_, wrong) => {
    const [here, there] = [await backend.login(), await backend.login()]
    const id = await idOf(there)
    expect(await backend.call('session.end', { id }, { token: here, headers: wrong })).toEqual(WRONG)
    expect(await backend.call('session.endOthers', {}, { token: here, headers: wrong })).toEqual(WRONG)
    expect(await statusOf(there)).toBe(200)
    expect(await audited()).toBe(0)
    const isRefusal = and(eq(auditLog.memberId, await backend.idOf()), eq(auditLog.kind, 'password refused'))
    expect(await backend.db.$count(auditLog, isRefusal)).toBe(2)
  })

  it('is not required for a logout (R643)', async () => {
    const token = await backend.login()
    expect((await backend.call('account.logout', {}, { token })).status).toBe(200)
  })

  it('is no longer accepted by either call after ten wrong attempts, but only in that session (R643)', async () => {
    const [thief, own] = [await backend.login(), await backend.login()]
    for (let i = 0; i < 10; i++)
      await backend.call('session.endOthers', {}, { token: thief, headers: passwordHeader(`wrong-word-${i}`) })
    expect((await backend.call('session.endOthers', {}, { token: thief, headers })).status).toBe(429)
    expect((await backend.call('session.end', { id: 'any' }, { token: thief, headers })).status).toBe(429)
    expect((await backend.call('session.endOthers', {}, { token: own, headers })).status).toBe(200)
  })
})

describe('a new login', () => {
  const toldTo = async (token: string) =>
    (await backend.ask('account.profile', {}, { token })).headers.get('X-New-Login')

  it('is reported in every reply to the member’s sessions in other browsers, but not to other members (R567)', async () => {
    const theirs = await backend.login(DEMO.bonus.username)
    const first = await loginFrom(PHONE)
    expect(await toldTo(first)).toBeNull()
    backend.pass(5_000)
    const second = await loginFrom(LAPTOP)
    expect(await toldTo(first)).toBe(String(backend.now()))
    expect(await toldTo(first)).toBe(String(backend.now()))
    expect(await toldTo(second)).toBeNull()
    expect(await toldTo(theirs)).toBeNull()
  })

  it('is not reported to a session in the same browser (R567)', async () => {
    const input = { username, password: DEMO_PASSWORD }
    const reply = await backend.ask('account.login', input)
    const Cookie = reply.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    const { token } = await reply.json()
    await backend.call('account.login', input, { headers: { Cookie } })
    expect(await toldTo(token)).toBeNull()
  })
})
