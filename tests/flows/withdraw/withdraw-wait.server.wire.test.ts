import { beforeEach, expect, test } from 'vitest'
import { HOUR } from '#contract/limits.ts'
import { PASSWORD_HEADER } from '#contract/profile.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { formatDate } from '#src/lib/format.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const { username: PHONE } = DEMO.member
const NEW = 'new-demo1234'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

const fine = { status: 200, body: {} }
const withdraw = (token: string, language = 'TH') =>
  backend.call('wallet.withdrawAll', { amount: 100 }, { token, headers: { Cookie: `lang=${language}` } })
/** Sets a new password with a code, logs in with the new password, and returns the token. */
const recovered = async () => {
  const headers = await backend.verify(PHONE, 'recover')
  await backend.call('recover.password', { phoneNumber: PHONE, password: NEW }, { headers })
  return backend.login(PHONE, true)
}

test.each([
  ['a day by default', {}, 24],
  ['two hours with WITHDRAW_WAIT_HOURS=2', { WITHDRAW_WAIT_HOURS: '2' }, 2],
])('after a password reset with a code, withdrawals must wait %s (R572, D-62)', async (_, env, hours) => {
  backend = await startBackend({ env })
  const token = await recovered()
  backend.pass(hours * HOUR - MINUTE)
  expect((await withdraw(token)).body.code).toBe('WITHDRAW_WAIT')
  backend.pass(MINUTE)
  expect(await withdraw(token)).toEqual(fine)
})

test.each([
  ['TH', (at: string) => `จะถอนเงินได้ตั้งแต่ ${at}\u00a0น.`],
  ['LA', (at: string) => `ຈະຖອນເງິນໄດ້ຕັ້ງແຕ່ ${at}\u00a0ໂມງ`],
  ['EN', (at: string) => `withdrawals are possible from ${at}.`],
])(
  'a withdrawal refused during the waiting period returns a message that says when the period ends, in Bangkok time: %s (R572)',
  async (language, words) => {
    const token = await recovered()
    const at = formatDate(backend.now() + 24 * HOUR).slice(0, -3)
    const { status, body } = await withdraw(token, language)
    expect(status).toBe(403)
    expect(body.message).toContain(words(at))
  },
)

test('after a change of the payout account, withdrawals and further account changes must wait (R572, D-62)', async () => {
  const token = await backend.login()
  const update = (bankAccountNo: string, password = DEMO_PASSWORD) =>
    backend.call(
      'account.update',
      { name: 'Player', bankCode: 'SCB', bankAccountName: 'NEW NAME', bankAccountNo },
      { token, headers: { [PASSWORD_HEADER]: password } },
    )
  expect(await update('5556667778')).toEqual(fine)
  expect((await withdraw(token)).body.code).toBe('WITHDRAW_WAIT')
  expect((await update('5556667779')).body.code).toBe('WITHDRAW_WAIT')
})

test('after a password reset with a code, changes of the payout account must wait too (R572, D-62)', async () => {
  const token = await recovered()
  const sent = { name: 'Player', bankCode: 'SCB', bankAccountName: 'NEW NAME', bankAccountNo: '5556667778' }
  const change = () => backend.call('account.update', sent, { token, headers: { [PASSWORD_HEADER]: NEW } })
  expect((await change()).body.code).toBe('WITHDRAW_WAIT')
  backend.pass(24 * HOUR)
  expect(await change()).toEqual(fine)
  expect((await withdraw(token)).body.code).toBe('WITHDRAW_WAIT')
})

test('withdrawals need not wait after a member has changed the password by entering the old one (R572)', async () => {
  const token = await backend.login()
  const change = { oldPassword: DEMO_PASSWORD, newPassword: NEW }
  const { body } = await backend.call('account.password', change, { token })
  expect(await withdraw(String(body.token))).toEqual(fine)
})
