import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { isPassword } from '#server/domain/password.ts'
import { unguarded } from '#tests/kit/database.ts'
import { type Backend, dump, NEWCOMER, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const PHONE = NEWCOMER.username
const { bankCode: _code, bankAccountName: _name, bankAccountNo: _no, ...PERSON } = NEWCOMER
type Sent = Partial<Record<keyof typeof NEWCOMER | 'inviteCode', string>> & { currency?: 'LAK' | 'BAHT' }

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
  await backend.turn('registerOTP', false)
})

const register = (more: Sent = {}, headers = {}) =>
  backend.call('account.create', { ...NEWCOMER, ...more }, { headers })
const validate = (more: Sent = {}, headers = {}) =>
  backend.call('account.validate', { ...NEWCOMER, ...more } as typeof NEWCOMER, { headers })
const refused = (status: number, code: string) => ({ status, body: { code, message: code } })
const memberOf = async (username = PHONE) =>
  (await backend.db.select().from(members).where(eq(members.username, username)))[0]
const inviteCode = async () => `PR${(await memberOf(DEMO.member.username))?.id}`

test('a registration creates a member with an empty wallet, who can log in (R141, R142, R319)', async () => {
  expect(await register({ inviteCode: await inviteCode() })).toEqual({ status: 200, body: {} })
  const member = await memberOf()
  const inviter = await memberOf(DEMO.member.username)
  const { password, ...stored } = NEWCOMER
  expect(member).toMatchObject({
    ...stored,
    bankAccountName: 'NEW PLAYER',
    inviterId: inviter?.id,
    currency: null,
    isActive: true,
    hold: null,
    coin: 0,
  })
  expect(await isPassword(password, member?.password)).toBe(true)
  const wallet = await backend.db
    .select()
    .from(accounts)
    .where(eq(accounts.memberId, member?.id ?? ''))
  expect(wallet).toMatchObject([{ kind: 'wallet', balance: 0 }])
  const { body } = await backend.call('account.login', { username: PHONE, password })
  const profile = await backend.call('account.profile', {}, { token: String(body.token) })
  expect(profile.body).toEqual({ _id: member?.id, name: NEWCOMER.name, username: PHONE })
})

test('the server normalises the typed values before storing them (R251, R258)', async () => {
  const typed = {
    name: '  ก\u0e4d\u0e32ไร 😀 ',
    username: '๐๖๑-๑๑๑ ๑๑๑๑',
    bankAccountName: '  new   play\u00a0er ',
    bankAccountNo: '\u202a໑໑໑-໒໒໒-໓໓໓໔\u202c',
    password: 'รหัสผ่านลับ',
  }
  expect((await register(typed)).status).toBe(200)
  expect(await memberOf()).toMatchObject({
    name: typed.name.normalize('NFC').trim(),
    bankAccountName: 'NEW PLAY ER',
    bankAccountNo: '1112223334',
  })
})

const WRONG: [string, Sent, string][] = [
  ['an empty name', { name: '' }, 'INVALID_USER_INFO'],
  ['a name of invisible characters', { name: ' \u200b\u200d\u3164 ' }, 'INVALID_USER_INFO'],
  ['a name with a right-to-left override', { name: 'A\u202eB' }, 'INVALID_USER_INFO'],
  ['a name with a line break', { name: 'A\nB' }, 'INVALID_USER_INFO'],
  ['a name with U+0000', { name: 'A\u0000' }, 'INVALID_USER_INFO'],
  ['a name with half a surrogate pair', { name: 'A\ud83d' }, 'INVALID_USER_INFO'],
  ['a name of 51 characters', { name: 'ก'.repeat(51) }, 'INVALID_USER_INFO'],
  ['a short password', { password: '1234567' }, 'INVALID_USER_INFO'],
  ['one of the most common passwords', { password: 'Qwerty123' }, 'PASSWORD_COMMON'],
  ['the name of the site as the password', { password: 'Krapao2026' }, 'PASSWORD_COMMON'],
  ['the player’s own phone number as the password', { password: '061-111-1111' }, 'PASSWORD_COMMON'],
  [
    'the player’s own phone number with its country code as the password',
    { password: '+66 61 111 1111' },
    'PASSWORD_COMMON',
  ],
  ['the player’s own phone number without its zero as the password', { password: '611111111' }, 'PASSWORD_COMMON'],
  ['a source that is not in the list', { sourceCode: 'constructor' }, 'INVALID_USER_INFO'],
  ['an unknown invite code', { inviteCode: 'PRabcdefghijkl' }, 'INVITE_CODE_INVALID'],
  ['a malformed invite code', { inviteCode: "PR' or 1=1" }, 'INVITE_CODE_INVALID'],
  ['a phone number with letters', { username: '06111a1111' }, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['a phone number with a country code', { username: '+66611111111' }, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['a closed member’s phone', { username: '090-000-0000' }, 'EXISTING_USER'],
  ['a bank that is not in the list', { bankCode: 'constructor' }, 'INVALID_BANK'],
  ['a Lao bank on a Thai site', { bankCode: 'BCEL' }, 'INVALID_BANK'],
  ['an empty account number', { bankAccountNo: '' }, 'INVALID_USER_INFO'],
  ['an account number with letters', { bankAccountNo: '12345x' }, 'INVALID_USER_INFO'],
  ['an empty account name', { bankAccountName: ' ' }, 'INVALID_USER_INFO'],
  ['an account name with a right-to-left mark', { bankAccountName: 'A\u200fB' }, 'INVALID_USER_INFO'],
  ['a Thai account name at BBL', { bankCode: 'BBL', bankAccountName: 'ผู้เล่น' }, 'BANK_ACCOUNT_NAME_ENG'],
]

test.each(WRONG)(
  '%s is refused by both validation and registration, and nothing is written (R442)',
  async (_, more, code) => {
    const before = await dump(backend.db)
    expect((await validate(more)).body.code).toBe(code)
    expect((await register(more)).body.code).toBe(code)
    expect(await dump(backend.db)).toBe(before)
  },
)

const TAKEN = { bankCode: DEMO.member.bankCode, bankAccountNo: DEMO.member.bankAccountNo }

test('a member’s bank account is refused by registration, but not by validation, because anybody could use validation to find accounts (R318, R441)', async () => {
  const before = await dump(backend.db)
  expect((await register(TAKEN)).body.code).toBe('EXISTING_BANK')
  expect(await dump(backend.db)).toBe(before)
  expect(await validate(TAKEN)).toEqual(await validate())
})

test('a registration refused for other reasons does not reveal whether the bank account belongs to a member (R441, R442)', async () => {
  const reply = await register({ ...TAKEN, currency: 'LAK' })
  expect(reply.body.code).toBe('INVALID_USER_INFO')
  expect(await register({ currency: 'LAK' })).toEqual(reply)
})

test('validation does not require a bank account, but checks any bank fields it receives, and never writes (R263, D-39)', async () => {
  const before = await dump(backend.db)
  expect(await backend.call('account.validate', PERSON)).toEqual({ status: 200, body: {} })
  expect(await validate()).toEqual({ status: 200, body: {} })
  expect(await backend.call('account.validate', { ...PERSON, bankCode: 'NONE' })).toEqual(refused(400, 'INVALID_BANK'))
  const named = await backend.call('account.validate', { ...PERSON, bankCode: 'SCB', bankAccountName: 'A B' })
  expect(named).toEqual(refused(400, 'INVALID_USER_INFO'))
  expect(await dump(backend.db)).toBe(before)
})

test('a name can have 50 characters, not counting combining marks', async () => {
  expect((await register({ name: 'ที'.repeat(50) })).status).toBe(200)
})

test('twenty concurrent registrations with the same phone create only one member (R440)', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => register({ bankAccountNo: `10000000${i + 10}` })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ body }) => body.code === 'EXISTING_USER')).toHaveLength(19)
  expect(await backend.db.$count(members, eq(members.username, PHONE))).toBe(1)
})

test('twenty concurrent registrations with the same bank account create only one member (R441)', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => register({ username: `06222222${i + 10}` })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ body }) => body.code === 'EXISTING_BANK')).toHaveLength(19)
  expect(await backend.db.$count(members, eq(members.bankAccountNo, NEWCOMER.bankAccountNo))).toBe(1)
})

describe('with OTP', () => {
  beforeEach(() => backend.turn('registerOTP', true))

  test('a registration requires a phone that was verified within the last 15 minutes (R443)', async () => {
    const other = await backend.verify('0622222222')
    expect(await validate({}, other)).toEqual(refused(403, 'UNVERIFIED_OTP'))
    expect(await register({}, other)).toEqual(refused(403, 'UNVERIFIED_OTP'))
    const proof = await backend.verify(PHONE)
    backend.pass(15 * MINUTE - 1_000)
    expect((await validate({}, proof)).status).toBe(200)
    backend.pass(1_000)
    expect(await validate({}, proof)).toEqual(refused(403, 'UNVERIFIED_OTP'))
    expect(await register({}, proof)).toEqual(refused(403, 'UNVERIFIED_OTP'))
  })

  test('a phone number verified by one person does not count as verified for anyone else (R443)', async () => {
    const proof = await backend.verify(PHONE)
    expect(await validate()).toEqual(refused(403, 'UNVERIFIED_OTP'))
    expect(await register()).toEqual(refused(403, 'UNVERIFIED_OTP'))
    expect((await register({}, proof)).status).toBe(200)
  })

  test('one verification can create only one account, even with twenty concurrent requests, and a refused request does not use up the verification (R443)', async () => {
    const proof = await backend.verify(PHONE)
    expect((await register({ name: '' }, proof)).body.code).toBe('INVALID_USER_INFO')
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => register({ bankAccountNo: `10000000${i + 10}` }, proof)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'EXISTING_USER')).toHaveLength(19)
    const member = await memberOf()
    await backend.db.delete(accounts).where(eq(accounts.memberId, member?.id ?? ''))
    // The deletion is unguarded, because the audit log still refers to the member.
    await unguarded(backend.db, (tx) => tx.delete(members).where(eq(members.username, PHONE)))
    expect(await register({}, proof)).toEqual(refused(403, 'UNVERIFIED_OTP'))
  })
})

test.each([
  ['8 lower-case letters', 'qvzkwjxm'],
  ['8 digits', '48105937'],
  ['words and spaces', 'correct horse battery staple'],
  ['Thai letters', 'รหัสผ่านลับ'],
  ['64 characters', 'kettle-1'.repeat(8)],
  ['256 characters, which is the maximum', 'kettle-1'.repeat(32)],
])('a password of %s is accepted, and login accepts only that exact password', async (_, password) => {
  const login = async (typed: string) =>
    (await backend.call('account.login', { username: PHONE, password: typed })).status
  expect((await register({ password })).status).toBe(200)
  expect(await login(password)).toBe(200)
  const others = [password.toUpperCase(), `${password} `, ` ${password}`, password.slice(0, -1), `${password}x`]
  for (const other of others.filter((text) => text !== password && text.length <= 256))
    expect(await login(other), other).toBe(401)
})

test('a password never expires', async () => {
  await register()
  backend.pass(3 * 365 * 24 * 60 * MINUTE)
  const { password } = NEWCOMER
  expect((await backend.call('account.login', { username: PHONE, password })).status).toBe(200)
})

test('a Laos site accepts phone numbers of any length and Lao banks, and requires a currency (R143, R253, R510)', async () => {
  expect(await register({ currency: 'LAK' })).toEqual(refused(400, 'INVALID_USER_INFO'))
  backend = await startBackend({ env: { VITE_LAOS: '1' } })
  await backend.turn('registerOTP', false)
  const lao = { username: '+856 20 5555 1234', bankCode: 'BCEL', currency: 'LAK' } as const
  expect(await register({ ...lao, username: '02055x' })).toEqual(refused(400, 'INVALID_USER_INFO'))
  const { currency: _, ...without } = lao
  expect(await register(without)).toEqual(refused(400, 'INVALID_USER_INFO'))
  expect((await register(lao)).status).toBe(200)
  expect(await memberOf('8562055551234')).toMatchObject({ bankCode: 'BCEL', currency: 'LAK' })
  const { password } = NEWCOMER
  const { status, body } = await backend.call('account.login', { username: lao.username, password })
  expect(status).toBe(200)
  const wallet = await backend.call('wallet.get', {}, { token: String(body.token) })
  expect(wallet.body).toMatchObject({ bankAccount: { currency: 'LAK' } })
})

test('while registration is closed, both validation and registration are refused (R446)', async () => {
  await backend.turn('registerClosed', true)
  expect(await validate()).toEqual(refused(403, 'REGISTER_FAIL'))
  expect(await register()).toEqual(refused(403, 'REGISTER_FAIL'))
})
