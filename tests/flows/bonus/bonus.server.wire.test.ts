import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Bonus, bonusCalls, type CardState, cardState } from '#contract/bonus.ts'
import { minus, satang, toSatang } from '#contract/money.ts'
import { readable } from '#contract/rows.ts'
import { WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import { postings } from '#server/core/schema/money.ts'
import { bonuses, bonusReceipts, userBonuses } from '#server/core/schema/rewards.ts'
import { DEMO } from '#server/demo/seed.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START, games: GAMES } = DEMO.member
const IN_GAMES = Object.values(GAMES).reduce((sum, baht) => sum + toSatang(baht), 0) / 100
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(undefined, true)
})

const take = (code: string, sent: Sent = {}) => backend.call('bonus.activate', { code }, { token, ...sent })
const clear = () => backend.call('bonus.clear', {}, { token })
const active = async () => (await backend.call('bonus.active', {}, { token })).body
const remaining = async () => (await active()).remaining
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
async function listed(headers = {}): Promise<Bonus[]> {
  const { body } = await backend.call('bonus.list', {}, { token, headers })
  return readable(v.parse(bonusCalls['bonus.list'].reply, body))
}
/** The state of each card at `now`. */
async function states(now = backend.now()): Promise<Record<string, CardState>> {
  return Object.fromEntries((await listed()).map((bonus) => [bonus.code, cardState(bonus, now)]))
}
const change = (code: string, values: Partial<typeof bonuses.$inferInsert>) =>
  backend.db.update(bonuses).set(values).where(eq(bonuses.code, code))
/** Moves the clock to midnight in Bangkok, `days` days ahead, plus `ms`. Returns the new time. */
function toMidnight(days = 1, ms = 0): number {
  const bangkok = backend.now() + 7 * HOUR
  const time = Math.floor(bangkok / DAY + days) * DAY - 7 * HOUR + ms
  backend.pass(time - backend.now())
  return time
}

test("the server lists a bonus of each type, with its banner and the member's claims (R172, R363)", async () => {
  const all = await listed()
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['limit', 'day', 'week']))
  for (const { banners } of all)
    expect(banners).toEqual([{ image: expect.stringMatching(/^\/banners\/\w+\.svg$/), html: expect.any(String) }])
  expect(all.find(({ code }) => code === 'WELCOME')?.userBonus).toMatchObject({ isActive: false, received: [{}] })
  expect(all.find(({ code }) => code === 'DAILY')?.userBonus).toBeNull()
  expect(await states()).toEqual({ WELCOME: 'full', DAILY: 'open', WEEKLY: 'blocked', FIRST: 'blocked' })
})

test.each([
  ['TH', /โบนัสประจำวัน.*20\u00A0บาท/],
  ['LA', /ໂບນັດປະຈຳວັນ.*20\u00A0ບາດ/],
  ['EN', /Daily bonus.*20\u00A0baht/],
])('the server returns bonus texts in the requested language %s: %s (D-02)', async (language, words) => {
  const daily = (await listed({ Cookie: `lang=${language}` })).find(({ code }) => code === 'DAILY')
  expect(daily?.banners[0]?.html).toMatch(words)
})

test.each([0, 10])(
  'the total turnover of a claimed bonus does not change if the operator later changes the multiplier to %i (R600)',
  async (multiplier) => {
    await take('DAILY')
    await backend.db.update(userBonuses).set({ remaining: toSatang(5) })
    await change('DAILY', { multiplier })
    expect(await active()).toMatchObject({ remaining: 5, turnover: 20 })
  },
)

test('the active bonus has no total turnover if it was claimed before totals were stored (R600)', async () => {
  await take('DAILY')
  await backend.db.update(userBonuses).set({ turnover: null })
  expect(await active()).not.toHaveProperty('turnover')
})

test('a claimed bonus is credited, becomes active, and appears in the statement (R364, R365, R175, R176)', async () => {
  expect(await active()).toEqual({ status: false })
  const taken = await take('DAILY')
  expect(taken).toMatchObject({ status: 200, body: { isActive: true, received: [{}] } })
  expect((await backend.money(token))[WALLET]).toBe(START + 20)
  const name = 'โบนัสประจำวัน'
  expect(await active()).toEqual({
    ...{ status: true, type: 'day', name, remaining: 20, turnover: 20, percentFail: 50 },
    takesBack: 20,
  })
  expect(await states()).toMatchObject({ DAILY: 'current' })
  expect((await backend.rows(token, 1))[0]).toMatchObject({
    statementType: 'bonus',
    status: 'SUCCESS',
    from: 'BONUS',
    to: WALLET,
    amount: 20,
    bonus: { description: name },
  })
  await expectSound(backend.db)
})

test('the server reports why a bonus cannot be claimed, but only while the reason applies (R411)', async () => {
  const blocks = async () =>
    Object.fromEntries((await listed()).map(({ code, blocked, leastBalance }) => [code, [blocked, leastBalance]]))
  expect(await blocks()).toMatchObject({ DAILY: [undefined, 0], WEEKLY: ['balance', 200_000], FIRST: ['gone', 0] })
  await change('WEEKLY', { leastBalance: toSatang(START) })
  await change('FIRST', { quota: 2 })
  expect(await blocks()).toMatchObject({ WEEKLY: [undefined, 100 * START], FIRST: [undefined, 0] })
  await take('DAILY')
  expect(await blocks()).toMatchObject({ DAILY: ['held', 0], WEEKLY: ['held', 100 * START], FIRST: ['held', 0] })
})

describe('the turnover (D-16)', () => {
  test('starts at a multiple of the bonus amount, and falls by the full amount of a won stake and by percentFail percent of a lost one, but never below 0 (R536)', async () => {
    await change('DAILY', { multiplier: 3 })
    await backend.stake('win', 500)
    await take('DAILY')
    expect(await remaining()).toBe(60)
    await backend.stake('win', 10)
    expect(await remaining()).toBe(50)
    await backend.stake('lose', 10.01)
    expect(await remaining()).toBe(45) // 5.005 is rounded down to 5.00
    await backend.stake('win', 100)
    expect(await remaining()).toBe(0)
    await expectSound(backend.db)
  })

  test('is not reduced by another member’s play or by a stake that exceeds the balance', async () => {
    await take('DAILY')
    await backend.stake('win', 10, { username: DEMO.bonus.username })
    expect((await backend.stake('lose', GAMES.pg + 0.01)).status).toBe(400)
    expect(await remaining()).toBe(20)
  })
})

describe('the claim calendar (D-35, D-36, R225–R227)', () => {
  const again = async (now: number) => {
    await clear()
    return [(await states(now)).DAILY, await take('DAILY')]
  }

  test('makes a daily bonus available again at midnight in Bangkok, not before', async () => {
    await take('DAILY')
    const late = toMidnight(1, -10_000)
    expect(await again(late)).toEqual(['full', refusal(409, 'BONUS_MAX_CLAIMED')])
    backend.pass(10_000)
    expect(await again(late + 10_000)).toEqual(['open', expect.objectContaining({ status: 200 })])
  })

  test('lets a weekly bonus be claimed up to its limit, then again from Sunday in Bangkok', async () => {
    await change('WEEKLY', { leastBalance: satang(0) })
    const weekday = new Date(backend.now() + 7 * HOUR).getUTCDay()
    const sunday = toMidnight(7 - weekday)
    for (const days of [0, 1]) {
      expect((await take('WEEKLY')).status, `day ${days}`).toBe(200)
      await clear()
      backend.pass(DAY)
    }
    expect((await states(sunday + 2 * DAY)).WEEKLY).toBe('full')
    const numbers = await backend.db.select().from(bonusReceipts).where(eq(bonusReceipts.bonusCode, 'WEEKLY'))
    expect(numbers.map(({ number }) => number)).toEqual([1, 2])
    expect(await take('WEEKLY')).toEqual(refusal(409, 'BONUS_MAX_CLAIMED'))
    backend.pass(5 * DAY - 10_000)
    expect(await take('WEEKLY')).toEqual(refusal(409, 'BONUS_MAX_CLAIMED'))
    backend.pass(10_000)
    expect((await take('WEEKLY')).status).toBe(200)
  })
})

describe('ending a bonus (R24, R230, R367)', () => {
  test('takes all money from the games and the bonus amount from the wallet, and records the total in the statement', async () => {
    await take('DAILY')
    expect(await clear()).toEqual({ status: 200, body: { message: 'BONUS_CLEAR' } })
    const money = await backend.money(token)
    expect(money[WALLET]).toBe(START)
    for (const code of Object.keys(GAMES)) expect(money[code], code).toBe(0)
    expect(await active()).toEqual({ status: false })
    expect((await backend.rows(token, 1))[0]).toMatchObject({
      statementType: 'finish_bonus',
      from: 'GAMES',
      to: 'BONUS',
      amount: IN_GAMES + 20,
      bonus: { description: 'โบนัสประจำวัน' },
    })
    await expectSound(backend.db)
  })

  test('takes no more from the wallet than its balance, and nothing once the turnover is reached (D-16)', async () => {
    await take('DAILY')
    await backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: START + 15 }, { token })
    await clear()
    expect((await backend.money(token))[WALLET]).toBe(0)
    await backend.call('wallet.add', { amount: 100 }, { token })
    toMidnight()
    await take('DAILY')
    await backend.stake('win', 20)
    await clear()
    expect((await backend.money(token))[WALLET]).toBe(120)
    await expectSound(backend.db)
  })

  test('records the wallet as the source if all the money comes from it, and adds no statement row if nothing is taken', async () => {
    await take('DAILY')
    await clear()
    toMidnight()
    await take('DAILY')
    await clear()
    expect((await backend.rows(token, 1))[0]).toMatchObject({ from: WALLET, amount: 20 })
    toMidnight(2)
    await take('DAILY')
    await backend.db.update(userBonuses).set({ remaining: satang(0) })
    const before = (await backend.rows(token, 100)).length
    await clear()
    expect(await backend.rows(token, 100)).toHaveLength(before)
  })

  test('records the game as the source if money is taken from that game only', async () => {
    for (const [code, amount] of Object.entries(GAMES))
      if (code !== 'pg' && amount > 0)
        await backend.call('wallet.transfer', { from: code, to: WALLET, amount }, { token })
    await take('DAILY')
    await backend.db.update(userBonuses).set({ remaining: satang(0) })
    await clear()
    expect((await backend.rows(token, 1))[0]).toMatchObject({ from: 'Moonreel', amount: GAMES.pg })
    toMidnight()
    await take('DAILY')
    await backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 10 }, { token })
    await clear()
    expect((await backend.rows(token, 1))[0]).toMatchObject({ from: 'GAMES', amount: 30 })
  })

  test('cannot be evaded by moving money out of a game, because transfers out of a game are refused with BONUS_REMAINING (409) until the turnover is reached, which the wallet says (R665, R666, D-16)', async () => {
    await take('DAILY')
    const move = (from: string, to: string) => backend.call('wallet.transfer', { from, to, amount: 10 }, { token })
    const turnover = async () => (await backend.call('wallet.get', {}, { token })).body.turnover
    const before = await backend.money(token)
    expect(await turnover()).toBe(20)
    expect(await move('pg', WALLET)).toEqual(refusal(409, 'BONUS_REMAINING'))
    expect(await move('pg', 'joker2')).toEqual(refusal(409, 'BONUS_REMAINING'))
    expect(await backend.money(token)).toEqual(before)
    expect((await move(WALLET, 'pg')).status).toBe(200)
    await backend.stake('win', 20)
    expect(await turnover()).toBeUndefined()
    expect(await active()).toMatchObject({ remaining: 0, takesBack: 0 })
    expect((await move('pg', WALLET)).status).toBe(200)
  })

  test('is refused and changes nothing if the first game refuses to return its money (R478)', async () => {
    await take('DAILY')
    await backend.form('/games', { isOn: 'true' })
    const before = await backend.money(token)
    expect(await clear()).toEqual(refusal(400, 'TRANSFER_REFUSED'))
    expect(await backend.money(token)).toEqual(before)
    expect(await active()).toMatchObject({ status: true, remaining: 20 })
  })

  test('leaves the wallet unchanged if a game refuses to return its money after the turnover is reached (R478)', async () => {
    await take('DAILY')
    await backend.db.update(userBonuses).set({ remaining: satang(0) })
    await backend.form('/games', { isOn: 'true' })
    const before = await backend.money(token)
    expect(await clear()).toEqual(refusal(400, 'TRANSFER_REFUSED'))
    expect(await backend.money(token)).toEqual(before)
    expect(await backend.db.$count(postings, eq(postings.amount, satang(0)))).toBe(0)
  })

  test('keeps money already returned by earlier games in the main wallet if a later game refuses (R478)', async () => {
    await take('DAILY')
    const moved: [string, number][] = []
    const moveIntoGame = async ({ gameCode, amount }: { gameCode: string; amount: number }) => {
      if (gameCode === 'askmebet') throw new ApiError('TRANSFER_FAIL')
      moved.push([gameCode, amount])
    }
    Object.assign(backend.world, { moveIntoGame })
    const before = await backend.money(token)
    expect(await clear()).toEqual(refusal(400, 'TRANSFER_FAIL'))
    expect(moved).toEqual([
      ['pg', -toSatang(GAMES.pg)],
      ['joker2', -toSatang(GAMES.joker2)],
    ])
    const given = GAMES.pg + GAMES.joker2
    expect(await backend.money(token)).toEqual({ ...before, pg: 0, joker2: 0, [WALLET]: START + 20 + given })
    expect(await active()).toMatchObject({ status: true })
    expect(await backend.rows(token, 2)).toMatchObject([
      { statementType: 'transfer', from: 'Emberfox', to: WALLET, amount: GAMES.joker2 },
      { statementType: 'transfer', from: 'Moonreel', to: WALLET, amount: GAMES.pg },
    ])
    await expectSound(backend.db)
  })

  test('is refused while the game balances exceed the limit that bonus.minimum returns (R366, D-17)', async () => {
    const minimum = async () => (await backend.call('bonus.minimum', {}, { token })).body
    expect(await minimum()).toEqual({ status: false, minimum: 0 })
    await take('DAILY')
    expect(await minimum()).toEqual({ status: true, minimum: 0 })
    await change('DAILY', { endMost: minus(toSatang(IN_GAMES), satang(1)) })
    expect(await minimum()).toEqual({ status: false, minimum: IN_GAMES - 0.01 })
    const before = await dump(backend.db, ['tokens'])
    expect(await clear()).toEqual(refusal(400, 'BONUS_CONDITION'))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
    await change('DAILY', { endMost: toSatang(IN_GAMES) })
    expect(await minimum()).toEqual({ status: true, minimum: IN_GAMES })
    expect((await clear()).status).toBe(200)
  })

  test('is allowed for a promotion regardless of the game balances', async () => {
    await backend.call('promotion.activate', { code: 'KRAPAO100' }, { token })
    expect((await backend.call('bonus.minimum', {}, { token })).body).toEqual({ status: true, minimum: 0 })
  })
})
