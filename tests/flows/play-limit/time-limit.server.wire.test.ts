import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#contract/limits.ts'
import { MINUTE } from '#contract/time-check.ts'
import { WALLET } from '#contract/transfer.ts'
import { inviteShares, plays } from '#server/core/schema/rewards.ts'
import { TIME_LIMIT } from '#server/domain/operator.ts'
import { setLimit } from '#server/domain/play-limit.ts'
import { INTO_PLAY, type Player, readLogins } from '#tests/kit/into-play.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, dump, expectSound, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
let logins: Player['logins']
beforeEach(async () => {
  backend = await startBackend()
  await forgetPlays()
  token = await backend.login(undefined, true)
  logins = await readLogins(backend, token)
})

/** Deletes all plays, so that the member has not played. */
async function forgetPlays() {
  await backend.db.delete(inviteShares)
  await backend.db.delete(plays)
}

type Period = 'day' | 'week' | 'month'
const set = async (minutes: number | null, period: Period = 'day', isConfirmed = false) =>
  (await backend.call('limits.set', { kind: 'time', period, minutes, isConfirmed }, { token })).body
const read = async () => (await backend.call('limits.read', {}, { token })).body
/** The minutes played in a period. */
const played = async (period: Period = 'day') =>
  ((await read()).times as Record<Period, { played: number }>)[period].played
const enter = async () => (await backend.call('wallet.account', { code: 'pg' }, { token })).body
/** Lets time pass and logs in again, because the session may have ended. */
async function pass(ms: number) {
  backend.pass(ms)
  token = await backend.login(undefined, true)
}
/** Plays a round each minute, the first one now. */
async function playFor(rounds: number) {
  for (let round = 0; round < rounds; round++) {
    if (round > 0) backend.pass(MINUTE)
    await backend.stake(round % 2 ? 'win' : 'lose', 1)
  }
}
const from = (at: number) => ({ code: 'TIME_LIMIT', message: TIME_LIMIT.th(new Date(at)) })

describe('playing time (R637, D-73)', () => {
  it('is the time between rounds, plus five minutes for a round after a pause', async () => {
    expect(await played()).toBe(0)
    await playFor(1)
    expect(await played()).toBe(5)
    backend.pass(2 * MINUTE)
    await playFor(1)
    expect(await played()).toBe(7)
    backend.pass(HOUR)
    await playFor(3)
    expect(await played()).toBe(14)
  })

  it('is counted in whole minutes, rounded down', async () => {
    await playFor(1)
    backend.pass(MINUTE - 1)
    await playFor(1)
    expect(await played()).toBe(5)
    backend.pass(1)
    await playFor(1)
    expect(await played()).toBe(6)
  })

  it('is counted once for two games played at the same time', async () => {
    await playFor(1)
    backend.pass(MINUTE)
    await backend.stake('lose', 1, { game: 'pg' })
    await backend.stake('lose', 1, { game: 'usun' })
    expect(await played()).toBe(6)
  })

  it('does not grow without rounds, even if the member opens pages and games', async () => {
    await playFor(1)
    backend.pass(20 * MINUTE)
    await read()
    await enter()
    expect(await played()).toBe(5)
  })

  it('includes only the member’s own play', async () => {
    await playFor(3)
    const other = await backend.join({})
    const times = (await backend.call('limits.read', {}, { token: other.token })).body.times
    expect(times).toMatchObject({ day: { played: 0 } })
  })

  it('drops out of each period minute by minute', async () => {
    await playFor(3)
    // 7 minutes were played, starting 7 minutes ago
    await pass(DAY - 7 * MINUTE)
    expect(await played()).toBe(7)
    await pass(3 * MINUTE)
    expect([await played(), await played('week'), await played('month')]).toEqual([4, 7, 7])
    await pass(6 * DAY + 4 * MINUTE)
    expect([await played(), await played('week'), await played('month')]).toEqual([0, 0, 7])
    await pass(23 * DAY)
    expect(await played('month')).toBe(0)
  })
})

describe('time limits', () => {
  it('apply immediately when set or lowered, but need 24 hours and a confirmation when raised (R637)', async () => {
    expect(await set(60)).toMatchObject({ times: { day: { minutes: 60, wish: null, played: 0 } } })
    expect(await set(30)).toMatchObject({ times: { day: { minutes: 30, wish: null } } })
    expect(await set(90)).toMatchObject({ times: { day: { minutes: 30, wish: { minutes: 90, isReady: false } } } })
    await pass(DAY)
    expect(await set(90, 'day', true)).toMatchObject({ times: { day: { minutes: 90, wish: null } } })
    await set(null)
    await pass(DAY)
    expect(await set(null, 'day', true)).toMatchObject({ times: { day: { minutes: null, wish: null } } })
  })

  it('are separate from the money limits for the same period (R637)', async () => {
    await set(60)
    await backend.call('limits.set', { kind: 'loss', period: 'day', amount: 700, isConfirmed: false }, { token })
    await backend.call('limits.set', { period: 'day', amount: 800, isConfirmed: false }, { token })
    expect(await read()).toMatchObject({
      times: { day: { minutes: 60 }, week: { minutes: null } },
      losses: { day: { amount: 700 } },
      periods: { day: { amount: 800 } },
    })
  })

  it.each([
    ['no minutes', { kind: 'time', minutes: 0 }],
    ['a part of a minute', { kind: 'time', minutes: 1.5 }],
    ['more than 30 days', { kind: 'time', minutes: 43_201 }],
    ['an amount of money', { kind: 'time', amount: 60 }],
    ['minutes of deposits', { minutes: 60 }],
    ['minutes of losses', { kind: 'loss', minutes: 60 }],
  ])('with %s are refused (R637)', async (_, asked) => {
    const body = JSON.stringify({ period: 'day', isConfirmed: false, ...asked })
    const reply = await backend.call('limits.set', undefined as never, { token, body })
    expect(reply).toMatchObject({ status: 400, body: { code: 'NO_DATA' } })
  })
})

describe('with a time limit (R638, D-73)', () => {
  it('a game can be entered until the limit is reached, and again once enough playing time has dropped out of the rolling 24 hours', async () => {
    await set(10)
    await playFor(5)
    expect(await enter()).toMatchObject({ username: expect.any(String) })
    backend.pass(MINUTE)
    await playFor(1)
    // 10 minutes were played, starting 10 minutes ago
    const again = backend.now() - 10 * MINUTE + DAY
    expect(await enter()).toEqual(from(again))
    await pass(again - backend.now() - 1)
    expect(await enter()).toEqual(from(again))
    await pass(1)
    expect(await enter()).toMatchObject({ username: expect.any(String) })
  })

  it('a game reopens only once the time played beyond the limit has also left the period', async () => {
    await set(10)
    await playFor(26)
    // 30 minutes were played, so the first 20 must drop out of the period
    expect(await enter()).toEqual(from(backend.now() - 10 * MINUTE + DAY))
  })

  it('a game reopens at the latest time required by any of the limits', async () => {
    await playFor(6)
    await set(10)
    await set(10, 'week')
    expect(await enter()).toEqual(from(backend.now() - 10 * MINUTE + 7 * DAY))
    await set(6, 'month')
    expect(await enter()).toEqual(from(backend.now() - 6 * MINUTE + 30 * DAY))
  })

  it('a pause does not count as playing time', async () => {
    await set(12)
    await playFor(6)
    backend.pass(3 * HOUR)
    await playFor(1)
    // 15 minutes were played in two parts, so 3 minutes of the first part must drop out of the period
    expect(await enter()).toEqual(from(backend.now() - 3 * HOUR - 10 * MINUTE + 3 * MINUTE + DAY))
  })

  it('the refusal message states when the player may enter again, rounded up to a whole minute', async () => {
    await set(5)
    backend.pass(MINUTE - (backend.now() % MINUTE) + 1)
    await playFor(1)
    expect((await enter()).message).toBe(TIME_LIMIT.th(new Date(backend.now() - 1 - 5 * MINUTE + DAY + MINUTE)))
  })

  it('a lower limit applies immediately', async () => {
    await playFor(6)
    expect(await enter()).toMatchObject({ username: expect.any(String) })
    await set(10)
    expect(await enter()).toMatchObject({ code: 'TIME_LIMIT' })
  })

  it('a transfer waits while a limit is being saved, and is then refused if the limit is already reached', async () => {
    await playFor(6)
    const memberId = await backend.idOf()
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const setting = backend.db.transaction(async (tx) => {
      const limit = { memberId, kind: 'time', period: 'day', amount: 10, isConfirmed: false } as const
      await setLimit(tx, limit, new Date(backend.now()))
      begun.resolve()
      await released.promise
    })
    await begun.promise
    const moved = backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 1 }, { token })
    await new Promise((wait) => setTimeout(wait, 100))
    released.resolve()
    await setting
    expect((await moved).body).toMatchObject({ code: 'TIME_LIMIT' })
  })

  it.each(INTO_PLAY)(
    'once the limit is reached, %s is refused without changing any data, and the message states when the player can continue',
    async (_, ask) => {
      await set(5)
      await playFor(1)
      const before = await dump(backend.db, ['requests', 'tokens'])
      const { status, body } = await ask({ backend, token, logins })
      expect([status, body.code]).toEqual([403, 'TIME_LIMIT'])
      expect(body.message).toMatch(/เล่นต่อได้ตั้งแต่ \d\d\/\d\d\/\d{4} \d\d:\d\d\u00a0น\. /)
      expect(await dump(backend.db, ['requests', 'tokens'])).toBe(before)
      await forgetPlays()
      expect((await ask({ backend, token, logins })).body.code).not.toBe('TIME_LIMIT')
    },
  )

  it.each([
    ['la', /^ທ່ານຫຼິ້ນຄົບເວລາທີ່ຕັ້ງໄວ້ແລ້ວ /],
    ['en', /^You have played as long as your time limit allows\. /],
  ])('the refusal message follows the language cookie: %s', async (language, start) => {
    await set(5)
    await playFor(1)
    const headers = { Cookie: `lang=${language.toUpperCase()}` }
    expect((await backend.call('spin.spin', {}, { token, headers })).body.message).toMatch(start)
  })

  it('once the limit is reached, the player can still take money out of games, withdraw, send slips, and use the statement and the chat', async () => {
    await set(5)
    await playFor(1)
    const out = { from: 'pg', to: WALLET, amount: 10 }
    expect((await backend.call('wallet.transfer', out, { token })).status).toBe(200)
    expect((await backend.call('wallet.withdraw', { amount: 100 }, { token })).status).toBe(200)
    expect((await backend.call('wallet.slip', { file: pngSlip() }, { token })).status).toBe(200)
    expect((await backend.call('statement.list', { page: 1, limit: 10 }, { token })).status).toBe(200)
    expect((await backend.call('chat.config', {}, { token })).status).toBe(200)
    await expectSound(backend.db)
  })
})
