import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { OTP_HEADER } from '#contract/register.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { devices, members } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { type Backend, NEWCOMER, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const { username: PHONE } = DEMO.member
const NEW = 'new-demo1234'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const fine = { status: 200, body: {} }
const set = (headers: Record<string, string>, password = NEW, phoneNumber = PHONE) =>
  backend.call('recover.password', { phoneNumber, password }, { headers })
const login = async (password: string) => (await backend.call('account.login', { username: PHONE, password })).status
const statusOf = async (token: string) => (await backend.call('account.profile', {}, { token })).status
const offers = async () => (await backend.call('lookup.active', {})).body.offers

describe('a new password set with a code', () => {
  it('replaces the old password for logging in (R570)', async () => {
    expect(await set(await backend.verify(PHONE, 'recover'))).toEqual(fine)
    expect([await login(DEMO_PASSWORD), await login(NEW)]).toEqual([401, 200])
  })

  it('ends all sessions and removes all known devices of that member only (R570)', async () => {
    const signIn = async (username: string) =>
      String((await backend.call('account.login', { username, password: DEMO_PASSWORD })).body.token)
    const mine = [await signIn(PHONE), await signIn(PHONE)]
    const other = await signIn(DEMO.bonus.username)
    const before = await backend.db.$count(devices)
    expect(await set(await backend.verify(PHONE, 'recover'))).toEqual(fine)
    expect(await Promise.all([...mine, other].map(statusOf))).toEqual([401, 401, 200])
    expect(await backend.db.$count(devices)).toBe(before - 2)
    const kinds = await backend.db.select({ kind: auditLog.kind, by: auditLog.actor }).from(auditLog)
    expect(kinds.slice(-2)).toEqual([
      { kind: 'recovered', by: 'anyone' },
      { kind: 'sessions ended', by: 'anyone' },
    ])
  })

  it('is recorded in the audit log with the member’s id, but without the phone number (R570)', async () => {
    await set(await backend.verify(PHONE, 'recover'))
    const [row] = await backend.db.select().from(auditLog).where(eq(auditLog.kind, 'recovered'))
    expect(row).toMatchObject({ memberId: await backend.idOf(PHONE), actor: 'anyone' })
    expect(JSON.stringify(row)).not.toContain(PHONE)
  })

  it('also ends the session that sends the request (R570)', async () => {
    const token = await backend.login()
    const headers = await backend.verify(PHONE, 'recover')
    await backend.call('recover.password', { phoneNumber: PHONE, password: NEW }, { headers, token })
    expect(await statusOf(token)).toBe(401)
  })

  test.each([
    ['short', 'INVALID_USER_INFO'],
    ['12345678', 'PASSWORD_COMMON'],
    [PHONE, 'PASSWORD_COMMON'],
    ['1krapao1', 'PASSWORD_COMMON'],
  ])('is refused if it is too weak for registration (%j), and the code stays valid (R570)', async (password, code) => {
    const headers = await backend.verify(PHONE, 'recover')
    expect(await set(headers, password)).toEqual(refusal(400, code))
    expect(await set(headers)).toEqual(fine)
  })

  it('requires a code that was verified less than 15 minutes ago and has not been used before (R569)', async () => {
    const headers = await backend.verify(PHONE, 'recover')
    expect(await set(headers)).toEqual(fine)
    expect(await set(headers, 'another-word-1')).toEqual(refusal(403, 'UNVERIFIED_OTP'))
    backend.pass(MINUTE)
    const late = await backend.verify(PHONE, 'recover')
    backend.pass(15 * MINUTE)
    expect(await set(late)).toEqual(refusal(403, 'UNVERIFIED_OTP'))
  })

  it('is accepted from only one of two concurrent requests (R569)', async () => {
    const headers = await backend.verify(PHONE, 'recover')
    const replies = await Promise.all([set(headers), set(headers, 'another-word-1')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  })
})

describe('the code for a new password', () => {
  it('is sent in a text message that states its purpose (R569)', async () => {
    await backend.call('recover.send', { phoneNumber: PHONE }, { headers: { Cookie: 'lang=EN' } })
    expect((await backend.texts(PHONE))[0]).toMatch(
      /^krapao: OTP code \d{6} to set a new password, reference [A-Z2-9]{4}\. Valid for 5 minutes\. Tell nobody this code, not even support\.\n\n@krapao\.example #\d{6}$/,
    )
  })

  it('is sent to any phone number, so that only the owner of the phone learns that there is no account (R569)', async () => {
    const reply = await backend.call('recover.send', { phoneNumber: NEWCOMER.username })
    expect(reply).toEqual({ status: 200, body: { otpRef: expect.any(String), otpToken: expect.any(String) } })
    const [text = ''] = await backend.texts(NEWCOMER.username)
    const input = { otpToken: String(reply.body.otpToken), otpCode: text.slice(-6) }
    expect(await backend.call('recover.verify', input)).toEqual(refusal(404, 'NO_USER'))
  })

  test.each([
    ['otp', 'recover'],
    ['recover', 'otp'],
  ] as const)('is refused if it was sent by %s.send but is checked by %s.verify (R569)', async (sent, used) => {
    const { otpToken, otpCode } = await backend.code(PHONE, {}, `${sent}.send`)
    expect(await backend.call(`${used}.verify`, { otpToken, otpCode })).toEqual(refusal(400, 'OTP_TOKEN_INVALID'))
  })

  it('cannot be a registration code, even a verified one (R569)', async () => {
    const headers = await backend.verify(NEWCOMER.username)
    expect(await set(headers, NEW, NEWCOMER.username)).toEqual(refusal(403, 'UNVERIFIED_OTP'))
  })

  it('cannot be used to register an account (R569)', async () => {
    const { otpToken, otpCode } = await backend.code(NEWCOMER.username, {}, 'recover.send')
    await backend.call('recover.verify', { otpToken, otpCode })
    const headers = { [OTP_HEADER]: otpToken }
    expect(await backend.call('account.create', NEWCOMER, { headers })).toEqual(refusal(403, 'UNVERIFIED_OTP'))
  })

  it('is not resent to a verified phone without an account, and cannot set a password for that phone (R569)', async () => {
    const { otpToken, otpCode } = await backend.code(NEWCOMER.username, {}, 'recover.send')
    await backend.call('recover.verify', { otpToken, otpCode })
    const headers = { [OTP_HEADER]: otpToken }
    const again = await backend.call('recover.send', { phoneNumber: NEWCOMER.username }, { headers })
    expect(again).toEqual(refusal(404, 'NO_USER'))
    expect(await set(headers, NEW, NEWCOMER.username)).toEqual(refusal(404, 'NO_USER'))
  })

  it('is refused, whether verified or not, once another code has set a password (R569)', async () => {
    const early = await backend.verify(PHONE, 'recover')
    backend.pass(MINUTE)
    const right = await backend.verify(PHONE, 'recover')
    backend.pass(MINUTE)
    const open = await backend.code(PHONE, {}, 'recover.send')
    expect(await set(right)).toEqual(fine)
    expect(await set(early, 'another-word-1')).toEqual(refusal(403, 'UNVERIFIED_OTP'))
    const { otpToken, otpCode } = open
    expect(await backend.call('recover.verify', { otpToken, otpCode })).toEqual(refusal(404, 'OTP_NOT_EXIST'))
  })

  it('is refused once the member has changed the password by entering the old one (R569)', async () => {
    const headers = await backend.verify(PHONE, 'recover')
    const token = await backend.login()
    await backend.call('account.password', { oldPassword: DEMO_PASSWORD, newPassword: NEW }, { token })
    expect(await set(headers, 'another-word-1')).toEqual(refusal(403, 'UNVERIFIED_OTP'))
  })

  it('is sent to a phone at most ten times a day (R569)', async () => {
    for (let sent = 0; sent < 10; sent++) {
      await backend.code(PHONE, {}, 'recover.send')
      backend.pass(2 * HOUR)
    }
    expect((await backend.call('recover.send', { phoneNumber: PHONE })).body.code).toBe('REQUEST_LIMIT')
    backend.pass(4 * HOUR)
    expect((await backend.call('recover.send', { phoneNumber: PHONE })).status).toBe(200)
  })

  test.each([
    ['suspended', { hold: 2 }, 'INVALID_USER_2'],
    ['closed', { isActive: false }, 'INACTIVE_USER'],
  ])('cannot set a password for a %s account until the account is restored (R317)', async (_, row, code) => {
    const headers = await backend.verify(PHONE, 'recover')
    await backend.db.update(members).set(row).where(eq(members.username, PHONE))
    expect(await set(headers)).toEqual(refusal(403, code))
    await backend.db.update(members).set({ hold: null, isActive: true }).where(eq(members.username, PHONE))
    expect(await set(headers)).toEqual(fine)
  })

  it('cannot set the password of another phone’s account (R569)', async () => {
    expect(await set(await backend.verify(DEMO.bonus.username, 'recover'))).toEqual(refusal(403, 'UNVERIFIED_OTP'))
    expect(await login(DEMO_PASSWORD)).toBe(200)
  })

  it('is neither offered nor sent if OTP codes are switched off for the site (R573)', async () => {
    expect(await offers()).toContain('recover')
    await backend.turn('registerOTP', false)
    expect(await offers()).not.toContain('recover')
    expect(await backend.call('recover.send', { phoneNumber: PHONE })).toEqual(refusal(400, 'OTP_SEND_FAIL'))
  })
})
