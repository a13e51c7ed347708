import { createHash } from 'node:crypto'
import { beforeEach, expect, it, test } from 'vitest'
import { OTP_HEADER } from '#contract/register.ts'
import { members, otps } from '#server/core/schema/members.ts'
import { limits } from '#server/core/schema/site.ts'
import { readSettings } from '#server/core/settings.ts'
import { DEMO } from '#server/demo/seed.ts'
import { createApp } from '#server/http/app.ts'
import { logged } from '#tests/kit/logged.ts'
import { type Backend, NEWCOMER, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const PHONE = NEWCOMER.username

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

const send = (phoneNumber = PHONE, headers = {}) => backend.call('otp.send', { phoneNumber }, { headers })
const check = (otpToken: string, otpCode: string) => backend.call('otp.verify', { otpToken, otpCode })
const codeOf = async (reply: Promise<{ body: Record<string, unknown> }>) => (await reply).body.code
/** Moves the clock to the time when the next code may be sent. */
const wait = () => backend.pass(MINUTE)

test.each([
  ['TH', 'krapao: รหัส OTP CODE รหัสอ้างอิง REF ใช้ได้ 5 นาที อย่าบอกรหัสนี้กับผู้อื่น'],
  ['LA', 'krapao: ລະຫັດ OTP CODE ລະຫັດອ້າງອີງ REF ໃຊ້ໄດ້ 5 ນາທີ ຢ່າບອກລະຫັດນີ້ກັບຄົນອື່ນ'],
  ['EN', 'krapao: OTP code CODE, reference REF. Valid for 5 minutes. Tell nobody this code.'],
])(
  'the text message in %s contains the code and its reference, and ends with a line for autofill (R147, R324)',
  async (language, words) => {
    const { body } = await send(PHONE, { Cookie: `lang=${language}` })
    expect(body).toEqual({
      otpRef: expect.stringMatching(/^[A-HJ-NP-Z2-9]{4}$/),
      otpToken: expect.stringMatching(/^[\w-]{43}$/),
    })
    const [text = ''] = await backend.texts(PHONE)
    const [code = ''] = /\d{6}/.exec(text) ?? []
    expect(text).toBe(`${words.replace('CODE', code).replace('REF', String(body.otpRef))}\n\n@krapao.example #${code}`)
  },
)

test('the last line of the text message contains the site’s own domain, so that the browser fills in the code only there (R324)', async () => {
  backend = await startBackend({ env: { SITE_URL: 'https://wallet.example/th' } })
  await send()
  expect((await backend.texts(PHONE))[0]).toMatch(/\n@wallet\.example #\d{6}$/)
})

test('a code verifies the phone only once, even if it is submitted ten times concurrently (R325, R207)', async () => {
  const { otpToken, otpCode } = await backend.code(PHONE)
  const replies = await Promise.all(Array.from({ length: 10 }, () => check(otpToken, otpCode)))
  expect(replies.filter(({ status }) => status === 200)).toEqual([{ status: 200, body: {} }])
  expect(replies.filter(({ body }) => body.code === 'OTP_VERIFIED')).toHaveLength(9)
})

test('the server does not store the code, its token or an unsalted hash of the code', async () => {
  const { otpToken, otpCode } = await backend.code(PHONE)
  const [row] = await backend.db.select().from(otps)
  expect(JSON.stringify(row)).not.toContain(otpToken)
  const hashes = (['base64', 'base64url', 'hex'] as const).map((form) =>
    createHash('sha256').update(otpCode).digest(form),
  )
  expect([otpCode, ...hashes]).not.toContain(row?.code)
})

test.each(['๑๒๓๔๕๖', '໑໒໓໔໕໖', ' 123-456 ', '\u200e123456\u200b'])(
  'the server accepts a code typed as %j (R325)',
  async (typed) => {
    const { otpToken, otpCode } = await backend.code(PHONE)
    const mapped = typed.replace(/[๑-๖໑-໖1-6]/g, (digit) => {
      const place = '๑๒๓๔๕๖໑໒໓໔໕໖123456'.indexOf(digit)
      const plain = Number(otpCode[place % 6])
      return place >= 12 ? String(plain) : String.fromCharCode((place < 6 ? 0x0e50 : 0x0ed0) + plain)
    })
    expect((await check(otpToken, mapped)).status).toBe(200)
  },
)

test('for 15 minutes after verifying a phone, a player who requests a code gets OTP_VERIFIED instead (R205, R206)', async () => {
  const proof = await backend.verify(PHONE)
  backend.pass(15 * MINUTE - 1_000)
  expect(await send('061-111-1111', proof)).toEqual({ status: 200, body: { code: 'OTP_VERIFIED' } })
  expect(await backend.texts(PHONE)).toHaveLength(1)
  backend.pass(1_000)
  expect((await send(PHONE, proof)).body).toHaveProperty('otpToken')
})

test('only the player who verified a phone learns that it is verified, and code requests by others do not undo the verification (R206, R443)', async () => {
  const proof = await backend.verify(PHONE)
  const other = await backend.verify('0622222222')
  wait()
  expect((await send(PHONE, other)).body).toHaveProperty('otpToken')
  wait()
  expect((await send()).body).toHaveProperty('otpToken')
  expect((await send(PHONE, proof)).body).toEqual({ code: 'OTP_VERIFIED' })
})

test('a code expires after 5 minutes (R436)', async () => {
  const [code, late] = [await backend.code(PHONE), await backend.code('0622222222')]
  backend.pass(5 * MINUTE - 1_000)
  expect((await check(code.otpToken, code.otpCode)).status).toBe(200)
  backend.pass(1_000)
  expect(await codeOf(check(late.otpToken, late.otpCode))).toBe('OTP_EXPIRED')
})

test('a code is refused if it is submitted with the token of another request (R325)', async () => {
  const [one, other] = [await backend.code(PHONE), await backend.code('0622222222')]
  // In one case in a million, both codes are the same. A wrong code is then used instead.
  const foreign = one.otpCode === other.otpCode ? one.wrong : other.otpCode
  expect(await codeOf(check(one.otpToken, foreign))).toBe('OTP_CODE_INVALID')
  expect((await check(one.otpToken, one.otpCode)).status).toBe(200)
})

test('a newer code replaces the older code for the same phone, but not the code for another phone (R433)', async () => {
  const other = await backend.code('0622222222')
  const older = await backend.code(PHONE)
  wait()
  const newer = await backend.code(PHONE)
  expect(await codeOf(check(older.otpToken, older.otpCode))).toBe('OTP_TOKEN_INVALID')
  expect(await codeOf(check(newer.otpToken, newer.wrong))).toBe('OTP_CODE_INVALID')
  expect((await check(newer.otpToken, newer.otpCode)).status).toBe(200)
  expect((await check(other.otpToken, other.otpCode)).status).toBe(200)
})

test('the server compares only five of twelve concurrent wrong codes, then blocks the phone for 15 minutes (R430, R437)', async () => {
  const { otpToken, otpCode, wrong } = await backend.code(PHONE)
  const replies = await Promise.all(Array.from({ length: 12 }, () => codeOf(check(otpToken, wrong))))
  expect(replies.filter((code) => code === 'OTP_CODE_INVALID')).toHaveLength(4)
  expect(replies.filter((code) => code === 'OTP_BLOCK')).toHaveLength(8)
  expect((await backend.db.select().from(otps)).map(({ tries }) => tries)).toEqual([5])
  expect(await codeOf(check(otpToken, otpCode))).toBe('OTP_BLOCK')
  expect(await codeOf(send())).toBe('OTP_BLOCK')
  expect((await send('0622222222')).status).toBe(200)
  backend.pass(15 * MINUTE - 1_000)
  expect(await codeOf(send())).toBe('OTP_BLOCK')
  backend.pass(1_000)
  expect(await codeOf(check(otpToken, otpCode))).toBe('OTP_EXPIRED')
  const { otpToken: fresh, otpCode: right } = await backend.code(PHONE)
  expect((await check(fresh, right)).status).toBe(200)
})

test('the server sends a phone at most one code per minute, however the number is written and however many requests arrive at once (R432, D-40)', async () => {
  for (const end of ['1', '2']) {
    const typed = [`061111111${end}`, `061-111-111${end}`, `๐๖๑๑๑๑๑๑๑${end}`, `\u200b061111111${end}`]
    const replies = await Promise.all([...typed, ...typed, ...typed].map((phone) => send(phone)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'REQUEST_LIMIT_1MIN')).toHaveLength(11)
    expect(await backend.texts(`061111111${end}`)).toHaveLength(1)
  }
  backend.pass(MINUTE - 1_000)
  expect(await codeOf(send())).toBe('REQUEST_LIMIT_1MIN')
  backend.pass(1_000)
  const later = await Promise.all([send(), send(), send()])
  expect(later.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('the server sends at most five codes per hour to a phone (R431)', async () => {
  for (let i = 0; i < 5; i++) {
    await backend.code(PHONE)
    wait()
  }
  expect(await codeOf(send())).toBe('REQUEST_LIMIT')
  backend.pass(55 * MINUTE)
  expect((await send()).status).toBe(200)
})

it('the server sends at most 300 codes in 15 minutes per IP address, and counts each address separately (R431)', async () => {
  backend = await startBackend({ env: { TRUST_PROXY: '1' } })
  const from = (i: number, address: string) => send(`06${String(i).padStart(8, '0')}`, { 'X-Forwarded-For': address })
  expect((await from(1, '192.0.2.1')).status).toBe(200)
  await backend.db.update(limits).set({ count: 299 })
  expect((await from(2, '192.0.2.1')).status).toBe(200)
  expect(await from(40, '192.0.2.1')).toEqual({
    status: 429,
    body: { code: 'REQUEST_LIMIT', message: 'REQUEST_LIMIT' },
  })
  expect((await from(40, '192.0.2.2')).status).toBe(200)
})

test('if the text message cannot be sent, its code is not stored and the phone number is not logged (R438)', async () => {
  const lines = logged()
  const sendSms = ({ phone, text }: { phone: string; text: string }) =>
    Promise.reject(new TypeError(`${phone}: ${text}`))
  const world = { ...backend.world, sendSms }
  const broken = createApp({ open: () => backend.db, now: Date.now, world, settings: readSettings({}) })
  const headers = { 'X-Requested-With': 'wallet-user', 'Idempotency-Key': 'k' }
  const body = JSON.stringify({ phoneNumber: PHONE })
  const response = await broken.request('/api/otp/send', { method: 'POST', headers, body })
  expect([response.status, await response.json()]).toEqual([400, { code: 'OTP_SEND_FAIL', message: 'OTP_SEND_FAIL' }])
  expect(lines.map(({ msg, error }) => [msg, error])).toEqual(Array(2).fill(['sendSms', 'TypeError']))
  expect(JSON.stringify(lines)).not.toContain(PHONE)
  await backend.form('/sms', { isOn: 'true' })
  expect(await codeOf(send())).toBe('OTP_SEND_FAIL')
  expect(await backend.db.$count(otps)).toBe(0)
  await backend.form('/sms', { isOn: 'false' })
  expect((await send()).status).toBe(200)
})

test('a verified code can no longer be used once an account has been created with it', async () => {
  const { otpToken, otpCode } = await backend.code(PHONE)
  await check(otpToken, otpCode)
  const headers = { [OTP_HEADER]: otpToken }
  expect((await backend.call('account.create', NEWCOMER, { headers })).status).toBe(200)
  expect(await codeOf(check(otpToken, otpCode))).toBe('OTP_NOT_EXIST')
})

test.each([
  ['061111111', 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['06111111110', 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['06111a1111', 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['', 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
])('a code request for the phone %j is refused with %s (R251, R440)', async (phone, code) => {
  expect(await codeOf(send(phone))).toBe(code)
  expect(await backend.db.$count(otps)).toBe(0)
})

test.each([DEMO.member.username, DEMO.inactive.username])(
  'the server sends a code to the member’s phone %s, and reveals that a member has this phone only after the right code is entered (R206, R440)',
  async (phone) => {
    const anybody = await send(phone)
    expect(anybody).toEqual({ status: 200, body: { otpRef: expect.any(String), otpToken: expect.any(String) } })
    const person = { ...NEWCOMER, username: phone }
    expect(await codeOf(backend.call('account.validate', person))).toBe('UNVERIFIED_OTP')
    expect(await codeOf(backend.call('account.create', person))).toBe('UNVERIFIED_OTP')
    wait()
    const { otpToken, otpCode, wrong } = await backend.code(phone)
    expect(await codeOf(check(otpToken, wrong))).toBe('OTP_CODE_INVALID')
    for (let times = 0; times < 2; times++)
      expect(await check(otpToken, otpCode)).toEqual({
        status: 409,
        body: { code: 'EXISTING_USER', message: 'EXISTING_USER' },
      })
  },
)

test('the server sends no code while OTP is switched off or registration is closed (R206, R446)', async () => {
  await backend.turn('registerOTP', false)
  const { status, body } = await send()
  expect([status, body]).toEqual([200, { code: 'OTP_VERIFIED' }])
  await backend.turn('registerClosed', true)
  expect(await codeOf(send())).toBe('REGISTER_FAIL')
  expect(await backend.db.$count(otps)).toBe(0)
  expect(await backend.db.$count(members)).toBe(backend.seeded)
})
