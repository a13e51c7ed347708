import { desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { careCalls } from '#contract/care.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { satang, toSatang } from '#contract/money.ts'
import { HELD_DEPOSIT_HEADER } from '#contract/notices.ts'
import { LIMIT_DAYS, LIMIT_PERIODS, playLimitCalls } from '#contract/play-limit.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { heldDeposits, slips } from '#server/core/schema/deposits.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { DEMO } from '#server/demo/seed.ts'
import { audit } from '#server/domain/audit.ts'
import { endHeld, releaseHeld } from '#server/domain/deposit-limit.ts'
import { giftLink, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member
let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  // moves the clock so far that the demo member's earlier deposits no longer count
  backend.pass(31 * DAY)
  token = await backend.login(undefined, true)
})

/** The limits as the member reads them. */
const limits = async (as = token) =>
  v.parse(playLimitCalls['limits.read'].reply, (await backend.call('limits.read', {}, { token: as })).body)
type Period = keyof typeof LIMIT_DAYS
const limit = (period: Period, amount: number | null, sent: Sent = {}, isConfirmed = false) =>
  backend.call('limits.set', { period, amount, isConfirmed }, { token, ...sent })
const confirm = (period: Period, amount: number | null) => limit(period, amount, {}, true)
const amountOf = async (period: Period) => (await limits()).periods[period].amount
/** Makes a deposit that the sandbox books without checking a limit first. */
const add = (amount: number) => backend.call('wallet.add', { amount }, { token })
const main = async () => (await backend.money(token)).WALLET ?? 0
const newest = async () => (await backend.rows(token, 1))[0]
const release = () => releaseHeld(backend.db, new Date(backend.now()))

describe('a deposit limit', () => {
  test('is not set at first, and can apply to the last 24 hours, 7 days or 30 days (R585, D-64)', async () => {
    const before = await limits()
    expect(LIMIT_PERIODS.map((period) => [LIMIT_DAYS[period], before.periods[period]])).toEqual(
      [1, 7, 30].map((days) => [days, { amount: null, paidIn: 0, wish: null }]),
    )
    expect(before.held).toBe(0)
  })

  test.each(LIMIT_PERIODS)(
    'for a %s takes effect immediately when set or lowered, and each change is recorded in the audit log (R585)',
    async (period) => {
      expect((await limit(period, 500)).body.periods).toMatchObject({ [period]: { amount: 500, wish: null } })
      await limit(period, 200)
      expect(await amountOf(period)).toBe(toSatang(200))
      expect(await backend.db.$count(auditLog, eq(auditLog.kind, 'limit'))).toBe(2)
    },
  )

  test.each([
    ['a higher amount', 900],
    ['no limit', null],
  ])('is replaced by %s only when the member confirms the change after 24 hours (R587)', async (_, amount) => {
    await limit('day', 500)
    const from = new Date(backend.now() + DAY).toISOString()
    const asked = { amount: toSatang(500), wish: { amount: amount && toSatang(amount), from, isReady: false } }
    await limit('day', amount)
    expect((await limits()).periods.day).toMatchObject(asked)
    backend.pass(DAY - 1)
    await confirm('day', amount)
    expect((await limits()).periods.day).toMatchObject(asked)
    backend.pass(1)
    expect((await limits()).periods.day).toMatchObject({ amount: toSatang(500), wish: { isReady: true } })
    await confirm('day', amount)
    expect((await limits()).periods.day).toMatchObject({ amount: amount && toSatang(amount), wish: null })
  })

  test('counts deposits by QR code, gift link and slip together, and does not subtract withdrawals (R585, R586)', async () => {
    await limit('day', 500)
    const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 200 }, { token })
    await backend.pay(String(body.qrcodeId))
    await backend.call('wallet.truelink', { link: sealedGift(giftLink('sum-200')) }, { token })
    expect((await limits()).periods.day.paidIn).toBe(toSatang(400))
    await backend.call('wallet.withdrawAll', { amount: 400 }, { token })
    expect((await limits()).periods.day.paidIn).toBe(toSatang(400))
    const more = await backend.call('wallet.truelink', { link: sealedGift(giftLink('sum-101')) }, { token })
    expect(more.body.isHeld).toBe(true)
    await backend.call('wallet.slip', { file: pngSlip() }, { token })
    const [slip] = await backend.db.select({ id: slips.id }).from(slips).orderBy(desc(slips.createdAt)).limit(1)
    await backend.form('/slip/accept', { slip: slip?.id ?? '', amount: '101', reference: 'SUM101' })
    expect((await limits()).periods.day.paidIn).toBe(toSatang(400))
    expect((await limits()).held).toBe(toSatang(202))
  })

  test('is not raised by repeating the request a day later without a confirmation (R587)', async () => {
    await limit('day', 500)
    await limit('day', 900)
    backend.pass(DAY)
    await limit('day', 900)
    expect((await limits()).periods.day).toMatchObject({ amount: toSatang(500), wish: { isReady: true } })
  })

  test('can be raised within a week after the 24-hour wait, but later only with a new request (R587)', async () => {
    await limit('day', 500)
    await limit('day', 900)
    backend.pass(8 * DAY - 1)
    expect((await limits()).periods.day.wish?.isReady).toBe(true)
    backend.pass(1)
    expect((await limits()).periods.day.wish).toBeNull()
    await confirm('day', 900)
    const from = new Date(backend.now() + DAY).toISOString()
    expect((await limits()).periods.day).toMatchObject({ amount: toSatang(500), wish: { from, isReady: false } })
  })

  test('is raised only after another 24 hours if a different higher amount is requested (R587)', async () => {
    await limit('day', 500)
    await limit('day', 900)
    backend.pass(DAY)
    await confirm('day', 901)
    expect((await limits()).periods.day).toMatchObject({
      amount: toSatang(500),
      wish: { amount: toSatang(901), isReady: false },
    })
  })

  test.each([
    ['the present one', 500],
    ['a lower one', 499],
  ])('drops a pending higher amount when %s is requested (R587)', async (_, amount) => {
    await limit('day', 500)
    await limit('day', 900)
    await limit('day', amount)
    expect((await limits()).periods.day).toMatchObject({ amount: toSatang(amount), wish: null })
  })

  test('is not raised by resending the same request with its idempotency key a day later (R385)', async () => {
    await limit('day', 500)
    const first = await limit('day', 900, { key: 'same' })
    backend.pass(DAY)
    expect(await limit('day', 900, { key: 'same' })).toEqual(first)
    expect(await amountOf('day')).toBe(toSatang(500))
  })

  test('stays unset if the member removes it without having set one (R585)', async () => {
    expect((await limit('day', null)).status).toBe(200)
    expect(await backend.db.select().from(playLimits)).toEqual([])
  })

  test.each([
    ['an unknown period', { period: 'year' }],
    ['no amount', { amount: undefined }],
    ['an amount of 0', { amount: 0 }],
    ['an amount below 0', { amount: -1 }],
    ['parts of a satang', { amount: 1.001 }],
    ['text', { amount: '1' }],
    ['no word about a confirmation', { isConfirmed: undefined }],
  ])('with %s is refused (R585)', async (_, body) => {
    const state = await dump(backend.db, ['requests'])
    expect(
      await limit('day', 1, { body: JSON.stringify({ period: 'day', amount: 1, isConfirmed: false, ...body }) }),
    ).toMatchObject({
      status: 400,
      body: { code: 'NO_DATA' },
    })
    expect(await dump(backend.db, ['requests'])).toBe(state)
  })

  test('applies only to the member who set it (R585)', async () => {
    await limit('day', 500)
    const other = await backend.login(DEMO.bonus.username)
    expect((await limits(other)).periods.day.amount).toBeNull()
  })
})

describe('a deposit', () => {
  test('counts towards a limit in the same way as in the My play overview (R585)', async () => {
    const fresh = await startBackend()
    const as = await fresh.login()
    const { body } = await fresh.call('limits.read', {}, { token: as })
    const { deposited } = v.parse(careCalls['care.read'].reply, (await fresh.call('care.read', {}, { token: as })).body)
      .positions.month
    expect(v.parse(playLimitCalls['limits.read'].reply, body).periods.month.paidIn).toBe(deposited)
  })

  test('up to the limit is credited, and counts towards its period (R586)', async () => {
    await limit('day', 500)
    await limit('week', 800)
    await add(500)
    expect(await main()).toBe(START + 500)
    backend.pass(DAY)
    const { periods } = await limits()
    expect([periods.day.paidIn, periods.week.paidIn]).toEqual([0, toSatang(500)])
  })

  test('beyond the limit is held, and is shown as held (R586, R588)', async () => {
    await limit('day', 500)
    await add(300)
    await add(200.01)
    expect([await main(), (await limits()).held]).toEqual([START + 300, toSatang(200.01)])
    expect(await newest()).toMatchObject({ statementType: 'deposit', status: 'PENDING', amount: 200.01 })
    const { body } = await backend.call('care.read', {}, { token })
    expect(body.positions).toMatchObject({ day: { deposited: 300 } })
    await expectSound(backend.db)
  })

  test('is checked against the lowest limit (R586)', async () => {
    await limit('day', 500)
    await limit('month', 100)
    await add(101)
    expect((await limits()).held).toBe(toSatang(101))
  })

  test.each(LIMIT_PERIODS)('no longer counts towards the limit after a %s (R586)', async (period) => {
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

  test('beyond a limit is held, whether it was made by slip or by a QR code paid after the limit was lowered (R586)', async () => {
    const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 50 }, { token })
    await backend.call('wallet.slip', { file: pngSlip() }, { token })
    await limit('day', 1)
    backend.pass(HOUR)
    await backend.pay(String(body.qrcodeId))
    const paid = { qrcodeId: body.qrcodeId, amount: 50, isHeld: true }
    expect((await backend.call('qr.get', { provider: 'KBANK' }, { token })).body).toEqual({ hasQrcode: false, paid })
    const [slip] = await backend.db.select({ id: slips.id }).from(slips).orderBy(desc(slips.createdAt)).limit(1)
    await backend.form('/slip/accept', { slip: slip?.id ?? '', amount: '70', reference: 'LIMIT1' })
    expect([await main(), (await limits()).held]).toEqual([START, toSatang(120)])
    expect(await audit(backend.db)).toEqual([])
  })

  test('by QR code is accepted up to the limit, and refused beyond it (R586)', async () => {
    const create = (amount: number) => backend.call('qr.create', { provider: 'KBANK', amount }, { token })
    await limit('day', 500)
    const refusal = { code: 'DEPOSIT_LIMIT', message: expect.stringMatching(/อีกไม่เกิน 500\.00\u00a0บาท/) }
    expect(await create(501)).toMatchObject({ status: 403, body: refusal })
    expect((await create(500)).status).toBe(200)
  })

  test('is refused in the player’s language, with the amount left or with a note that the limit is reached (R586)', async () => {
    await limit('day', 500)
    const refused = async (language: string) =>
      (
        await backend.call(
          'qr.create',
          { provider: 'KBANK', amount: 300 },
          { token, headers: { Cookie: `lang=${language}` } },
        )
      ).body.message
    await add(399.5)
    expect(await refused('EN')).toContain('lets you deposit 100.50\u00a0baht more')
    expect(await refused('LA')).toContain('ບໍ່ເກີນ 100.50\u00a0ບາດ')
    await add(100.5)
    expect(await refused('TH')).toContain('ถึงวงเงินฝากที่คุณตั้งไว้แล้ว')
    expect(await refused('EN')).toContain('deposit limit is reached')
  })

  test('by gift link is held if it exceeds what is left of the limit (R586, R588)', async () => {
    await limit('day', 10)
    const send = () => backend.call('wallet.truelink', { link: sealedGift(giftLink('limit-20')) }, { token })
    expect(await send()).toMatchObject({ status: 200, body: { amount: 20, isHeld: true } })
    expect(await main()).toBe(START)
    expect((await limits()).held).toBe(toSatang(20))
    expect(await audit(backend.db)).toEqual([])
  })

  test('by gift link is refused if the limit leaves less than the smallest gift, and the link can be used later (R586)', async () => {
    await limit('day', 500)
    await add(498.01)
    const send = () => backend.call('wallet.truelink', { link: sealedGift(giftLink('limit-30')) }, { token })
    expect(await send()).toMatchObject({ status: 403, body: { code: 'DEPOSIT_LIMIT' } })
    backend.pass(DAY)
    expect((await send()).status).toBe(200)
  })
})

describe('a held deposit', () => {
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

  test('is credited once the limit is removed (R588)', async () => {
    await limit('day', null)
    backend.pass(DAY - 1)
    await add(100)
    backend.pass(1)
    await confirm('day', null)
    await release()
    expect((await limits()).held).toBe(0)
  })

  test('can be returned by the operator once, and then does not count towards the limit (R588)', async () => {
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

  test('is credited once, and only when it no longer exceeds the limit (R588)', async () => {
    const id = await waiting()
    expect(await end(id, 'wallet')).toBe(false)
    expect(await main()).toBe(START + 400)
    backend.pass(DAY)
    expect(await end(id, 'wallet')).toBe(true)
    expect(await end(id, 'wallet')).toBe(false)
    expect(await main()).toBe(START + 700)
  })

  test('adds an audit log row when it is credited or returned, with the limits or the operator as the actor (R646)', async () => {
    const last = async () => {
      const [row] = await backend.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
      return { kind: row?.kind, actor: row?.actor, cause: row?.cause }
    }
    const id = await waiting()
    backend.pass(DAY)
    await release()
    expect(await last()).toEqual({ kind: 'money', actor: 'limits', cause: id })
    await add(600)
    const rows = await backend.db.select().from(heldDeposits).where(eq(heldDeposits.status, 'PENDING'))
    const other = rows[0]?.id ?? ''
    await backend.form('/held/return', { id: other })
    expect(await last()).toEqual({ kind: 'money', actor: 'operator', cause: other })
    expect(await audit(backend.db)).toEqual([])
  })

  test('with an unknown id cannot be returned (R588)', async () => {
    await expect(end('unknown', 'outside')).rejects.toMatchObject({ code: 'NO_DATA' })
  })

  test('is announced in a header of every reply to the member until it is credited (R588)', async () => {
    const told = async (as = token) =>
      (await backend.ask('account.profile', {}, { token: as })).headers.get(HELD_DEPOSIT_HEADER)
    expect(await told()).toBe(String(backend.now()))
    expect(await told(await backend.login(DEMO.bonus.username))).toBeNull()
    backend.pass(DAY)
    await release()
    expect(await told(await backend.login())).toBeNull()
  })

  test('does not block a smaller held deposit (R588)', async () => {
    await limit('day', 250)
    await add(250)
    backend.pass(DAY)
    await release()
    expect([await main(), (await limits()).held]).toEqual([START + 650, toSatang(300)])
  })
})

test('a deposit of any amount is credited to a member without a limit (R586)', async () => {
  await add(1_000_000)
  expect([await main(), (await limits()).held]).toEqual([START + 1_000_000, satang(0)])
})
