import { expect, it, test } from 'vitest'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { type Backend, NEWCOMER, type Reply, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const PHONE = NEWCOMER.username

/** The codes of the areas "Auth and user", "OTP" and "Registration" (R418–R447). */
const CATALOGUE = [
  ...['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'INVALID_USER_1', 'INVALID_USER_2', 'INVALID_USER_3', 'INVALID_USER_4'],
  ...['INVALID_IP', 'NO_USER', 'WRONG_PASSWORD', 'WRONG_CREDENTIAL', 'INACTIVE_USER', 'LOGIN_FAIL'],
  ...['OTP_BLOCK', 'REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN', 'OTP_TOKEN_INVALID', 'OTP_NOT_EXIST', 'OTP_VERIFIED'],
  ...['OTP_EXPIRED', 'OTP_CODE_INVALID', 'OTP_SEND_FAIL', 'OTP_VERIFY_FAIL'],
  ...['EXISTING_USER', 'EXISTING_BANK', 'INVALID_USER_INFO', 'UNVERIFIED_OTP', 'INVALID_BANK'],
  ...['BANK_ACCOUNT_NAME_ENG', 'REGISTER_FAIL', 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
]

const login = (backend: Backend, username: string, password = DEMO_PASSWORD, headers = {}) =>
  backend.call('account.login', { username, password }, { headers })
const send = (backend: Backend, phoneNumber = PHONE) => backend.call('otp.send', { phoneNumber })
const register = (backend: Backend, more: Partial<typeof NEWCOMER> = {}) =>
  backend.call('account.create', { ...NEWCOMER, ...more })

async function registerPlainly(backend: Backend, more: Partial<typeof NEWCOMER> = {}) {
  await backend.turn('registerOTP', false)
  return register(backend, more)
}

async function held(backend: Backend, hold: string) {
  await backend.form('/hold', { username: DEMO.member.username, hold })
  return login(backend, DEMO.member.username)
}

async function verifyLater(backend: Backend, ms: number) {
  const { otpToken, otpCode } = await backend.code(PHONE)
  backend.pass(ms)
  return backend.call('otp.verify', { otpToken, otpCode })
}

async function verifyTwice(backend: Backend, ms: number) {
  const { otpToken, otpCode } = await backend.code(PHONE)
  await backend.call('otp.verify', { otpToken, otpCode })
  backend.pass(ms)
  return backend.call('otp.verify', { otpToken, otpCode })
}

async function verifyWrongly(backend: Backend, times: number) {
  const { otpToken, wrong } = await backend.code(PHONE)
  for (let i = 1; i < times; i++) await backend.call('otp.verify', { otpToken, otpCode: wrong })
  return backend.call('otp.verify', { otpToken, otpCode: wrong })
}

/** How to cause each code, and its HTTP status. */
const CASES: readonly [code: string, how: string, status: number, bring: (backend: Backend) => Promise<Reply>][] = [
  ['UNAUTHORIZED', 'a member’s call without a token', 401, (b) => b.call('wallet.get', {})],
  [
    'EXPIRED_AUTH_TOKEN',
    'a token unused for more than 30 minutes',
    401,
    async (b) => {
      const token = await b.login()
      b.pass(31 * MINUTE)
      return b.call('wallet.get', {}, { token })
    },
  ],
  ['INVALID_USER_1', 'the operator holds the account for reason 1', 403, (b) => held(b, '1')],
  ['INVALID_USER_2', 'the operator holds the account for reason 2', 403, (b) => held(b, '2')],
  ['INVALID_USER_3', 'the operator holds the account for reason 3', 403, (b) => held(b, '3')],
  ['INVALID_USER_4', 'the operator holds the account for reason 4', 403, (b) => held(b, '4')],
  [
    'INVALID_IP',
    'the address is in BLOCKED_IPS',
    403,
    async () => {
      const blocking = await startBackend({ env: { TRUST_PROXY: '1', BLOCKED_IPS: '192.0.2.7, 2001:db8::7' } })
      return login(blocking, DEMO.member.username, DEMO_PASSWORD, { 'X-Forwarded-For': '192.0.2.7' })
    },
  ],
  ['NO_USER', 'a username that is no number', 401, (b) => login(b, 'demo-player')],
  [
    'WRONG_PASSWORD',
    'changing the password without the old one',
    403,
    async (b) => {
      const token = await b.login()
      return b.call('account.password', { oldPassword: 'demo1235', newPassword: 'other-word-1' }, { token })
    },
  ],
  ['WRONG_CREDENTIAL', 'a wrong password at login', 401, (b) => login(b, DEMO.member.username, 'demo1235')],
  ['INACTIVE_USER', 'the account is closed', 403, (b) => login(b, DEMO.inactive.username)],
  [
    'LOGIN_FAIL',
    'the operator has closed the login',
    403,
    async (b) => {
      await b.turn('loginClosed', true)
      return login(b, DEMO.member.username)
    },
  ],

  ['OTP_BLOCK', 'the fifth wrong code', 429, (b) => verifyWrongly(b, 5)],
  [
    'REQUEST_LIMIT',
    'the sixth code for a phone within an hour',
    429,
    async (b) => {
      for (let i = 0; i < 5; i++) {
        await b.code(PHONE)
        b.pass(MINUTE)
      }
      return send(b)
    },
  ],
  [
    'REQUEST_LIMIT_1MIN',
    'a second code within a minute',
    429,
    async (b) => {
      await send(b)
      return send(b)
    },
  ],
  [
    'OTP_TOKEN_INVALID',
    'a token that no code was sent with',
    400,
    (b) => b.call('otp.verify', { otpToken: 'none', otpCode: '123456' }),
  ],
  ['OTP_NOT_EXIST', 'a used code whose verification is over', 404, (b) => verifyTwice(b, 15 * MINUTE)],
  ['OTP_VERIFIED', 'a used code whose verification still counts', 409, (b) => verifyTwice(b, 14 * MINUTE)],
  ['OTP_EXPIRED', 'a code older than 5 minutes', 400, (b) => verifyLater(b, 5 * MINUTE)],
  ['OTP_CODE_INVALID', 'a wrong code', 400, (b) => verifyWrongly(b, 1)],
  [
    'OTP_SEND_FAIL',
    'no text message goes out',
    400,
    async (b) => {
      await b.form('/sms', { isOn: 'true' })
      return send(b)
    },
  ],
  [
    'OTP_VERIFY_FAIL',
    'a code when the site asks for none any more',
    400,
    async (b) => {
      const { otpToken, otpCode } = await b.code(PHONE)
      await b.turn('registerOTP', false)
      return b.call('otp.verify', { otpToken, otpCode })
    },
  ],

  ['EXISTING_USER', 'the phone of a member', 409, (b) => registerPlainly(b, { username: DEMO.member.username })],
  ['EXISTING_BANK', 'the bank account of a member', 409, (b) => registerPlainly(b, pick(DEMO.member))],
  ['INVALID_USER_INFO', 'no name', 400, (b) => registerPlainly(b, { name: ' ' })],
  ['UNVERIFIED_OTP', 'a phone that was not verified', 403, (b) => register(b)],
  ['INVALID_BANK', 'a bank that is not in the list', 400, (b) => registerPlainly(b, { bankCode: 'NONE' })],
  [
    'BANK_ACCOUNT_NAME_ENG',
    'a Thai account name at KTB',
    400,
    (b) => registerPlainly(b, { bankCode: 'KTB', bankAccountName: 'ผู้เล่น' }),
  ],
  [
    'REGISTER_FAIL',
    'the operator has closed the registration',
    403,
    async (b) => {
      await b.turn('registerClosed', true)
      return registerPlainly(b)
    },
  ],
  [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'a phone number of nine digits',
    400,
    (b) => registerPlainly(b, { username: '061111111' }),
  ],
]

const pick = ({ bankCode, bankAccountNo }: { bankCode: string; bankAccountNo: string }) => ({ bankCode, bankAccountNo })

test('these tests cover each authentication, OTP and registration error code once (R418–R447)', () => {
  expect(CASES.map(([code]) => code)).toEqual(CATALOGUE)
  expect(new Set(CATALOGUE).size).toBe(30)
})

test.each(CASES)(
  'the server answers with %s in this case: %s (HTTP %i) (R418–R447)',
  async (code, _, status, bring) => {
    const backend = await startBackend()
    expect(await bring(backend)).toEqual({ status, body: { code, message: code } })
  },
)

it.each(['0812345678x', 'x0812345678'])('the username %s matches no member (R425)', async (username) => {
  expect((await login(await startBackend(), username)).body.code).toBe('NO_USER')
})
