import { desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { type DepositLimits, depositLimitCalls, LIMIT_DAYS, LIMIT_PERIODS } from '#contract/deposit-limit.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { satang, toSatang } from '#contract/money.ts'
import { HELD_DEPOSIT_HEADER } from '#contract/told.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { depositLimits, heldDeposits, slips } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { audit } from '#server/domain/audit.ts'
import { endHeld, releaseHeld } from '#server/domain/deposit-limit.ts'
import { giftLink, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member
let backend: Backend
let token: string
/** The demo has paid in before: limits begin above that. */
let before: DepositLimits
beforeEach(async () => {
  backend = await startBackend()
  backend.pass(31 * DAY)
  token = await backend.login(undefined, true)
  before = await limits()
})

/** Limits as the member reads them. */
const limits = async (as = token) =>
  v.parse(depositLimitCalls['limits.read'].reply, (await backend.call('limits.read', {}, { token: as })).body)
type Period = keyof typeof LIMIT_DAYS
const limit = (period: Period, amount: number | null, sent: Sent = {}) =>
  backend.call('limits.set', { period, amount }, { token, ...sent })
const amountOf = async (period: Period) => (await limits()).periods[period].amount
/** A deposit that the sandbox books without asking for a limit first. */
const add = (amount: number) => backend.call('wallet.add', { amount }, { token })
const main = async () => (await backend.money(token)).WALLET ?? 0
const newest = async () => (await backend.rows(token, 1))[0]
const release = () => releaseHeld(backend.db, new Date(backend.now()))

describe('a limit of deposits', () => {
  test('is none at first, and the periods are the last 24 hours, 7 and 30 days (R585, D-64)', () => {
    expect(LIMIT_PERIODS.map((period) => [LIMIT_DAYS[period], before.periods[period]])).toEqual(
      [1, 7, 30].map((days) => [days, { amount: null, paidIn: 0, wish: null }]),
    )
    expect(before.held).toBe(0)
  })

  test.each(LIMIT_PERIODS)('of a %s is set and lowered at once, and is recorded (R585)', async (period) => {
    expect((await limit(period, 500)).body.periods).toMatchObject({ [period]: { amount: 500, wish: null } })
    await limit(period, 200)
    expect(await amountOf(period)).toBe(toSatang(200))
    expect(await backend.db.$count(auditLog, eq(auditLog.kind, 'limit'))).toBe(2)
  })

  test.each([
    ['a higher amount', 900],
    ['no limit', null],
  ])('becomes %s when it is asked for again 24 hours later, and not before (R587)', async (_, amount) => {
    await limit('day', 500)
    const from = new Date(backend.now() + DAY).toISOString()
    const asked = { amount: toSatang(500), wish: { amount: amount && toSatang(amount), from, isReady: false } }
    await limit('day', amount)
    expect((await limits()).periods.day).toMatchObject(asked)
    backend.pass(DAY - 1)
    await limit('day', amount)
    expect((await limits()).periods.day).toMatchObject(asked)
    backend.pass(1)
    expect((await limits()).periods.day).toMatchObject({ amount: toSatang(500), wish: { isReady: true } })
    await limit('day', amount)
    expect((await limits()).periods.day).toMatchObject({ amount: amount && toSatang(amount), wish: null })
  })

  test('waits anew when another higher amount is asked for (R587)', async () => {
    await limit('day', 500)
    await limit('day', 900)
    backend.pass(DAY)
    await limit('day', 901)
    expect((await limits()).periods.day).toMatchObject({
      amount: toSatang(500),
      wish: { amount: toSatang(901), isReady: false },
    })
  })

  test.each([
    ['the present one', 500],
    ['a lower one', 499],
  ])('forgets the higher one when %s is asked for (R587)', async (_, amount) => {
    await limit('day', 500)
    await limit('day', 900)
    await limit('day', amount)
    expect((await limits()).periods.day).toMatchObject({ amount: toSatang(amount), wish: null })
  })

  test('is set once when the same request is sent twice (R385)', async () => {
    await limit('day', 500)
    const first = await limit('day', 900, { key: 'same' })
    backend.pass(DAY)
    expect(await limit('day', 900, { key: 'same' })).toEqual(first)
    expect(await amountOf('day')).toBe(toSatang(500))
  })

  test('that does not exist can be removed, which changes nothing (R585)', async () => {
    await limit('day', null)
    expect(await backend.db.select().from(depositLimits)).toEqual([])
  })

  test.each([
    ['an unknown period', { period: 'year', amount: 1 }],
    ['no amount', { period: 'day' }],
    ['an amount of 0', { period: 'day', amount: 0 }],
    ['an amount below 0', { period: 'day', amount: -1 }],
    ['parts of a satang', { period: 'day', amount: 1.001 }],
    ['text', { period: 'day', amount: '1' }],
  ])('with %s is refused (R585)', async (_, body) => {
    const state = await dump(backend.db, ['requests'])
    expect(await limit('day', 1, { body: JSON.stringify(body) })).toMatchObject({
      status: 400,
      body: { code: 'NO_DATA' },
    })
    expect(await dump(backend.db, ['requests'])).toBe(state)
  })

  test('is the member’s own (R585)', async () => {
    await limit('day', 500)
    const other = await backend.login(DEMO.bonus.username)
    expect((await limits(other)).periods.day.amount).toBeNull()
  })
})

describe('a deposit', () => {
  test('up to the limit is credited, and counts for the period that it is in (R586)', async () => {
    await limit('day', 500)
    await limit('week', 800)
    await add(500)
    expect(await main()).toBe(START + 500)
    backend.pass(DAY)
    const { periods } = await limits()
    expect([periods.day.paidIn, periods.week.paidIn]).toEqual([0, toSatang(500)])
  })

  test('beyond the limit waits, and is shown as waiting (R586, R588)', async () => {
    await limit('day', 500)
    await add(300)
    await add(200.01)
    expect([await main(), (await limits()).held]).toEqual([START + 300, toSatang(200.01)])
    expect(await newest()).toMatchObject({ statementType: 'deposit', status: 'PENDING', amount: 200.01 })
    const { body } = await backend.call('care.read', {}, { token })
    expect(body.positions).toMatchObject({ day: { deposited: 300 } })
    await expectSound(backend.db)
  })

  test('is judged by the lowest limit (R586)', async () => {
    await limit('day', 500)
    await limit('month', 100)
    await add(101)
    expect((await limits()).held).toBe(toSatang(101))
  })

  test.each(LIMIT_PERIODS)('no longer counts when a %s is over (R586)', async (period) => {
    await limit(period, 500)
    await add(500)
    backend.pass(LIMIT_DAYS[period] * DAY - 1)
    token = await backend.login()
    await add(1)
    expect((await limits()).held).toBe(toSatang(1))
    backend.pass(1)
    await add(2)
    expect(await main()).toBe(START + 502)
  })

  test('beyond a limit waits on each way in: a code paid after the limit was lowered, and a slip (R586)', async () => {
    const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 50 }, { token })
    await backend.call('wallet.slip', { file: pngSlip() }, { token })
    await limit('day', 1)
    backend.pass(HOUR)
    await backend.pay(String(body.qrcodeId))
    const [slip] = await backend.db.select({ id: slips.id }).from(slips).orderBy(desc(slips.createdAt)).limit(1)
    await backend.form('/slip/accept', { slip: slip?.id ?? '', amount: '70', reference: 'LIMIT1' })
    expect([await main(), (await limits()).held]).toEqual([START, toSatang(120)])
    expect(await audit(backend.db)).toEqual([])
  })

  test.each([
    ['a code beyond the limit', () => backend.call('qr.create', { provider: 'KBANK', amount: 501 }, { token }), 403],
    ['a code up to it', () => backend.call('qr.create', { provider: 'KBANK', amount: 500 }, { token }), 200],
    [
      'a gift link while something is left of it',
      () => backend.call('wallet.truelink', { link: sealedGift(giftLink('limit-20')) }, { token }),
      200,
    ],
  ])('is refused before it is asked for, if it would have to wait: %s (R586)', async (_, ask, status) => {
    await limit('day', 500)
    const reply = await ask()
    expect(reply.status).toBe(status)
    if (status === 403)
      expect(reply.body).toMatchObject({ code: 'DEPOSIT_LIMIT', message: expect.stringMatching(/วงเงิน/) })
  })

  test('by gift link is refused when nothing is left of the limit, and the link can be used later (R586)', async () => {
    await limit('day', 500)
    await add(500)
    const send = () => backend.call('wallet.truelink', { link: sealedGift(giftLink('limit-30')) }, { token })
    expect(await send()).toMatchObject({ status: 403, body: { code: 'DEPOSIT_LIMIT' } })
    backend.pass(DAY)
    expect((await send()).status).toBe(200)
  })
})

describe('a deposit that waits', () => {
  beforeEach(async () => {
    await limit('day', 500)
    await add(400)
    await add(300)
  })
  const waiting = async () => (await backend.db.select().from(heldDeposits))[0]?.id ?? ''
  const end = (id: string, to: 'wallet' | 'outside') =>
    backend.db.transaction((tx) => endHeld(tx, id, to, new Date(backend.now())))

  test('is credited as soon as the limit allows it, and counts from then on (R588)', async () => {
    backend.pass(DAY - 1)
    await release()
    expect(await main()).toBe(START + 400)
    backend.pass(1)
    await release()
    expect([await main(), (await limits()).held]).toEqual([START + 700, 0])
    expect(await newest()).toMatchObject({ status: 'SUCCESS', amount: 300 })
    expect((await limits()).periods.day.paidIn).toBe(toSatang(300))
    await add(201)
    expect((await limits()).held).toBe(toSatang(201))
    await expectSound(backend.db)
    expect(await audit(backend.db)).toEqual([])
  })

  test('is credited when the limit is gone (R588)', async () => {
    await limit('day', null)
    backend.pass(DAY - 1)
    await add(100)
    backend.pass(1)
    await limit('day', null)
    await release()
    expect((await limits()).held).toBe(0)
  })

  test('is returned by the operator, once, and then counts for nothing (R588)', async () => {
    const id = await waiting()
    await backend.form('/held/return', { id })
    expect([await main(), (await limits()).held]).toEqual([START + 400, 0])
    expect(await newest()).toMatchObject({ status: 'FAILED', amount: 300 })
    expect([await end(id, 'outside'), await end(id, 'wallet')]).toEqual([false, false])
    backend.pass(DAY)
    await release()
    expect((await limits()).periods.week.paidIn).toBe(toSatang(400))
    await expectSound(backend.db)
    expect(await audit(backend.db)).toEqual([])
  })

  test('that is unknown is refused (R588)', async () => {
    await expect(end('unknown', 'outside')).rejects.toMatchObject({ code: 'NO_DATA' })
  })

  test('is told at every reply until it has ended, and to its member only (R588)', async () => {
    const told = async (as = token) =>
      (await backend.ask('account.profile', {}, { token: as })).headers.get(HELD_DEPOSIT_HEADER)
    expect(await told()).toBe(String(backend.now()))
    expect(await told(await backend.login(DEMO.bonus.username))).toBeNull()
    backend.pass(DAY)
    await release()
    expect(await told(await backend.login())).toBeNull()
  })

  test('does not keep a smaller one waiting (R588)', async () => {
    await limit('day', 250)
    await add(250)
    backend.pass(DAY)
    await release()
    expect([await main(), (await limits()).held]).toEqual([START + 650, toSatang(300)])
  })
})

test('no limit is as good as none: deposits are credited as ever (R586)', async () => {
  await add(1_000_000)
  expect([await main(), (await limits()).held]).toEqual([START + 1_000_000, satang(0)])
})
