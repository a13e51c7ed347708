import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { members } from '#server/core/schema/members.ts'
import { coupons, spins } from '#server/core/schema/rewards.ts'
import { DEMO } from '#server/demo/seed.ts'
import { COIN_RULE, PRIZES } from '#server/domain/wheel.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member
const DAY = 24 * 60 * 60_000

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(undefined, true)
})

const setup = async (sent: Sent = {}) => (await backend.call('spin.setup', {}, { token, ...sent })).body
const spin = (sent: Sent = {}) => backend.call('spin.spin', {}, { token, ...sent })
const claim = (coupon: string, sent: Sent = {}) => backend.call('spin.claim', { coupon }, { token, ...sent })
const refusal = (status: number, code: string, message = code) => ({ status, body: { code, message } })
const fine = { status: 200, body: {} }
type Kept = { prize: { name: string; slice: { code: string } }; amount: number }
async function kept(as = token): Promise<Record<string, number>> {
  const list = (await backend.call('spin.coupons', {}, { token: as })).body as unknown as Kept[]
  return Object.fromEntries(list.map(({ prize, amount }) => [prize.slice.code, amount]))
}
const SEEDED = { CASH20: 2, CASH5: 1, COIN1: 1, GIFT: 1 }

test('the server returns the coins, how to get them and the wheel’s slices in the player’s language (R180, R181, R348, R667, D-02)', async () => {
  for (const [language, name, label, rule] of [
    ['TH', 'กงล้อนำโชค', '500\u00A0บาท', COIN_RULE.th],
    ['LA', 'ວົງລໍ້ນຳໂຊກ', '500\u00A0ບາດ', COIN_RULE.la],
    ['EN', 'Lucky wheel', '500\u00A0baht', COIN_RULE.en],
  ]) {
    const shown = await setup({ headers: { Cookie: `lang=${language}` } })
    const wheel = shown.activeSpinwheel as { name: string; slice: { code: string; label: string }[] }
    expect([wheel.name, shown.userCoin, shown.coinRule]).toEqual([name, 3, rule])
    expect(wheel.slice.map(({ code }) => code)).toEqual(PRIZES.map(({ code }) => code))
    expect(wheel.slice[0]?.label).toBe(label)
  }
})

test('while the wheel is switched off, members keep their coins, and a spin is refused with the reason (R352)', async () => {
  expect((await backend.call('spin.active', {}, { token })).body).toEqual({ active: true })
  await backend.turn('spinActive', false)
  expect((await backend.call('spin.active', {}, { token })).body).toEqual({ active: false })
  expect(await setup()).toEqual({ activeSpinwheel: null, userCoin: 3, coinRule: COIN_RULE.th })
  const before = await dump(backend.db, ['tokens'])
  expect(await spin()).toEqual(refusal(403, 'NO_WHEEL', 'ขณะนี้ไม่เปิดกงล้อ กรุณาลองใหม่ภายหลัง'))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
})

test('a spin costs one coin, returns the winning slice, and adds a coupon if the slice has a prize (R183, R349)', async () => {
  backend.fate('CASH500', 'NONE')
  expect(await spin()).toEqual({ status: 200, body: { code: 'CASH500', label: '500\u00A0บาท', remainingCoin: 2 } })
  expect(await kept()).toEqual({ ...SEEDED, CASH500: 1 })
  expect(await spin()).toMatchObject({ body: { code: 'NONE', remainingCoin: 1 } })
  expect(await kept()).toEqual({ ...SEEDED, CASH500: 1 })
  expect((await backend.db.select().from(spins)).map(({ slice }) => slice)).toEqual(['CASH500', 'NONE'])
  expect((await backend.money(token))[WALLET]).toBe(START)
})

test('a member can spin once per coin, and a further spin is refused in the member’s language (R395)', async () => {
  for (const left of [2, 1, 0]) expect((await spin()).body.remainingCoin).toBe(left)
  const before = await dump(backend.db, ['tokens'])
  expect(await spin()).toEqual(refusal(400, 'NO_COIN', 'เหรียญไม่พอ รับเหรียญเพิ่มแล้วลองใหม่'))
  const en = await spin({ headers: { Cookie: 'lang=EN' } })
  expect(en).toEqual(refusal(400, 'NO_COIN', 'No coins left. Get a coin and try again.'))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  expect((await backend.form('/reward/coins', { username: DEMO.member.username, coins: '2' })).status).toBe(303)
  expect((await spin()).body.remainingCoin).toBe(1)
})

describe('a coupon claim (R240, R351, D-37)', () => {
  test('pays one cash coupon at a time into the wallet, oldest first (R182, R350, R417)', async () => {
    expect(await kept()).toEqual(SEEDED)
    expect(await claim('CASH20')).toEqual(fine)
    expect((await backend.money(token))[WALLET]).toBe(START + 20)
    expect((await backend.rows(token, 1))[0]).toMatchObject({
      statementType: 'bonus',
      from: 'LUCKYDRAW',
      amount: 20,
      luckydraw: { description: 'กงล้อนำโชค' },
    })
    expect(await kept()).toEqual({ ...SEEDED, CASH20: 1 })
    const all = await backend.db.select().from(coupons).where(eq(coupons.slice, 'CASH20')).orderBy(coupons.wonAt)
    expect(all.map(({ claimedAt }) => claimedAt !== null)).toEqual([true, false])
    expect(await claim('CASH20')).toEqual(fine)
    expect(await kept()).toEqual({ CASH5: 1, COIN1: 1, GIFT: 1 })
    await expectSound(backend.db)
  })

  test('adds a coin without moving money if the coupon is for a coin', async () => {
    const before = await backend.money(token)
    expect(await claim('COIN1')).toEqual(fine)
    expect((await setup()).userCoin).toBe(4)
    expect(await backend.money(token)).toEqual(before)
    expect(await claim('COIN1')).toEqual(refusal(404, 'NO_CLAIMABLE_COUPON'))
  })

  test.each([
    ['INVALID_PRIZE_CODE', 404, 'nothing'],
    ['INVALID_PRIZE_CODE', 404, 'NONE'],
    ['NO_CLAIMABLE_COUPON', 404, 'CASH500'],
    ['INVALID_COUPON_TYPE', 400, 'GIFT'],
  ])('is refused with %s (%i) for the coupon code %s (R490, R491, R493)', async (code, status, coupon) => {
    const before = await dump(backend.db, ['tokens'])
    expect(await claim(coupon)).toEqual(refusal(status, code))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  })

  test('is refused with INVALID_CODE (409) while its prize is withdrawn, and that prize cannot be won until it is restored (R492)', async () => {
    await backend.form('/reward/prize', { name: 'CASH20', isOn: 'false' })
    await backend.form('/reward/prize', { name: 'CASH20', isOn: 'false' })
    const before = await dump(backend.db, ['tokens'])
    expect(await claim('CASH20')).toEqual(refusal(409, 'INVALID_CODE'))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
    backend.fate('CASH20')
    expect((await spin()).body.code).toBe('COIN1')
    await backend.form('/reward/prize', { name: 'CASH20', isOn: 'true' })
    expect(await claim('CASH20')).toEqual(fine)
    expect((await backend.form('/reward/prize', { name: 'NONE', isOn: 'false' })).status).toBe(400)
  })

  test('is refused with COUPON_EXPIRED (404) seven days after the coupon was won (R494)', async () => {
    await backend.db
      .update(coupons)
      .set({ wonAt: new Date(backend.now()), expiresAt: new Date(backend.now() + 7 * DAY) })
    backend.pass(7 * DAY - 60_000)
    backend.fate('CASH5')
    await spin()
    expect(await kept()).toEqual({ ...SEEDED, CASH5: 2 })
    backend.pass(60_000)
    expect(await kept()).toEqual({ CASH5: 1 })
    expect(await claim('CASH20')).toEqual(refusal(404, 'COUPON_EXPIRED'))
    expect(await claim('CASH5')).toEqual(fine)
    expect(await claim('CASH5')).toEqual(refusal(404, 'COUPON_EXPIRED'))
    expect((await backend.money(token))[WALLET]).toBe(START + 5)
  })

  test('is refused with BONUS_REMAINING (409) while a bonus is active, even if its turnover is met (R495)', async () => {
    await backend.call('bonus.activate', { code: 'DAILY' }, { token })
    expect(await claim('CASH20')).toEqual(refusal(409, 'BONUS_REMAINING'))
    await backend.stake('win', 20)
    expect(await claim('CASH20')).toEqual(refusal(409, 'BONUS_REMAINING'))
    await backend.call('bonus.clear', {}, { token })
    expect(await claim('CASH20')).toEqual(fine)
  })

  test('is possible only for the member’s own coupons', async () => {
    const { token: other } = await backend.join({ coin: 1 })
    expect(await kept(other)).toEqual({})
    expect(await claim('CASH20', { token: other })).toEqual(refusal(404, 'NO_CLAIMABLE_COUPON'))
    await spin({ token: other })
    expect(await kept()).toEqual(SEEDED)
    expect((await setup()).userCoin).toBe(3)
  })
})

test('a coupon for a slice that has been taken off the wheel is hidden and cannot be claimed', async () => {
  await backend.db.update(coupons).set({ slice: 'OLD' })
  expect(await kept()).toEqual({})
  expect(await claim('OLD')).toEqual(refusal(404, 'INVALID_PRIZE_CODE'))
})

test('the database rejects a negative coin balance (R385)', async () => {
  const below = backend.db.update(members).set({ coin: sql`${members.coin} - 4` })
  await expect(below.then(() => 'done')).rejects.toThrow()
  expect(PRIZES.every(({ weight }) => Number.isInteger(weight) && weight > 0)).toBe(true)
})
