import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { ERROR_CODES, TOLD_CODES } from '#contract/codes.ts'
import { PASSWORD_HEADER } from '#contract/profile.ts'
import { newKey } from '#contract/random.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { logged } from '#tests/kit/logged.ts'
import { giftLink, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, dump, NEWCOMER, startBackend } from '#tests/kit/server.ts'

const { name, bankCode, bankAccountName, bankAccountNo, ...person } = NEWCOMER
const account = { bankCode, bankAccountName, bankAccountNo }

/** A valid input for each call that takes one, optional fields included. */
const INPUTS = {
  'account.login': { username: DEMO.member.username, password: DEMO_PASSWORD, remember: true },
  'account.validate': { name, ...person, ...account, inviteCode: '' },
  'account.create': { name, ...person, ...account, inviteCode: '', currency: 'LAK' },
  'account.update': { name, ...account },
  'account.rename': { bankCode: DEMO.member.bankCode, bankAccountName },
  'account.password': { oldPassword: DEMO_PASSWORD, newPassword: person.password },
  'otp.send': { phoneNumber: person.username },
  'otp.verify': { otpToken: 'token', otpCode: '123456' },
  'wallet.transfer': { from: 'WALLET', to: 'pg', amount: 100.25 },
  'wallet.transferAll': { to: 'pg' },
  'wallet.withdraw': { amount: 100.25 },
  'wallet.withdrawAll': { amount: 100.25 },
  'wallet.add': { amount: 100.25 },
  'wallet.truelink': { link: sealedGift(giftLink('one-20')) },
  'account.events': { page: 1, limit: 10 },
  'statement.list': { page: 1, limit: 10 },
  'statement.slips': { page: 1, limit: 10 },
} as const
type Name = keyof typeof INPUTS
const names = Object.keys(INPUTS) as Name[]
const withText = names.filter((name) => Object.values(INPUTS[name]).some((value) => typeof value === 'string'))

const MAY_BE_MISSING: Partial<Record<Name, string[]>> = {
  'account.login': ['remember'],
  'account.validate': ['inviteCode', 'bankCode', 'bankAccountName', 'bankAccountNo'],
  'account.create': ['inviteCode'],
}

/** Values that are not text, or text that is too long. */
const UNTYPED = [5, true, null, [], ['a'], {}, { $ne: '' }, 'x'.repeat(10_000)]
/** Values that are neither a page number nor an amount of money. */
const UNCOUNTED = ['5', '', true, null, [], [5], {}, { $gt: 0 }, 0, -0, -1, 1.005, 1e10, 1e308, -1e308]
/** Text that is meaningless in any field. */
const ODD = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202e0611111111\u202c', '\u200b', '😀😀😀😀😀😀😀😀', '٠٦١١١١١١١١'],
  ...["' or 1=1 --", '%00', '{{name}}', '<script>', '__proto__', 'constructor', '-1', '1e9', 'NaN', 'null', '\\x00'],
]

let backend: Backend
let token: string
let turn = 0
beforeEach(async () => {
  // Each request has its own IP address, so that no limit refuses it.
  backend = await startBackend({ env: { TRUST_PROXY: '1', VITE_LAOS: '1' } })
  token = await backend.login()
})

async function ask(call: Name, input: object) {
  const { method, path } = calls[call]
  const headers = { 'X-Forwarded-For': `192.0.2.${turn++}`, [PASSWORD_HEADER]: DEMO_PASSWORD }
  const response = await backend.send(method, path, { token, key: newKey(), headers, body: JSON.stringify(input) })
  const body: { code?: string } = await response.json()
  return { status: response.status, code: body.code }
}

test.each(names)(
  '%s accepts valid input, and refuses a field that is missing, of the wrong type or too long',
  async (call) => {
    if (call !== 'otp.send') await backend.turn('registerOTP', false)
    const input: Record<string, unknown> = { ...INPUTS[call] }
    const before = await dump(backend.db)
    for (const field of Object.keys(input)) {
      const { [field]: _, ...without } = input
      const isNeeded = !MAY_BE_MISSING[call]?.includes(field)
      const missing = isNeeded ? await ask(call, without) : null
      // Only Laos sites require the currency, so a missing one has its own code.
      const code = field === 'currency' ? 'INVALID_USER_INFO' : 'NO_DATA'
      if (missing) expect(missing, `without ${field}`).toEqual({ status: 400, code })
      for (const value of typeof input[field] === 'number' ? UNCOUNTED : UNTYPED)
        if (!(field === 'remember' && value === true))
          expect(await ask(call, { ...input, [field]: value }), `${field} ${value}`).toEqual({
            status: 400,
            code: 'NO_DATA',
          })
    }
    for (const wrong of [[], null, 'text', [input]]) expect((await ask(call, wrong as object)).code).toBe('NO_DATA')
    expect(await dump(backend.db)).toBe(before)
    expect((await ask(call, input)).code).toBe(call === 'otp.verify' ? 'OTP_VERIFY_FAIL' : undefined)
  },
)

test.each(withText)(
  '%s accepts an unusual string in each string field, or rejects it with a known error code',
  async (call) => {
    const lines = logged()
    await backend.turn('registerOTP', call.startsWith('otp'))
    const heard = new Set<string | undefined>()
    const fields = Object.entries(INPUTS[call]).filter(([, value]) => typeof value !== 'number')
    for (const [field] of fields)
      for (const value of ODD) {
        // Uses a fresh phone and bank account, so that the malformed value is the only fault.
        const fresh = call === 'account.create' && { username: `${1_000 + turn}`, bankAccountNo: `${1_000_000 + turn}` }
        const { status, code } = await ask(call, { ...INPUTS[call], ...fresh, [field]: value })
        const said = `${field} ${JSON.stringify(value)}: ${status} ${code}`
        if (status !== 200) expect([...ERROR_CODES, ...TOLD_CODES], said).toContain(code)
        expect(status, said).toBeLessThan(430)
        heard.add(code)
      }
    expect([...heard]).not.toEqual(['NO_DATA'])
    expect([...heard].filter((code) => code?.startsWith('EXISTING'))).toEqual([])
    expect(lines).toEqual([])
  },
)

test('the secret fields of a request are never logged or stored', async () => {
  const lines = logged('info')
  const word = 'a-word-to-look-for'
  for (const call of names)
    for (const field of ['password', 'oldPassword', 'newPassword', 'otpToken', 'otpCode'])
      if (field in INPUTS[call]) await ask(call, { ...INPUTS[call], [field]: word })
  expect(lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain(word)
  expect(await dump(backend.db)).not.toContain(word)
})

test('a call without required fields refuses a JSON array sent instead of an object', async () => {
  const token = await backend.login()
  const reply = await backend.send('POST', calls['account.logout'].path, { token, key: newKey(), body: '[]' })
  expect([reply.status, await reply.json()]).toEqual([400, expect.objectContaining({ code: 'NO_DATA' })])
})
