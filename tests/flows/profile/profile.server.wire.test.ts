import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { PASSWORD_HEADER } from '#contract/profile.ts'
import { members, tokens } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { hashOf } from '#server/domain/session.ts'
import { type Backend, dump, startBackend } from '#tests/kit/server.ts'

const NEW_PASSWORD = 'other-word-1'
const ACCOUNT = { name: 'ผู้เล่น ใหม่', bankCode: 'SCB', bankAccountName: 'new name', bankAccountNo: '555-666-7778' }
const { username } = DEMO.member

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const refused = (status: number, code: string) => ({ status, body: { code, message: code } })
const stored = async (name = username) => (await backend.db.select().from(members).where(eq(members.username, name)))[0]
const withPassword = (password: string) => ({ [PASSWORD_HEADER]: encodeURIComponent(password) })
const update = (
  more: Partial<typeof ACCOUNT> = {},
  by = token,
  headers: Record<string, string> = withPassword(DEMO_PASSWORD),
) => backend.call('account.update', { ...ACCOUNT, ...more }, { token: by, headers })
const rename = (
  bankAccountName: string,
  bankCode = 'KBANK',
  headers: Record<string, string> = withPassword(DEMO_PASSWORD),
) => backend.call('account.rename', { bankCode, bankAccountName }, { token, headers })
const change = (oldPassword: string, newPassword: string, by = token) =>
  backend.call('account.password', { oldPassword, newPassword }, { token: by })
const login = (password: string, name = username) => backend.call('account.login', { username: name, password })

test('the server returns the member’s own profile (R320)', async () => {
  const { body } = await backend.call('account.profile', {}, { token })
  expect(body).toEqual({ _id: (await stored())?.id, name: DEMO.member.name, username })
})

test('a profile update stores the normalised name and bank account, and starts the waiting period for payouts (R321)', async () => {
  const before = await stored()
  expect(await update()).toEqual({ status: 200, body: {} })
  const changed = { ...ACCOUNT, bankAccountName: 'NEW NAME', bankAccountNo: '5556667778' }
  expect(await stored()).toEqual({ ...before, ...changed, payoutsWaitSince: new Date(backend.now()) })
  expect((await update({ name: 'Same account' })).status).toBe(200)
})

test.each([
  [{ name: ' ' }, 'INVALID_USER_INFO'],
  [{ name: 'A\u202eB' }, 'INVALID_USER_INFO'],
  [{ bankCode: 'NONE' }, 'INVALID_BANK'],
  [{ bankAccountNo: '12345' }, 'INVALID_USER_INFO'],
  [{ bankCode: 'KTB', bankAccountName: 'ผู้เล่น' }, 'BANK_ACCOUNT_NAME_ENG'],
  [{ bankCode: 'KTB', bankAccountNo: '987-654-3210' }, 'EXISTING_BANK'],
])('a profile update with %o is refused: %s (R321)', async (more, code) => {
  const before = await dump(backend.db)
  expect((await update(more)).body.code).toBe(code)
  expect(await dump(backend.db)).toBe(before)
})

const { bankCode, bankAccountNo } = DEMO.member
const own = { bankCode, bankAccountName: DEMO.member.bankAccountName.toUpperCase(), bankAccountNo }

test.each<[string, Partial<typeof ACCOUNT>]>([
  ['bank', { ...own, bankCode: 'SCB' }],
  ['account number', { ...own, bankAccountNo: '5556667778' }],
  ['account name', { ...own, bankAccountName: 'OTHER NAME' }],
])(
  'a profile update that changes the %s requires the current password in addition to the token (R321)',
  async (_, more) => {
    const before = await dump(backend.db)
    for (const headers of [{}, withPassword('wrong'), withPassword(''), { [PASSWORD_HEADER]: '%E0%' }])
      expect(await update(more, token, headers)).toEqual(refused(403, 'WRONG_PASSWORD'))
    expect(await dump(backend.db)).toBe(before)
    expect((await update(more)).status).toBe(200)
    expect(await stored()).toMatchObject({ ...own, ...more })
  },
)

test('a profile update does not reveal that a bank account is taken if the password is missing or the member must wait before another change (R321, R441)', async () => {
  const ofMember = { bankCode: DEMO.bonus.bankCode, bankAccountNo: DEMO.bonus.bankAccountNo }
  expect(await update(ofMember)).toEqual(refused(409, 'EXISTING_BANK'))
  expect(await update(ofMember, token, {})).toEqual(refused(403, 'WRONG_PASSWORD'))
  expect((await update()).status).toBe(200)
  const waits = await update({ bankAccountNo: '5556667779' })
  expect(waits.body.code).toBe('WITHDRAW_WAIT')
  expect(await update(ofMember)).toEqual(waits)
})

test('a profile update that changes only the name requires no password (R321)', async () => {
  expect((await update(own, token, {})).status).toBe(200)
  expect(await stored()).toMatchObject({ ...own, name: ACCOUNT.name })
})

test('a profile update accepts a password with non-ASCII letters (R321)', async () => {
  const password = 'รหัสผ่าน-ໃໝ່'
  const { body } = await change(DEMO_PASSWORD, password)
  expect((await update({}, String(body.token), withPassword(password))).status).toBe(200)
})

test('ten wrong passwords in a session block bank account updates (R321)', async () => {
  for (let i = 0; i < 10; i++) expect((await update({}, token, withPassword(`wrong${i}`))).status).toBe(403)
  expect(await update()).toEqual(refused(429, 'REQUEST_LIMIT'))
})

test('if two members claim the same bank account at once, only one gets it (R441)', async () => {
  const other = await backend.login(DEMO.bonus.username)
  const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => update({}, i % 2 ? token : other)))
  expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'EXISTING_BANK']))
  expect(await backend.db.$count(members, eq(members.bankAccountNo, '5556667778'))).toBe(1)
})

test('the server stores a new account name in upper case, and refuses a rename request that states another bank (R261, R322)', async () => {
  expect(await rename(' new  name ')).toEqual({ status: 200, body: {} })
  expect((await stored())?.bankAccountName).toBe('NEW NAME')
  expect(await rename('new name', 'SCB')).toEqual(refused(400, 'INVALID_BANK'))
})

test('saving the account name requires the current password only if the name changes (R642)', async () => {
  const { bankAccountName } = DEMO.member
  for (const headers of [{}, withPassword('wrong'), withPassword(''), { [PASSWORD_HEADER]: '%E0%' }])
    expect(await rename('NEW NAME', 'KBANK', headers)).toEqual(refused(403, 'WRONG_PASSWORD'))
  expect((await stored())?.bankAccountName).toBe(bankAccountName)
  expect(await rename(bankAccountName, 'KBANK', {})).toEqual({ status: 200, body: {} })
})

test('ten wrong passwords in a session block changes to the account name and the bank account (R642)', async () => {
  for (let i = 0; i < 10; i++) expect((await rename('NEW NAME', 'KBANK', withPassword(`wrong${i}`))).status).toBe(403)
  expect(await rename('NEW NAME')).toEqual(refused(429, 'REQUEST_LIMIT'))
  expect(await update()).toEqual(refused(429, 'REQUEST_LIMIT'))
})

test.each([
  ['', 'INVALID_USER_INFO'],
  ['  ', 'INVALID_USER_INFO'],
  ['ผู้เล่น', 'BANK_ACCOUNT_NAME_ENG'],
  ['NAME 2', 'BANK_ACCOUNT_NAME_ENG'],
  ['O’NAME', 'BANK_ACCOUNT_NAME_ENG'],
  ['NAME\u0000', 'INVALID_USER_INFO'],
])('the account name %j is refused: %s (R260, R262)', async (name, code) => {
  expect(await rename(name)).toEqual(refused(400, code))
  expect((await stored())?.bankAccountName).toBe(DEMO.member.bankAccountName)
})

test('a new password is valid immediately, and ends every session but the current one (R323)', async () => {
  const elsewhere = [await backend.login(), await backend.login(username, true)]
  const stranger = await backend.login(DEMO.bonus.username)
  const { status, body } = await change(DEMO_PASSWORD, NEW_PASSWORD)
  expect(status).toBe(200)
  const wallet = async (of: string) => (await backend.call('wallet.get', {}, { token: of })).status
  expect([await wallet(String(body.token)), await wallet(stranger)]).toEqual([200, 200])
  for (const ended of elsewhere) expect(await wallet(ended)).toBe(401)
  expect((await login(DEMO_PASSWORD)).body.code).toBe('WRONG_CREDENTIAL')
  expect((await login(NEW_PASSWORD)).status).toBe(200)
})

test('a password change issues a new token for the current session and revokes the old token (R606)', async () => {
  const [before] = await backend.db
    .select()
    .from(tokens)
    .where(eq(tokens.hash, hashOf(token)))
  const { body } = await change(DEMO_PASSWORD, NEW_PASSWORD)
  expect((await backend.call('wallet.get', {}, { token })).body.message).toBe('invalid-token')
  const [after] = await backend.db
    .select()
    .from(tokens)
    .where(eq(tokens.hash, hashOf(String(body.token))))
  const { id, hash, ...same } = before ?? { id: '', hash: '' }
  expect(after).toMatchObject(same)
  expect(after?.id).not.toBe(id)
})

test('resending a password change with the old token after a lost reply returns the same reply (R606)', async () => {
  const input = { oldPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD }
  const send = () => backend.call('account.password', input, { token, key: 'same' })
  const first = await send()
  expect(await send()).toEqual(first)
  expect((await backend.call('wallet.get', {}, { token: String(first.body.token) })).status).toBe(200)
})

test('a password change is refused if the old password is wrong, or if the new one is too short or too common (R323, R426)', async () => {
  const before = await dump(backend.db)
  expect(await change('demo1235', NEW_PASSWORD)).toEqual(refused(403, 'WRONG_PASSWORD'))
  expect(await change('', NEW_PASSWORD)).toEqual(refused(403, 'WRONG_PASSWORD'))
  expect(await change(DEMO_PASSWORD, '1234567')).toEqual(refused(400, 'INVALID_USER_INFO'))
  expect(await change(DEMO_PASSWORD, '')).toEqual(refused(400, 'INVALID_USER_INFO'))
  expect(await change(DEMO_PASSWORD, 'iloveyou1')).toEqual(refused(400, 'PASSWORD_COMMON'))
  expect(await change(DEMO_PASSWORD, 'krapao-2026')).toEqual(refused(400, 'PASSWORD_COMMON'))
  expect(await change(DEMO_PASSWORD, username)).toEqual(refused(400, 'PASSWORD_COMMON'))
  expect(await dump(backend.db)).toBe(before)
})

test('only one of six concurrent password changes with the same old password succeeds (R323)', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => change(DEMO_PASSWORD, `other-word-${i}`)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403])
})

test('ten wrong old passwords block password changes in that session for 15 minutes, but not for other members (R323, R431)', async () => {
  for (let i = 0; i < 10; i++) expect((await change(`wrong-${i}`, NEW_PASSWORD)).status).toBe(403)
  expect(await change(DEMO_PASSWORD, NEW_PASSWORD)).toEqual(refused(429, 'REQUEST_LIMIT'))
  const other = await backend.login(DEMO.bonus.username)
  expect((await change(DEMO_PASSWORD, NEW_PASSWORD, other)).status).toBe(200)
  backend.pass(15 * 60_000)
  expect((await change(DEMO_PASSWORD, NEW_PASSWORD)).status).toBe(200)
})

test('a suspended member is signed out, and sees the reason only after entering the right password (R420)', async () => {
  const hold = (reason: string) => backend.form('/hold', { username, hold: reason })
  await hold('3')
  expect((await backend.call('wallet.get', {}, { token })).body.message).toBe('invalid-token')
  expect((await login('demo1235')).body.code).toBe('WRONG_CREDENTIAL')
  expect((await login(DEMO_PASSWORD)).body.code).toBe('INVALID_USER_3')
  expect((await login(DEMO_PASSWORD, DEMO.bonus.username)).status).toBe(200)
  await hold('0')
  expect((await login(DEMO_PASSWORD)).status).toBe(200)
  for (const [name, reason] of [
    [username, '5'],
    [username, '1.5'],
    ['0800000000', '1'],
  ] as const)
    expect((await backend.form('/hold', { username: name, hold: reason })).status).toBe(400)
})
