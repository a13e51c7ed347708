import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { BREAK_DAYS, BREAK_LENGTHS, type BreakLength, careCalls, excludes } from '#contract/care.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { members } from '#server/core/schema/members.ts'
import { userBonuses } from '#server/core/schema/rewards.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { expectMayPlay } from '#server/domain/care.ts'
import { hashPassword } from '#server/domain/password.ts'
import { activeBonusOf } from '#server/domain/turnover.ts'
import { INTO_PLAY, type Player, readLogins } from '#tests/kit/into-play.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, dump, expectSound, NEWCOMER, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START, games: GAMES } = DEMO.member
let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(undefined, true)
})

const pause = (length: BreakLength, sent: Sent = {}) => {
  const password = excludes(length) ? { password: DEMO_PASSWORD } : {}
  return backend.call('care.break', { length, ...password }, { token, ...sent })
}
/** The member's My play data, read in a separate session. */
const care = async (as?: string) =>
  v.parse(
    careCalls['care.read'].reply,
    (await backend.call('care.read', {}, { token: as ?? (await backend.login()) })).body,
  )
/** The end of the member's break in the reply with the wallet. */
const shownOnHome = async () => (await backend.call('wallet.get', {}, { token })).body.breakUntil
const endOf = (length: BreakLength) => new Date(backend.now() + BREAK_DAYS[length] * DAY).toISOString()
const transfer = (from: string, to: string, amount = 1) =>
  backend.call('wallet.transfer', { from, to, amount }, { token })
/** The member's active bonus or promotion. */
const held = async () => activeBonusOf(backend.db, await backend.idOf())

describe('a break', () => {
  test.each(BREAK_LENGTHS)(
    'with the length "%s" starts immediately, is part of the wallet and ends automatically (R574, R658)',
    async (length) => {
      expect((await care()).breakUntil).toBeNull()
      expect(await shownOnHome()).toBeUndefined()
      const until = endOf(length)
      expect((await pause(length)).body.breakUntil).toBe(until)
      expect((await care()).breakUntil).toBe(until)
      expect(await shownOnHome()).toBe(until)
      expect((await transfer(WALLET, 'pg')).body.code).toBe('PLAY_BREAK')
      await backend.db.update(members).set({ breakUntil: new Date(backend.now()) })
      expect((await care()).breakUntil).toBeNull()
      expect(await shownOnHome()).toBeUndefined()
      expect((await transfer(WALLET, 'pg')).status).toBe(200)
    },
  )

  test('lasts 1, 7, 30, 42, 184, 366 or 1,827 days (R574, D-63)', () => {
    expect(BREAK_LENGTHS.map((length) => BREAK_DAYS[length])).toEqual([1, 7, 30, 42, 184, 366, 1827])
  })

  test('can be lengthened but not shortened, and only longer breaks are offered (R574, R576)', async () => {
    expect((await care()).lengths).toEqual(BREAK_LENGTHS)
    await pause('week')
    expect((await care()).lengths).toEqual(['month', 'sixWeeks', 'halfYear', 'year', 'fiveYears'])
    const { breakUntil } = await care()
    const before = await dump(backend.db, ['requests'])
    expect(await pause('day')).toMatchObject({ status: 403, body: { code: 'PLAY_BREAK' } })
    expect(await dump(backend.db, ['requests'])).toBe(before)
    expect((await care()).breakUntil).toBe(breakUntil)
    const until = endOf('month')
    expect((await pause('month')).status).toBe(200)
    expect((await care()).breakUntil).toBe(until)
    // a week is offered again once it would end at least a day after the current break
    backend.pass(24 * DAY - 1)
    expect((await care()).lengths[0]).toBe('month')
    backend.pass(1)
    expect((await care()).lengths[0]).toBe('week')
    token = await backend.login(undefined, true)
    expect((await pause('week')).status).toBe(200)
    backend.pass(HOUR)
    expect(await pause('week')).toMatchObject({ status: 403, body: { code: 'PLAY_BREAK' } })
  })

  test('is refused if its length is unknown (R574)', async () => {
    for (const body of [{ length: 'hour' }, { length: 7 }, {}, { length: 'day', until: 1 }])
      expect(await pause(undefined as never, { body: JSON.stringify(body) })).toMatchObject({
        status: 400,
        body: { code: 'NO_DATA' },
      })
    expect((await care()).breakUntil).toBeNull()
  })

  test('does not apply to any other member (R574)', async () => {
    await pause('week')
    const other = await backend.login(DEMO.bonus.username)
    expect((await care(other)).breakUntil).toBeNull()
  })

  test('starts once if it is sent twice with the same key (R577)', async () => {
    const first = await pause('day', { key: 'same' })
    const { breakUntil } = await care()
    backend.pass(HOUR)
    expect(await pause('day', { key: 'same' })).toEqual(first)
    expect((await care()).breakUntil).toBe(breakUntil)
  })
})

describe('a self-exclusion', () => {
  const exclude = (password?: string) =>
    backend.call('care.break', { length: 'halfYear', ...(password !== undefined && { password }) }, { token })

  test.each([
    ['without a password', undefined],
    ['with an empty password', ''],
    ['with a wrong password', 'wrong-word-1'],
  ])('%s is refused, adds an audit log entry, and changes nothing else (R583)', async (_, password) => {
    const before = await dump(backend.db, ['requests', 'auditLog'])
    expect(await exclude(password)).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } })
    expect(await dump(backend.db, ['requests', 'auditLog'])).toBe(before)
    expect(await backend.db.select().from(auditLog).where(eq(auditLog.kind, 'break refused'))).toHaveLength(1)
    expect((await exclude(DEMO_PASSWORD)).status).toBe(200)
  })

  test('is blocked for the session after ten wrong passwords, unlike a shorter break (R583, D-63)', async () => {
    for (let at = 0; at < 10; at++) expect((await exclude('wrong-word-1')).body.code).toBe('WRONG_PASSWORD')
    expect(await exclude(DEMO_PASSWORD)).toMatchObject({ status: 429, body: { code: 'REQUEST_LIMIT' } })
    expect((await care()).breakUntil).toBeNull()
    expect((await pause('sixWeeks')).status).toBe(200)
  })

  test('is refused for the wrong password, not for being shorter than the current break, if both apply (R583)', async () => {
    await pause('year')
    expect((await exclude('wrong-word-1')).body.code).toBe('WRONG_PASSWORD')
    expect((await exclude(DEMO_PASSWORD)).body.code).toBe('PLAY_BREAK')
  })

  test('is refused if the password is changed while it is being checked (R583)', async () => {
    const { db } = backend
    const transaction = db.transaction.bind(db)
    vi.spyOn(db, 'transaction').mockImplementation(async (run, config) => {
      await db.update(members).set({ password: await hashPassword('another-one-1') })
      return transaction(run, config)
    })
    onTestFinished(() => vi.mocked(db.transaction).mockRestore())
    expect((await exclude(DEMO_PASSWORD)).body.code).toBe('WRONG_PASSWORD')
  })

  test('starts once if it is sent twice with the same key (R577, R583)', async () => {
    const ask = () => pause('halfYear', { key: 'same' })
    const first = await ask()
    expect(first.status).toBe(200)
    backend.pass(HOUR)
    expect(await ask()).toEqual(first)
  })
})

describe('during a break', () => {
  let logins: Player['logins']
  beforeEach(async () => {
    logins = await readLogins(backend, token)
  })
  test.each(INTO_PLAY)('%s is refused with the break’s end time, and changes nothing (R575)', async (_, ask) => {
    await pause('week')
    const before = await dump(backend.db, ['requests', 'tokens'])
    const player = { backend, token, logins }
    const { status, body } = await ask(player)
    expect([status, body.code]).toEqual([403, 'PLAY_BREAK'])
    expect(body.message).toMatch(/^คุณพักการเล่นอยู่ถึง \d\d\/\d\d\/\d{4} \d\d:\d\d\u00a0น\. /)
    expect(await dump(backend.db, ['requests', 'tokens'])).toBe(before)
    await backend.db.update(members).set({ breakUntil: new Date(backend.now()) })
    expect((await ask(player)).body.code).not.toBe('PLAY_BREAK')
  })

  test.each([
    ['la', 'ທ່ານພັກການຫຼິ້ນຢູ່ຮອດ '],
    ['en', 'You are taking a break from play until '],
  ])('a refusal is in the player’s language: %s (R575)', async (language, start) => {
    await pause('day')
    const headers = { Cookie: `lang=${language.toUpperCase()}` }
    const { body } = await backend.call('spin.spin', {}, { token, headers })
    expect(body.message).toMatch(new RegExp(`^${start}`))
  })

  test('money can leave the games and the wallet, slips are accepted, and the chat works (R575)', async () => {
    await pause('year')
    expect((await transfer('pg', WALLET, 10)).status).toBe(200)
    expect((await backend.call('wallet.withdraw', { amount: 100 }, { token })).status).toBe(200)
    expect((await backend.call('wallet.slip', { file: pngSlip() }, { token })).status).toBe(200)
    expect((await backend.call('chat.config', {}, { token })).status).toBe(200)
    await expectSound(backend.db)
  })

  test('a refund, an invite bonus and a coupon are still credited (R575)', async () => {
    backend.fate('CASH100')
    expect((await backend.call('spin.spin', {}, { token })).body.code).toBe('CASH100')
    await backend.stake('lose', 100)
    await pause('year')
    const main = async () => (await backend.money(token))[WALLET] ?? 0
    for (const ask of [
      () => backend.call('refund.receive', {}, { token }),
      () => backend.call('invite.bonus', {}, { token }),
      () => backend.call('spin.claim', { coupon: 'CASH100' }, { token }),
    ]) {
      const before = await main()
      expect((await ask()).status).toBe(200)
      expect(await main()).toBeGreaterThan(before)
    }
    await expectSound(backend.db)
  })

  test('an open QR code can still be paid, and its money is credited (R575, D-63)', async () => {
    const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 100 }, { token })
    await pause('fiveYears')
    await backend.pay(String(body.qrcodeId))
    expect((await backend.money(token))[WALLET]).toBe(START + 100)
  })

  test('no earlier transfer into a game is still in progress, because the break waits until it is completed (R575)', async () => {
    const owner = await backend.idOf()
    let release = () => {}
    const isReleased = new Promise<void>((done) => (release = done))
    let begun = () => {}
    const hasBegun = new Promise<void>((done) => (begun = done))
    const order: string[] = []
    const move = backend.db.transaction(async (tx) => {
      await expectMayPlay({ db: tx, owner, now: backend.now, language: 'th' } as never)
      begun()
      await isReleased
      order.push('move')
    })
    await hasBegun
    const started = pause('week').then(() => order.push('break'))
    await new Promise((wait) => setTimeout(wait, 100))
    release()
    await Promise.all([move, started])
    expect(order).toEqual(['move', 'break'])
  })
})

describe('a self-exclusion', () => {
  const takeBonus = (code = 'DAILY') => backend.call('bonus.activate', { code }, { token })
  const withdraw = (amount: number) => backend.call('wallet.withdraw', { amount }, { token })
  const limits = async () => (await backend.call('lookup.withdraw', {}, { token })).body
  const main = async () => (await backend.money(token))[WALLET]

  test('lets money leave the games before the turnover of a bonus is reached (R578, R665)', async () => {
    expect((await takeBonus()).status).toBe(200)
    expect((await transfer('pg', WALLET)).body.code).toBe('BONUS_REMAINING')
    const turnover = async () => (await backend.call('wallet.get', {}, { token })).body.turnover
    expect(await turnover()).toBe(20)
    await pause('halfYear')
    expect(await held()).not.toBeNull()
    expect(await turnover()).toBeUndefined()
    expect((await transfer('pg', WALLET)).status).toBe(200)
    expect(await backend.money(token)).toMatchObject({ [WALLET]: START + 20 + 1, pg: GAMES.pg - 1 })
  })

  test('lets a withdrawal end the bonus and take back its amount, as announced with the withdrawal limits (R578, R581)', async () => {
    await takeBonus()
    expect(await limits()).toEqual({ withdrawMin: 100, withdrawMax: 50_000, minutes: 15 })
    await pause('halfYear')
    expect(await limits()).toEqual({
      withdrawMin: 100,
      withdrawMax: START,
      minutes: 15,
      givesUp: expect.stringMatching(/^คุณงดเล่นอยู่ /),
    })
    const before = await dump(backend.db, ['requests'])
    expect((await withdraw(START + 0.01)).body.code).toBe('MONEY_NOT_ENOUGH')
    expect(await dump(backend.db, ['requests'])).toBe(before)
    expect((await withdraw(100)).status).toBe(200)
    expect([await held(), await main()]).toEqual([null, START - 100])
    expect((await backend.rows(token, 2)).map(({ statementType, amount }) => [statementType, amount])).toEqual([
      ['withdraw', 100],
      ['finish_bonus', 20],
    ])
    expect((await backend.rows(token, 2))[1]).toMatchObject({
      status: 'SUCCESS',
      from: WALLET,
      to: 'BONUS',
      bonus: { description: 'โบนัสประจำวัน' },
    })
    expect(await limits()).toEqual({ withdrawMin: 100, withdrawMax: 50_000, minutes: 15 })
    await expectSound(backend.db)
  })

  test.each([
    ['exactly the minimum', 100, 100],
    ['less than the minimum', 99.99, 50_000],
  ])(
    'limits a withdrawal to $2 baht if the balance without the bonus is $0 (R578, R581)',
    async (_, rest, withdrawMax) => {
      await takeBonus()
      await transfer(WALLET, 'pg', START - rest)
      await pause('halfYear')
      expect(await limits()).toMatchObject({ withdrawMin: 100, withdrawMax })
    },
  )

  test('does not take back a bonus that was moved into a game until all of it has returned (R578, D-63)', async () => {
    await takeBonus()
    await transfer(WALLET, 'pg', START + 20)
    await pause('year')
    expect((await withdraw(100)).body.code).toBe('MONEY_NOT_ENOUGH')
    await transfer('pg', WALLET, 110)
    expect((await withdraw(100)).body.code).toBe('MONEY_NOT_ENOUGH')
    expect(await held()).not.toBeNull()
    await transfer('pg', WALLET, START + 20 - 110)
    expect((await withdraw(100)).status).toBe(200)
    expect(await main()).toBe(START - 100)
    await expectSound(backend.db)
  })

  test('does not take back a bonus once its turnover is reached (R578, D-20)', async () => {
    await takeBonus()
    await backend.db
      .update(userBonuses)
      .set({ remaining: satang(0) })
      .where(eq(userBonuses.isActive, true))
    await pause('halfYear')
    expect((await withdraw(100)).body.code).toBe('BONUS_CONDITION')
    expect((await withdraw(START + 20)).status).toBe(200)
    expect([await held(), await main()]).toEqual([null, 0])
  })

  test('lets a withdrawal end a promotion, and the statement shows the promotion code (R578)', async () => {
    expect((await backend.call('promotion.activate', { code: 'KRAPAO100' }, { token })).status).toBe(200)
    await pause('halfYear')
    expect((await withdraw(100)).status).toBe(200)
    expect((await backend.rows(token, 2))[1]).toMatchObject({
      statementType: 'finish_bonus',
      to: 'PROMOTION',
      amount: 100,
      promotion: { description: 'KRAPAO100' },
    })
  })

  test('lifts the turnover requirement only if the break lasts at least six months, and only until the break ends (R578, D-63)', async () => {
    await takeBonus()
    await pause('sixWeeks')
    expect((await transfer('pg', WALLET)).body.code).toBe('BONUS_REMAINING')
    expect((await withdraw(START + 20)).body.code).toBe('BONUS_REMAINING')
    await pause('halfYear')
    await backend.db.update(members).set({ breakUntil: new Date(backend.now()) })
    expect((await transfer('pg', WALLET)).body.code).toBe('BONUS_REMAINING')
    expect((await withdraw(START + 20)).body.code).toBe('BONUS_REMAINING')
  })

  test('stays in effect during a short break that overlaps its end, but not during a short break that starts later (R578)', async () => {
    await takeBonus()
    await pause('halfYear')
    backend.pass(180 * DAY)
    token = await backend.login()
    expect((await pause('week')).status).toBe(200)
    expect((await transfer('pg', WALLET)).status).toBe(200)
    backend.pass(7 * DAY)
    token = await backend.login()
    expect((await pause('week')).status).toBe(200)
    expect((await transfer('pg', WALLET)).body.code).toBe('BONUS_REMAINING')
  })
})

describe('the play summary', () => {
  /** Moves the clock to midnight in Bangkok, which is 17:00 UTC. */
  const toMidnight = () => backend.pass(DAY - ((backend.now() + 7 * HOUR) % DAY))
  const none = { deposited: 0, withdrawn: 0, won: 0, lost: 0 }

  test('sums up deposits, withdrawals, wins and losses in each period (R579)', async () => {
    const { token: newcomer } = await backend.join({})
    expect((await care(newcomer)).positions).toEqual({ day: none, week: none, month: none, all: none })
    // so that the demo data's own activity counts only in the period `all`
    backend.pass(40 * DAY)
    toMidnight()
    token = await backend.login()
    const first = (await care()).positions.all
    expect((await care()).positions).toMatchObject({ day: none, week: none, month: none })
    await backend.call('wallet.add', { amount: 1000 }, { token })
    await backend.call('wallet.withdraw', { amount: 300 }, { token })
    await backend.stake('lose', 50)
    await backend.stake('win', 20)
    await transfer('pg', WALLET, 5)
    const today = { deposited: 1000_00, withdrawn: 300_00, won: 20_00, lost: 50_00 }
    const { positions } = await care()
    expect(positions).toMatchObject({ day: today, week: today, month: today })
    expect(positions.all).toEqual({
      deposited: first.deposited + 1000_00,
      withdrawn: first.withdrawn + 300_00,
      won: first.won + 20_00,
      lost: first.lost + 50_00,
    })
    toMidnight()
    expect((await care()).positions).toMatchObject({ day: none, week: today, month: today })
    backend.pass(6 * DAY)
    expect((await care()).positions).toMatchObject({ day: none, week: today, month: today })
    backend.pass(1)
    expect((await care()).positions).toMatchObject({ week: none, month: today })
    backend.pass(30 * DAY)
    expect((await care()).positions).toEqual({ day: none, week: none, month: none, all: positions.all })
  })

  test('lists the amounts staked, won and lost in each game for each period (R640)', async () => {
    const newcomer = await backend.join({})
    expect((await care(newcomer.token)).games).toEqual([])
    await backend.call('wallet.add', { amount: 1000 }, { token: newcomer.token })
    for (const code of ['usun', 'pg']) {
      await backend.call('wallet.activate', { code }, { token: newcomer.token })
      await backend.call('wallet.transfer', { from: WALLET, to: code, amount: 200 }, { token: newcomer.token })
    }
    const stake = (outcome: 'win' | 'lose', amount: number, game: string) =>
      backend.stake(outcome, amount, { game, username: NEWCOMER.username })
    await stake('lose', 50, 'usun')
    backend.pass(2 * DAY)
    await stake('win', 30, 'pg')
    await stake('lose', 20.5, 'pg')
    const none = { staked: 0, won: 0, lost: 0 }
    const ofPg = { staked: 50_50, won: 30_00, lost: 20_50 }
    const ofUsun = { staked: 50_00, won: 0, lost: 50_00 }
    const { games = [], positions } = await care(await backend.login(NEWCOMER.username))
    // in the site's order of games, not in the order of play
    expect(games.map(({ code }) => code)).toEqual(['pg', 'usun'])
    expect(games[0]).toMatchObject({ name: expect.stringMatching(/./), plays: { day: ofPg, week: ofPg, all: ofPg } })
    expect(games[1]?.plays).toEqual({ day: none, week: ofUsun, month: ofUsun, all: ofUsun })
    expect(positions.all).toMatchObject({ won: 30_00, lost: 70_50 })
  })

  test('lists no games that only other members have played (R640)', async () => {
    await backend.stake('lose', 50)
    const other = await backend.join({})
    expect((await care(other.token)).games).toEqual([])
  })

  test('includes a pending withdrawal, but not one that the bank has refused (R579)', async () => {
    const before = (await care()).positions.all.withdrawn
    await backend.call('wallet.withdraw', { amount: 300 }, { token })
    expect((await care()).positions.all.withdrawn).toBe(before + 300_00)
    await backend.settle((await backend.waiting()).at(-1) ?? '', false)
    expect((await care()).positions.all.withdrawn).toBe(before)
  })
})
