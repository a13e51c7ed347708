import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { devices } from '#server/core/schema/members.ts'
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

describe('a new password by a code', () => {
  it('logs in from now on, and the old one does not (R570)', async () => {
    expect(await set(await backend.verify(PHONE, 'recover'))).toEqual(fine)
    expect([await login(DEMO_PASSWORD), await login(NEW)]).toEqual([401, 200])
  })

  it('ends all sessions of the member and forgets the devices, and those of nobody else (R570)', async () => {
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

  it('ends even the session that asks (R570)', async () => {
    const token = await backend.login()
    const headers = await backend.verify(PHONE, 'recover')
    await backend.call('recover.password', { phoneNumber: PHONE, password: NEW }, { headers, token })
    expect(await statusOf(token)).toBe(401)
  })

  test.each([
    ['short', 'INVALID_USER_INFO'],
    ['12345678', 'PASSWORD_COMMON'],
    [PHONE, 'PASSWORD_COMMON'],
  ])('%j is refused as at a registration, and the code stays valid (R570)', async (password, code) => {
    const headers = await backend.verify(PHONE, 'recover')
    expect(await set(headers, password)).toEqual(refusal(400, code))
    expect(await set(headers)).toEqual(fine)
  })

  it('needs a fresh code each time, and one that is younger than 15 minutes (R569)', async () => {
    const headers = await backend.verify(PHONE, 'recover')
    expect(await set(headers)).toEqual(fine)
    expect(await set(headers, 'another-word-1')).toEqual(refusal(403, 'UNVERIFIED_OTP'))
    backend.pass(MINUTE)
    const late = await backend.verify(PHONE, 'recover')
    backend.pass(15 * MINUTE)
    expect(await set(late)).toEqual(refusal(403, 'UNVERIFIED_OTP'))
  })

  it('of two at once one is set (R569)', async () => {
    const headers = await backend.verify(PHONE, 'recover')
    const replies = await Promise.all([set(headers), set(headers, 'another-word-1')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  })
})

describe('the code', () => {
  it('says what it is for (R569)', async () => {
    await backend.call('recover.send', { phoneNumber: PHONE }, { headers: { Cookie: 'lang=EN' } })
    expect((await backend.texts(PHONE))[0]).toMatch(
      /^krapao: code \d{6} to set a new password, reference [A-Z2-9]{4}\. Valid for 5 minutes\. If you did not ask for it, tell nobody this code\.\n\n@krapao\.example #\d{6}$/,
    )
  })

  it('is sent to every phone; that a phone has no account is told to those who have its code (R569)', async () => {
    const reply = await backend.call('recover.send', { phoneNumber: NEWCOMER.username })
    expect(reply).toEqual({ status: 200, body: { otpRef: expect.any(String), otpToken: expect.any(String) } })
    const [text = ''] = await backend.texts(NEWCOMER.username)
    const input = { otpToken: String(reply.body.otpToken), otpCode: text.slice(-6) }
    expect(await backend.call('recover.verify', input)).toEqual(refusal(404, 'NO_USER'))
  })

  test.each([
    ['otp', 'recover'],
    ['recover', 'otp'],
  ] as const)('of %s is worthless for %s (R569)', async (sent, used) => {
    const { otpToken, otpCode } = await backend.code(PHONE, {}, `${sent}.send`)
    expect(await backend.call(`${used}.verify`, { otpToken, otpCode })).toEqual(refusal(400, 'OTP_TOKEN_INVALID'))
  })

  it('of a registration sets no password, even once it was verified (R569)', async () => {
    const headers = await backend.verify(NEWCOMER.username)
    await backend.call('account.create', NEWCOMER, { headers })
    expect(await set(headers, NEW, NEWCOMER.username)).toEqual(refusal(403, 'UNVERIFIED_OTP'))
  })

  it('of one phone sets no password of another (R569)', async () => {
    expect(await set(await backend.verify(DEMO.bonus.username, 'recover'))).toEqual(refusal(403, 'UNVERIFIED_OTP'))
    expect(await login(DEMO_PASSWORD)).toBe(200)
  })

  it('is refused, and not offered, on a site that sends none (R573)', async () => {
    expect(await offers()).toContain('recover')
    await backend.turn('registerOTP', false)
    expect(await offers()).not.toContain('recover')
    expect(await backend.call('recover.send', { phoneNumber: PHONE })).toEqual(refusal(400, 'OTP_SEND_FAIL'))
  })
})

describe('withdrawals', () => {
  const withdraw = (token: string, language = 'TH') =>
    backend.call('wallet.withdrawAll', { amount: 100 }, { token, headers: { Cookie: `lang=${language}` } })
  const recovered = async () => {
    await set(await backend.verify(PHONE, 'recover'))
    return backend.login(PHONE, true)
  }

  test.each([
    [undefined, 24],
    ['2', 2],
  ])('wait, with RECOVERY_HOURS=%s for %i hours; the reply says until when (R572, D-62)', async (env, hours) => {
    backend = await startBackend(env ? { env: { RECOVERY_HOURS: env } } : {})
    const token = await recovered()
    const { status, body } = await withdraw(token, 'EN')
    expect([status, body.code]).toEqual([403, 'WITHDRAW_WAIT'])
    expect(body.message).toMatch(/ withdrawals are possible from \d\d\/\d\d\/\d{4} \d\d:\d\d, Bangkok time\./)
    backend.pass(hours * HOUR - MINUTE)
    expect((await withdraw(token)).body.code).toBe('WITHDRAW_WAIT')
    backend.pass(MINUTE)
    expect(await withdraw(token)).toEqual(fine)
  })

  it('do not wait after a change by the old password (R572)', async () => {
    const token = await backend.login()
    await backend.call('account.password', { oldPassword: DEMO_PASSWORD, newPassword: NEW }, { token })
    expect(await withdraw(token)).toEqual(fine)
  })

  it('are known to the audit log by the member alone, not by the phone (R570)', async () => {
    await recovered()
    const [row] = await backend.db.select().from(auditLog).where(eq(auditLog.kind, 'recovered'))
    expect(row).toMatchObject({ memberId: await backend.idOf(PHONE), actor: 'anyone' })
  })
})
