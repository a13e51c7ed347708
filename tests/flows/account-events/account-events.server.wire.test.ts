import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventCalls } from '#contract/account-events.ts'
import { DAY } from '#contract/limits.ts'
import { ACCOUNT_CHANGED_HEADER, NEW_LOGIN_HEADER } from '#contract/notices.ts'
import { passwordHeader } from '#contract/profile.ts'
import { readable } from '#contract/rows.ts'
import { confirmedText, PASSKEY_HEADER } from '#contract/step-up.ts'
import { auditLog, eventOrigins } from '#server/core/schema/audit-log.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { audited } from '#server/domain/audit-log.ts'
import { sweep } from '#server/domain/sweep.ts'
import { hashOf } from '#src/lib/base64url.ts'
import { addPasskey, authenticator, LOCAL } from '#tests/kit/authenticator.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const WRONG = { headers: passwordHeader('wrong-word-1') }
const RIGHT = { headers: passwordHeader(DEMO_PASSWORD) }

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend({ env: { TRUST_PROXY: '1' } })
  token = await backend.login()
})

async function read(of = token, page = 1, limit = 100) {
  const { status, body } = await backend.call('account.events', { page, limit }, { token: of })
  expect(status).toBe(200)
  const { total, events } = v.parse(eventCalls['account.events'].reply, body)
  return { total, events: readable(events) }
}
const kinds = async (of = token) => (await read(of)).events.map(({ kind }) => kind)
/** Runs `act` and returns the kinds of the events that it caused, newest first. */
async function causedBy(act: () => Promise<unknown>, of = token) {
  const before = (await kinds(of)).length
  await act()
  const after = await kinds(of)
  return after.slice(0, after.length - before)
}
const { bankCode, username } = DEMO.member
const login = () => backend.call('account.login', { username, password: DEMO_PASSWORD })
const rename = (bankAccountName: string, more: object = RIGHT) =>
  backend.call('account.rename', { bankCode, bankAccountName }, { token, ...more })
/** Saves the member's name and payout account. */
const update = (more: object = {}) => {
  const { name, bankAccountName, bankAccountNo } = DEMO.member
  return backend.call(
    'account.update',
    { name, bankCode, bankAccountName, bankAccountNo, ...more },
    { token, ...RIGHT },
  )
}
const removePasskey = (id: string) => backend.call('passkey.remove', { id, password: DEMO_PASSWORD }, { token })
/** Starts a new session with the passkey of `device`. */
async function logInBy(device: ReturnType<typeof authenticator>) {
  const { body } = await backend.call('passkey.challenge', {})
  return backend.call('account.passkey', device.answer(String(body.challenge)))
}
/** Renames the payout account, confirmed with the passkey of `device`. */
async function renameBy(device: ReturnType<typeof authenticator>) {
  const input = { bankCode, bankAccountName: 'JAIDEE MEESUK' }
  const digest = await hashOf(confirmedText({ name: 'account.rename', key: 'k1', input }))
  const { body } = await backend.call('passkey.confirm', { digest }, { token })
  const answer = Buffer.from(JSON.stringify(device.answer(String(body.challenge)))).toString('base64url')
  return backend.call('account.rename', input, { token, key: 'k1', headers: { [PASSKEY_HEADER]: answer } })
}
/** Resets a forgotten password with a code. */
const recover = async () =>
  backend.call(
    'recover.password',
    { phoneNumber: username, password: 'another-one-1' },
    { headers: await backend.verify(username, 'recover') },
  )

describe('an account’s security events', () => {
  it('include logins and logouts, with the browser and the shortened address (R647, R648)', async () => {
    const headers = { 'User-Agent': WINDOWS, 'X-Forwarded-For': '203.0.113.77' }
    const { body } = await backend.call('account.login', { username, password: DEMO_PASSWORD }, { headers })
    await backend.call('account.logout', {}, { token: String(body.token), headers })
    const [logout, entry] = (await read()).events
    expect(logout?.kind).toBe('logout')
    expect(entry).toMatchObject({ kind: 'login', browser: 'Chrome', system: 'Windows', address: '203.0.113.x' })
    expect(logout).toMatchObject({ browser: 'Chrome', system: 'Windows', address: '203.0.113.x' })
    expect(JSON.stringify(await read())).not.toContain('203.0.113.77')
  })

  it.each([
    ['loginRefused', () => backend.call('account.login', { username, password: 'wrong-word-1' })],
    ['passkeyAdded', () => addPasskey(backend, token)],
    ['passkeyRefused', () => backend.call('passkey.prepare', { password: 'wrong-word-1' }, { token })],
    ['payee', () => rename('JAIDEE MEESUK')],
    ['payee', () => update({ bankAccountNo: '5556667778' })],
    ['payeeRefused', () => rename('JAIDEE MEESUK', WRONG)],
    ['passwordRefused', () => backend.call('session.endOthers', {}, { token, ...WRONG })],
    ['break', () => backend.call('care.break', { length: 'day' }, { token })],
    ['limitsReviewed', () => backend.call('limits.review', {}, { token })],
    ['erasureAsked', () => backend.call('data.erase', { password: DEMO_PASSWORD }, { token })],
    ['erasureRefused', () => backend.call('data.erase', { password: 'wrong-word-1' }, { token })],
    ['dataCopied', () => backend.call('data.page', { after: 'start' }, { token })],
  ] as const)('include events of kind %s (R647, R653)', async (kind, act) => {
    expect(await causedBy(act)).toEqual([kind])
  })

  it('include a data export only once, however many pages it has (R653)', async () => {
    const act = async () => {
      for (let after: unknown = 'start'; after !== null; )
        after = (await backend.call('data.page', { after: String(after) }, { token })).body.next
    }
    expect(await causedBy(act)).toEqual(['dataCopied'])
  })

  it('include a password change and the resulting end of the other sessions (R647)', async () => {
    await backend.login()
    const passwords = { oldPassword: DEMO_PASSWORD, newPassword: 'another-one-1' }
    const { body } = await backend.call('account.password', passwords, { token })
    token = String(body.token)
    expect((await kinds()).slice(0, 2)).toEqual(['sessionsEnded', 'password'])
  })

  it('include each action confirmed with a passkey, and the passkey’s removal (R647)', async () => {
    const device = authenticator(LOCAL)
    const id = await addPasskey(backend, token, device)
    expect(await causedBy(() => logInBy(device))).toEqual(['login'])
    expect(await causedBy(() => logInBy(authenticator(LOCAL)))).toEqual([])
    expect(await causedBy(() => renameBy(device))).toEqual(['payee'])
    expect(await causedBy(() => renameBy(device))).toEqual([])
    expect(await causedBy(() => removePasskey(id))).toEqual(['passkeyRemoved'])
  })

  it('include a recovery and the resulting end of the sessions (R647)', async () => {
    await recover()
    expect((await kinds(await backend.login())).slice(0, 2)).toEqual(['sessionsEnded', 'recovered'])
  })

  it('contain the kind and the period of a limit, but not its amount (R647)', async () => {
    await backend.call('limits.set', { kind: 'loss', period: 'week', amount: 777, isConfirmed: false }, { token })
    const [event] = (await read()).events
    expect(event).toMatchObject({ kind: 'limit', limit: { kind: 'loss', period: 'week' } })
    expect(JSON.stringify(event)).not.toContain('777')
  })

  it('exclude money movements and the operator’s actions (R647)', async () => {
    expect(await causedBy(() => backend.call('wallet.add', { amount: 100 }, { token }))).toEqual([])
    const memberId = await backend.idOf()
    const by = { actor: 'operator', cause: 'test' }
    const hold = () => audited(backend.db, { ...by, kind: 'hold', memberId }, new Date(backend.now()))
    expect(await causedBy(hold)).toEqual([])
  })

  it('can be read only by the member they belong to, and only with a session (R647)', async () => {
    const other = await backend.login(DEMO.bonus.username)
    expect(await causedBy(() => rename('JAIDEE MEESUK'), other)).toEqual([])
    expect((await backend.call('account.events', { page: 1, limit: 10 })).status).toBe(401)
  })

  it('are returned page by page, newest first, with their total number (R647, D-74)', async () => {
    for (let n = 0; n < 3; n++) await backend.call('limits.review', {}, { token })
    const all = await read()
    expect(all.total).toBe(all.events.length)
    const ids = all.events.map(({ id }) => Number(id))
    expect(ids).toEqual([...ids].sort((one, other) => other - one))
    const [first, second] = [await read(token, 1, 2), await read(token, 2, 2)]
    expect([...first.events, ...second.events]).toEqual(all.events.slice(0, 4))
    expect(first.total).toBe(all.total)
  })

  it('have a null total on any page after the last (R647)', async () => {
    expect(await read(token, 1_000)).toEqual({ total: null, events: [] })
  })

  it('lose their browser and address after 180 days, but are kept (R648)', async () => {
    const headers = { 'User-Agent': WINDOWS }
    await backend.call('limits.review', {}, { token, headers })
    const before = await read()
    expect(before.events[0]?.browser).toBe('Chrome')
    const sweepIn = async (days: number) => {
      await sweep(backend.db, backend.settings, backend.now() + days * DAY)
      // logs in again, because the sweep also deletes old sessions
      return read(await backend.login())
    }
    expect(await sweepIn(179)).toEqual(before)
    const after = await sweepIn(181)
    expect(after.events).toEqual(before.events.map((each) => ({ ...each, browser: null, system: null, address: null })))
  })

  it('leave no address in the audit log, because the log is never deleted (R648)', async () => {
    await backend.call('limits.review', {}, { token, headers: { 'X-Forwarded-For': '203.0.113.77' } })
    const id = await backend.idOf()
    const rows = await backend.db.select().from(auditLog).where(eq(auditLog.memberId, id))
    expect(await backend.db.$count(eventOrigins, eq(eventOrigins.address, '203.0.113.x'))).toBe(1)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
  })
})

describe('a change to the account', () => {
  const noticeOf = async (of: string) =>
    (await backend.ask('account.profile', {}, { token: of })).headers.get(ACCOUNT_CHANGED_HEADER)

  it('is reported to the member’s other sessions at their next call, but not to the session that made it (R651)', async () => {
    const other = await backend.login()
    expect(await noticeOf(other)).toBeNull()
    await rename('JAIDEE MEESUK')
    expect(Number(await noticeOf(other))).toBe(backend.now())
    expect(await noticeOf(token)).toBeNull()
  })

  describe('is reported after the next login', () => {
    const login = async (cookie?: string) => {
      const input = { username: DEMO.member.username, password: DEMO_PASSWORD }
      const reply = await backend.ask('account.login', input, { headers: cookie ? { Cookie: cookie } : {} })
      const [device = ''] = (reply.headers.get('Set-Cookie') ?? '').split(';')
      return { token: String(((await reply.json()) as { token: string }).token), device }
    }

    it('even if whoever made the change had first ended the member’s sessions (R656)', async () => {
      const { device } = await login()
      await backend.call('session.endOthers', {}, { token, ...RIGHT })
      await rename('JAIDEE MEESUK')
      const changedAt = backend.now()
      backend.pass(60_000)
      expect(Number(await noticeOf((await login(device)).token))).toBe(changedAt)
      expect(Number(await noticeOf((await login()).token))).toBe(changedAt)
    })

    it('but not in the browser that made the change, and not after seven days (R656)', async () => {
      const own = await login()
      token = own.token
      await rename('JAIDEE MEESUK')
      backend.pass(60_000)
      expect(await noticeOf((await login(own.device)).token)).toBeNull()
      backend.pass(7 * 24 * 60 * 60_000)
      expect(await noticeOf((await login()).token)).toBeNull()
    })
  })

  it('is not reported to other members (R651)', async () => {
    const other = await backend.login(DEMO.bonus.username)
    await rename('JAIDEE MEESUK')
    expect(await noticeOf(other)).toBeNull()
  })
})

describe('the notices about an event', () => {
  const NONE = { here: [], there: [] }
  /** Every device gets a notice except the one that made the change. */
  const CHANGED = { here: [], there: [ACCOUNT_CHANGED_HEADER] }
  const NEW_LOGIN = { here: [NEW_LOGIN_HEADER], there: [NEW_LOGIN_HEADER] }
  const ENDED = ['logged out']
  /**
   * Makes the session's next call. Returns the notices in its reply about an event at the current time, or `ENDED` if
   * the session is logged out.
   */
  async function noticesOf(of: string) {
    const { status, headers } = await backend.ask('account.profile', {}, { token: of })
    if (status === 401) return ENDED
    return [NEW_LOGIN_HEADER, ACCOUNT_CHANGED_HEADER].filter((name) => headers.get(name) === String(backend.now()))
  }
  async function changePassword() {
    const passwords = { oldPassword: DEMO_PASSWORD, newPassword: 'another-one-1' }
    const { body } = await backend.call('account.password', passwords, { token })
    token = String(body.token)
  }
  async function addAndRemove() {
    const id = await addPasskey(backend, token)
    backend.pass(60_000)
    await removePasskey(id)
  }
  async function addAndLogIn() {
    const device = authenticator(LOCAL)
    await addPasskey(backend, token, device)
    backend.pass(60_000)
    await logInBy(device)
  }

  it.each([
    ['a new payout account', CHANGED, () => update({ bankAccountNo: '5556667778' })],
    ['a new name of the payout account', CHANGED, () => rename('JAIDEE MEESUK')],
    ['an added passkey', CHANGED, () => addPasskey(backend, token)],
    ['a removed passkey', CHANGED, addAndRemove],
    ['a request to erase the data', CHANGED, () => backend.call('data.erase', { password: DEMO_PASSWORD }, { token })],
    ['a login with the password', NEW_LOGIN, login],
    ['a login with a passkey', NEW_LOGIN, addAndLogIn],
    ['a new password', { here: [], there: ENDED }, changePassword],
    ['a recovery', { here: ENDED, there: ENDED }, recover],
    ['a new name of the member', NONE, () => update({ name: 'New Name' })],
    ['saving the same name again', NONE, () => rename(DEMO.member.bankAccountName, {})],
    ['a refused change', NONE, () => rename('JAIDEE MEESUK', WRONG)],
    ['a review of the limits', NONE, () => backend.call('limits.review', {}, { token })],
  ] as const)(
    'reach this device (here) and the other devices (there) as follows after %s: %o (R567, R651)',
    async (_, { here, there }, act) => {
      const others = [await backend.login(), await backend.login()]
      backend.pass(60_000)
      await act()
      expect(await noticesOf(token)).toEqual(here)
      for (const other of others) expect(await noticesOf(other)).toEqual(there)
    },
  )
})
