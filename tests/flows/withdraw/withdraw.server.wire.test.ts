import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { startOfDay } from '#contract/bonus.ts'
import { DAY } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { members } from '#server/core/schema/members.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { userBonuses } from '#server/core/schema/rewards.ts'
import { readSettings } from '#server/core/settings.ts'
import { DEMO } from '#server/demo/seed.ts'
import { findAccount, type Owner } from '#server/domain/ledger.ts'
import { settle } from '#server/domain/withdrawal.ts'
import { formatDate } from '#src/lib/format.ts'
import { postedTo } from '#tests/kit/posted.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START, pending: SEEDED } = DEMO.member
const NO_LIMIT = Number.MAX_SAFE_INTEGER
const BANK = 'ธนาคารกสิกรไทย …7890'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const withdrawAll = (amount: number, sent: Sent = {}) =>
  backend.call('wallet.withdrawAll', { amount }, { token, ...sent })
const withdraw = (amount: number, sent: Sent = {}) => backend.call('wallet.withdraw', { amount }, { token, ...sent })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const left = async (as = token) => (await backend.money(as))[WALLET]
const fine = { status: 200, body: {} }
const row = (amount: number, status: string) => ({
  statementType: 'withdraw',
  status,
  from: WALLET,
  to: BANK,
  amount,
  createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
})

/** The money reserved for the member's withdrawals, and the balance of the outside account, in satang. */
async function aside() {
  const [member] = await backend.db.select().from(members).where(eq(members.username, DEMO.member.username))
  const { db } = backend
  const posted = await postedTo(db)
  const amount = async (owner: Owner) => posted.get((await findAccount(db, owner)) ?? 0) ?? 0
  return {
    pending: await amount({ kind: 'pending', memberId: member?.id ?? '' }),
    outside: await amount({ kind: 'outside' }),
  }
}

test('a withdrawal immediately reserves the money, and stores its destination account (R5, R335, R175, R243)', async () => {
  const before = await aside()
  expect(await withdrawAll(500.25)).toEqual(fine)
  expect(await left()).toBe(START - 500.25)
  expect(await aside()).toEqual({ ...before, pending: before.pending + 50_025 })
  expect(await backend.rows(token, 1)).toEqual([row(500.25, 'PENDING')])
  const id = (await backend.waiting()).at(-1) ?? ''
  const { bankCode, bankAccountName, bankAccountNo } = DEMO.member
  expect((await backend.db.select().from(withdrawals).where(eq(withdrawals.id, id)))[0]).toMatchObject({
    bankCode,
    bankAccountName,
    bankAccountNo,
  })
  await expectSound(backend.db)
})

describe('the bank’s decision', () => {
  test.each([
    ['to pay', true, 'SUCCESS', 0, 50_000],
    ['not to pay', false, 'FAILED', 500, 0],
  ] as const)(
    '%s is shown in the statement, and a later decision changes nothing (R241, R242)',
    async (_, isPaid, status, back, out) => {
      await withdrawAll(500)
      const { outside, pending } = await aside()
      const id = (await backend.waiting()).at(-1) ?? ''
      expect((await backend.settle(id, isPaid)).status).toBe(303)
      expect(await left()).toBe(START - 500 + back)
      expect(await aside()).toEqual({ outside: outside + out, pending: pending - 50_000 })
      expect(await backend.rows(token, 1)).toEqual([row(500, status)])
      expect(await backend.waiting()).not.toContain(id)
      const after = await dump(backend.db)
      for (const again of [true, false]) expect((await backend.settle(id, again)).status).toBe(303)
      expect(await dump(backend.db)).toBe(after)
      await expectSound(backend.db)
    },
  )

  test('is refused for an unknown withdrawal', async () => {
    const before = await dump(backend.db)
    expect((await backend.settle('nothing', true)).status).toBe(404)
    for (const fields of [{ id: 'x' }, { id: 'x', isPaid: 'yes' }, { isPaid: 'true' }])
      expect((await backend.form('/withdrawal', fields as Record<string, string>)).status).toBe(400)
    expect(await dump(backend.db)).toBe(before)
  })

  test('settles a withdrawal only once, and settle() returns false the second time', async () => {
    const [waiting] = await backend.db.select().from(withdrawals).where(eq(withdrawals.status, 'PENDING'))
    const report = () => backend.db.transaction((tx) => settle(tx, waiting?.id ?? '', true, new Date(backend.now())))
    expect([await report(), await report()]).toEqual([true, false])
  })

  test('also settles the pending withdrawal in the demo data', async () => {
    const [id = '', ...others] = await backend.waiting()
    expect(others).toEqual([])
    await backend.settle(id, false)
    expect(await left()).toBe(START + SEEDED)
    expect((await aside()).pending).toBe(0)
    await expectSound(backend.db)
  })
})

describe('the withdrawal limits', () => {
  test('are sent to the client with the usual time, and enforced by the server (R267, R268, R311, R660)', async () => {
    expect((await backend.call('lookup.withdraw', {}, { token })).body).toEqual({
      withdrawMin: 100,
      withdrawMax: 50_000,
      minutes: 15,
    })
    await backend.call('wallet.add', { amount: 100_000 }, { token })
    const before = await dump(backend.db, ['tokens'])
    for (const amount of [0.01, 99.99, 50_000.01, 1_000_000_000])
      for (const call of [withdrawAll, withdraw]) expect(await call(amount)).toEqual(refusal(400, 'INVALID_USER_INFO'))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
    expect([await withdrawAll(100), await withdrawAll(50_000)]).toEqual([fine, fine])
  })

  test.each([
    [{ WITHDRAW_MIN: '0.5', WITHDRAW_MAX: '20' }, 50, 2_000],
    [{ WITHDRAW_MAX: '100' }, 10_000, 10_000],
    [{ WITHDRAW_MIN: '0', WITHDRAW_MAX: '-1' }, 10_000, 5_000_000],
    [{ WITHDRAW_MIN: 'x', WITHDRAW_MAX: '' }, 10_000, 5_000_000],
    [{ WITHDRAW_MIN: '500', WITHDRAW_MAX: '400' }, 10_000, 5_000_000],
  ])('are read from %o as %i to %i satang (R311)', (env, withdrawMin, withdrawMax) => {
    expect(readSettings(env)).toMatchObject({ withdrawMin, withdrawMax })
  })
})

describe('the daily limit', () => {
  const limited = async (env: Record<string, string>) => {
    backend = await startBackend({ env })
    token = await backend.login(undefined, true)
    // the demo member has already withdrawn today, so this moves to the next day
    backend.pass(DAY)
    await backend.call('wallet.add', { amount: 100_000 }, { token })
  }
  const lookup = async () => (await backend.call('lookup.withdraw', {}, { token })).body
  /** The next midnight in Bangkok, formatted as in the message. */
  const midnight = () => formatDate(startOfDay(backend.now()) + DAY).slice(0, -3)
  const left = () => expect.stringMatching(new RegExp(`^จำนวนสูงสุดคือวงเงินถอนที่เหลือของวันนี้ .* ${midnight()}`))
  const beyond = () => ({
    status: 403,
    body: { code: 'WITHDRAW_DAY', message: expect.stringContaining(` ${midnight()}\u00a0น.`) },
  })

  test('caps the total of a day’s withdrawals if the operator sets it, and lowers the maximum withdrawal to the remaining amount (R582)', async () => {
    await limited({ WITHDRAW_DAY_MAX: '1000' })
    expect(await lookup()).toEqual({ withdrawMin: 100, withdrawMax: 1000, minutes: 15, note: left() })
    expect(await withdrawAll(600)).toEqual(fine)
    expect(await lookup()).toEqual({ withdrawMin: 100, withdrawMax: 400, minutes: 15, note: left() })
    for (const call of [withdrawAll, withdraw]) expect(await call(400.01)).toEqual(beyond())
    expect(await withdraw(300)).toEqual(fine)
    expect(await lookup()).toEqual({ withdrawMin: 100, withdrawMax: 100, minutes: 15, note: left() })
    backend.pass(DAY)
    token = await backend.login(undefined, true)
    expect(await withdraw(950)).toEqual(fine)
    expect(await lookup()).toEqual({ withdrawMin: 100, withdrawMax: 50_000, wait: beyond().body.message })
    expect(await withdraw(100)).toEqual(beyond())
    expect(await withdraw(50)).toEqual(refusal(400, 'INVALID_USER_INFO'))
    await expectSound(backend.db)
  })

  test('caps the number of withdrawals per day if the operator sets it (R582)', async () => {
    await limited({ WITHDRAW_DAY_TIMES: '2' })
    expect([await withdraw(100), await withdraw(100)]).toEqual([fine, fine])
    expect(await withdraw(100)).toEqual(beyond())
    expect((await lookup()).wait).toEqual(beyond().body.message)
  })

  test('restarts at midnight in Bangkok, and does not count withdrawals that the bank refuses (R582)', async () => {
    await limited({ WITHDRAW_DAY_TIMES: '1' })
    expect(await withdraw(100)).toEqual(fine)
    backend.pass(startOfDay(backend.now()) + DAY - backend.now() - 1)
    expect(await withdraw(100)).toEqual(beyond())
    backend.pass(1)
    expect(await withdraw(100)).toEqual(fine)
    expect(await withdraw(100)).toEqual(beyond())
    await backend.settle((await backend.waiting()).at(-1) ?? '', false)
    expect(await withdraw(100)).toEqual(fine)
  })

  test('is not exceeded by concurrent withdrawals (R582)', async () => {
    await limited({ WITHDRAW_DAY_MAX: '1000' })
    const all = await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? withdraw : withdrawAll)(300)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(all.filter(({ body }) => body.code === 'WITHDRAW_DAY')).toHaveLength(5)
  })

  test('applies to each member separately (R582)', async () => {
    await limited({ WITHDRAW_DAY_TIMES: '1' })
    expect(await withdraw(100)).toEqual(fine)
    expect(await withdraw(250, { token: await backend.login(DEMO.bonus.username) })).toEqual(fine)
  })

  test('lets a member with an active bonus withdraw the rest of the limit instead of the whole balance (R582, D-20)', async () => {
    await limited({ WITHDRAW_DAY_MAX: '1000' })
    await backend.call('bonus.activate', { code: 'DAILY' }, { token })
    await backend.db
      .update(userBonuses)
      .set({ remaining: satang(0) })
      .where(eq(userBonuses.isActive, true))
    expect(await withdraw(999)).toEqual(refusal(400, 'BONUS_CONDITION'))
    expect(await withdraw(1000)).toEqual(fine)
  })

  test.each([
    [{}, NO_LIMIT, NO_LIMIT],
    [{ WITHDRAW_DAY_MAX: '20000.50', WITHDRAW_DAY_TIMES: '3' }, 2_000_050, 3],
    [{ WITHDRAW_DAY_MAX: '', WITHDRAW_DAY_TIMES: '' }, NO_LIMIT, NO_LIMIT],
  ])('is read from %o as %i satang and %i withdrawals (R582)', (env, withdrawDayMax, withdrawDayTimes) => {
    expect(readSettings(env)).toMatchObject({ withdrawDayMax, withdrawDayTimes })
  })

  test.each([
    [{ WITHDRAW_DAY_MAX: '99.99' }],
    [{ WITHDRAW_DAY_MAX: 'x' }],
    [{ WITHDRAW_DAY_TIMES: '0' }],
    [{ WITHDRAW_DAY_TIMES: '1.5' }],
  ])('is rejected when the server starts if its value is invalid: %o (R582)', (env) => {
    expect(() => readSettings(env)).toThrow(Object.keys(env)[0])
  })
})

test.each([
  ['la', 'ເກີນວົງເງິນ ຫຼື ຈຳນວນເທື່ອ'],
  ['en', 'Today’s limit of withdrawals is reached.'],
])(
  'a withdrawal above the daily limit is refused with a message in the player’s language: %s (R582)',
  async (language, words) => {
    backend = await startBackend({ env: { WITHDRAW_DAY_MAX: '100' } })
    token = await backend.login()
    const headers = { Cookie: `lang=${language.toUpperCase()}` }
    const { body } = await backend.call('wallet.withdraw', { amount: 200 }, { token, headers })
    expect(body.message).toContain(words)
  },
)

test('the reply with the withdrawal limits includes the reason why withdrawals must wait (R581, D-62)', async () => {
  await backend.db.update(members).set({ payoutsWaitSince: new Date(backend.now()) })
  const { body } = await backend.call('lookup.withdraw', {}, { token })
  expect(body).toEqual({ withdrawMin: 100, withdrawMax: 50_000, wait: (await withdraw(100)).body.message })
  expect(body.wait).toContain('จะถอนเงินได้ตั้งแต่ ')
})

describe('a withdrawal', () => {
  test('is refused with MONEY_NOT_ENOUGH (400) if the amount exceeds the balance (R471)', async () => {
    const before = await dump(backend.db, ['tokens'])
    for (const call of [withdrawAll, withdraw])
      expect(await call(START + 0.01)).toEqual(refusal(400, 'MONEY_NOT_ENOUGH'))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  })

  test('is refused with BONUS_CONDITION (400) by both withdrawal calls if a bonus is active and the amount is less than the balance (R25, D-20)', async () => {
    const holder = await backend.login(DEMO.bonus.username)
    const before = await dump(backend.db, ['tokens'])
    for (const call of [withdrawAll, withdraw])
      for (const amount of [100, 249.99])
        expect(await call(amount, { token: holder })).toEqual(refusal(400, 'BONUS_CONDITION'))
    expect(await withdrawAll(250.01, { token: holder })).toEqual(refusal(400, 'MONEY_NOT_ENOUGH'))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
    expect(await withdraw(250, { token: holder })).toEqual(fine)
    expect(await left(holder)).toBe(0)
  })

  test('is refused with BONUS_REMAINING (409) until the turnover is met, and then ends the bonus (R25, D-16, D-20)', async () => {
    await backend.call('bonus.activate', { code: 'DAILY' }, { token })
    await backend.stake('win', 19.99)
    const before = await dump(backend.db, ['tokens'])
    expect(await withdrawAll(START + 20)).toEqual(refusal(409, 'BONUS_REMAINING'))
    expect(await withdrawAll(START + 19.99)).toEqual(refusal(400, 'BONUS_CONDITION'))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
    await backend.stake('win', 0.01)
    expect(await withdrawAll(START + 19.99)).toEqual(refusal(400, 'BONUS_CONDITION'))
    expect(await withdrawAll(START + 20)).toEqual(fine)
    expect((await backend.call('bonus.active', {}, { token })).body).toEqual({ status: false })
    expect(await left()).toBe(0)
    await expectSound(backend.db)
  })

  test('of the maximum amount is accepted if a bonus is active and the whole balance is above the maximum (D-20)', async () => {
    const holder = await backend.login(DEMO.bonus.username)
    const { withdrawMax } = readSettings({})
    await backend.call('wallet.add', { amount: withdrawMax / 100 }, { token: holder })
    expect(await withdrawAll(withdrawMax / 100 - 1, { token: holder })).toEqual(refusal(400, 'BONUS_CONDITION'))
    expect(await withdrawAll(withdrawMax / 100, { token: holder })).toEqual(fine)
    expect(await withdrawAll(250, { token: holder })).toEqual(fine)
  })

  test('is not restricted by a bonus that has ended or belongs to another member (D-20)', async () => {
    const holder = await backend.login(DEMO.bonus.username)
    const [{ id: mine = '' } = {}] = await backend.db.select().from(userBonuses).where(eq(userBonuses.isActive, true))
    await backend.db.update(userBonuses).set({ isActive: false })
    expect(await withdrawAll(100, { token: holder })).toEqual(fine)
    await backend.db.update(userBonuses).set({ isActive: true }).where(eq(userBonuses.id, mine))
    expect(await withdrawAll(100)).toEqual(fine)
  })

  test.each([{ bankCode: '' }, { bankAccountNo: '' }])(
    'is refused with NO_BANK (404) if the member’s bank details are incomplete: %o (R468)',
    async (row) => {
      const { token } = await backend.join(row)
      for (const call of [withdrawAll, withdraw]) expect(await call(100, { token })).toEqual(refusal(404, 'NO_BANK'))
    },
  )

  test('is refused with NO_WALLET (404) if the member has no wallet (R469)', async () => {
    const { token } = await backend.join({})
    for (const call of [withdrawAll, withdraw]) expect(await call(100, { token })).toEqual(refusal(404, 'NO_WALLET'))
  })
})
