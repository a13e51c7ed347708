import { beforeEach, describe, expect, it } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { LOSS_LIMIT } from '#server/domain/operator.ts'
import { cheapHash } from '#tests/kit/cheap-password.ts'
import { type Backend, expectSound, NEWCOMER, startBackend } from '#tests/kit/server.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = (await backend.join({ password: cheapHash(NEWCOMER.password) })).token
  await backend.call('wallet.add', { amount: 5_000 }, { token })
  for (const code of ['pg', 'joker2', 'usun']) await backend.call('wallet.activate', { code }, { token })
})
/** Lets time pass and logs in again, because no session lasts a month. */
async function pass(ms: number) {
  backend.pass(ms)
  token = await backend.login(NEWCOMER.username)
}
const stake = (outcome: 'win' | 'lose', amount: number) =>
  backend.stake(outcome, amount, { username: NEWCOMER.username })

/** Moves `amount` baht, or all the money at `from` if there is no amount. */
async function move(from: string, to: string, amount?: number) {
  const moved = amount ?? (await backend.money(token))[from] ?? 0
  return moved === 0 ? null : backend.call('wallet.transfer', { from, to, amount: moved }, { token })
}
const into = async (amount: number, to = 'pg') => (await move(WALLET, to, amount))?.body ?? {}
const set = async (amount: number | null, period: 'day' | 'week' | 'month' = 'day', isConfirmed = false) =>
  (await backend.call('limits.set', { kind: 'loss', period, amount, isConfirmed }, { token })).body
const read = async () => (await backend.call('limits.read', {}, { token })).body
const enter = async () => (await backend.call('wallet.account', { code: 'pg' }, { token })).body
const refused = (left: string | null) => ({ code: 'LOSS_LIMIT', message: LOSS_LIMIT.th(left) })
const left = (amount: string) => refused(`${amount}\u00a0บาท`)
const ALL_GONE = refused(null)

describe('loss limits', () => {
  it('are shown with the net losses of each period, never below 0 (R607)', async () => {
    await into(500)
    await stake('lose', 300)
    await stake('win', 50)
    await pass(2 * DAY)
    await stake('win', 100)
    expect((await read()).losses).toEqual({
      day: { amount: null, lost: 0, wish: null },
      week: { amount: null, lost: 150, wish: null },
      month: { amount: null, lost: 150, wish: null },
    })
  })

  it('are separate from deposit limits for the same period (R607)', async () => {
    await set(300)
    await backend.call('limits.set', { period: 'day', amount: 700, isConfirmed: false }, { token })
    expect(await read()).toMatchObject({
      losses: { day: { amount: 300 }, week: { amount: null } },
      periods: { day: { amount: 700 }, month: { amount: null } },
    })
  })

  it('apply immediately when set or lowered, but need 24 hours and a confirmation when raised (R607)', async () => {
    expect(await set(300)).toMatchObject({ losses: { day: { amount: 300, wish: null } } })
    expect(await set(200)).toMatchObject({ losses: { day: { amount: 200, wish: null } } })
    expect(await set(900)).toMatchObject({ losses: { day: { amount: 200, wish: { amount: 900, isReady: false } } } })
    await pass(DAY)
    expect(await set(900, 'day', true)).toMatchObject({ losses: { day: { amount: 900, wish: null } } })
    await set(null)
    await pass(DAY)
    expect(await set(null, 'day', true)).toMatchObject({ losses: { day: { amount: null, wish: null } } })
    expect(await into(1_000)).toEqual({})
  })
})

describe('transfers into games (R608, D-69)', () => {
  it('are accepted up to the loss limit, and a refusal contains the amount left', async () => {
    await set(500)
    expect(await into(501)).toEqual(left('500.00'))
    expect(await into(500)).toEqual({})
    expect(await into(1)).toEqual(ALL_GONE)
  })

  it('are capped by the loss limit minus the losses and the money in all games', async () => {
    await set(500)
    await into(200)
    await stake('lose', 150)
    await into(100, 'joker2')
    // 150 baht are lost, and the two games contain 50 and 100 baht
    expect(await into(201)).toEqual(left('200.00'))
    expect(await into(200)).toEqual({})
  })

  it('are accepted again once money is moved back to the wallet', async () => {
    await set(500)
    await into(500)
    await move('pg', WALLET, 300)
    expect(await into(301)).toEqual(left('300.00'))
    expect(await into(300)).toEqual({})
  })

  it('are capped by the lowest loss limit', async () => {
    await set(500)
    await set(400, 'week')
    await set(300, 'month')
    expect(await into(301)).toEqual(left('300.00'))
    await into(300)
    await stake('lose', 300)
    await pass(8 * DAY)
    expect(await into(1)).toEqual(ALL_GONE)
    await pass(23 * DAY)
    expect(await into(300)).toEqual({})
  })

  it.each([
    ['day', DAY],
    ['week', 7 * DAY],
    ['month', 30 * DAY],
  ] as const)('are accepted again once the losses are older than the period: %s', async (period, length) => {
    await set(300, period)
    await into(300)
    await stake('lose', 300)
    await pass(length - 1)
    expect(await into(1)).toEqual(ALL_GONE)
    await pass(1)
    expect(await into(300)).toEqual({})
  })

  it('of the whole wallet are refused if they exceed the limit, but money can still move between games', async () => {
    await set(500)
    const all = await backend.call('wallet.transferAll', { to: 'pg' }, { token })
    expect(all.body).toEqual(left('500.00'))
    await into(500)
    expect((await move('pg', 'joker2', 200))?.status).toBe(200)
    await expectSound(backend.db)
  })

  it('take into account money that is in transit into another game', async () => {
    await set(500)
    const [sent, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { moveIntoGame } = backend.world
    backend.world.moveIntoGame = async () => {
      backend.world.moveIntoGame = moveIntoGame
      sent.resolve()
      await arrived.promise
    }
    const first = into(300)
    await sent.promise
    expect(await into(201, 'joker2')).toEqual(left('200.00'))
    arrived.resolve()
    expect(await first).toEqual({})
    await expectSound(backend.db)
  })

  it('sent at the same time cannot together exceed the loss limit', async () => {
    await set(500)
    const replies = await Promise.all([into(300), into(300, 'joker2'), into(300, 'usun')])
    expect(replies.filter((reply) => !('code' in reply))).toHaveLength(1)
    await expectSound(backend.db)
  })
})

describe('past winnings (R608)', () => {
  it('do not offset later losses, because they drop out of the period before those losses do', async () => {
    await set(100)
    await into(100)
    await stake('win', 1_000)
    await move('pg', WALLET, 1_100)
    await pass(DAY - 1_000)
    expect(await into(1_100)).toEqual(left('100.00'))
  })

  it('offset only the losses before them', async () => {
    await set(500)
    await into(500)
    await stake('lose', 300)
    await stake('win', 300)
    expect((await read()).losses).toMatchObject({ day: { lost: 0 } })
    await stake('lose', 200)
    expect((await read()).losses).toMatchObject({ day: { lost: 200 } })
    expect(await into(1)).toEqual(ALL_GONE)
  })

  it('do not let a member lose more than the limit in any period', async () => {
    await set(500)
    await into(500)
    await stake('win', 500)
    await pass(HOUR)
    await stake('lose', 500)
    await move('pg', WALLET, 500)
    await pass(23 * HOUR - 60_000)
    // 500 baht were lost in the last 23 hours, and the earlier win does not offset this loss
    expect(await into(1)).toEqual(ALL_GONE)
  })
})

describe('beyond a loss limit (R608)', () => {
  beforeEach(async () => {
    await into(400)
    await set(300)
  })

  it('no game can be entered or opened, and no game gets a new password', async () => {
    expect(await enter()).toEqual(ALL_GONE)
    expect((await backend.call('wallet.activate', { code: 'areaslot' }, { token })).body).toEqual(ALL_GONE)
    expect((await backend.call('wallet.resetpassword', { code: 'pg' }, { token })).body).toEqual(ALL_GONE)
    expect((await move('pg', 'joker2', 10))?.body).toEqual(ALL_GONE)
  })

  it('money can still be moved back to the wallet, and games then open again', async () => {
    expect((await move('pg', WALLET, 100))?.status).toBe(200)
    expect(await enter()).toMatchObject({ username: expect.any(String) })
  })

  it('deposits and withdrawals are still accepted', async () => {
    expect((await backend.call('wallet.add', { amount: 100 }, { token })).status).toBe(200)
    expect((await backend.call('wallet.withdraw', { amount: 100 }, { token })).status).toBe(200)
  })
})

describe('beyond a loss limit, with a bonus whose turnover is not reached (R608, D-69)', () => {
  const BONUS = 20
  const activeBonus = async () => (await backend.call('bonus.active', {}, { token })).body
  const endBonus = () => backend.call('bonus.clear', {}, { token })
  const back = () => move('pg', WALLET, 400)

  beforeEach(async () => {
    await backend.call('bonus.activate', { code: 'DAILY' }, { token })
    await into(400)
    await set(300)
  })

  it('the game cannot be entered (LOSS_LIMIT, 403), nor can its money be moved back (BONUS_REMAINING, 409)', async () => {
    expect(await backend.call('wallet.account', { code: 'pg' }, { token })).toEqual({ status: 403, body: ALL_GONE })
    expect(await back()).toMatchObject({ status: 409, body: { code: 'BONUS_REMAINING' } })
    expect(await move('pg', 'joker2', 10)).toMatchObject({ status: 409, body: { code: 'BONUS_REMAINING' } })
    expect(await activeBonus()).toMatchObject({ status: true, remaining: BONUS })
    expect(await backend.money(token)).toMatchObject({ [WALLET]: 4_600 + BONUS, pg: 400 })
  })

  it('waiting does not reopen the game, because its money exceeds the limit without any loss', async () => {
    await pass(31 * DAY)
    expect(await enter()).toEqual(ALL_GONE)
    expect((await back())?.body).toMatchObject({ code: 'BONUS_REMAINING' })
  })

  it('a self-exclusion lets the member take the money back and keep the bonus (R578)', async () => {
    const exclusion = { length: 'halfYear', password: NEWCOMER.password } as const
    expect((await backend.call('care.break', exclusion, { token })).status).toBe(200)
    expect((await back())?.status).toBe(200)
    expect(await backend.money(token)).toMatchObject({ [WALLET]: 5_000 + BONUS, pg: 0 })
    expect(await activeBonus()).toMatchObject({ status: true, remaining: BONUS })
    await expectSound(backend.db)
  })

  it('a higher limit, confirmed after 24 hours, lets the member reach the turnover and take the money back (R607)', async () => {
    await set(400)
    await pass(DAY - 1)
    await set(400, 'day', true)
    expect(await enter()).toEqual(ALL_GONE)
    await pass(1)
    expect(await enter()).toEqual(ALL_GONE)
    await set(400, 'day', true)
    expect(await enter()).toMatchObject({ username: expect.any(String) })
    expect((await back())?.body).toMatchObject({ code: 'BONUS_REMAINING' })
    await stake('win', BONUS)
    expect((await back())?.status).toBe(200)
    expect(await backend.money(token)).toMatchObject({ [WALLET]: 5_000 + BONUS, pg: BONUS })
    await expectSound(backend.db)
  })

  it('ending the bonus forfeits the money in the game and the bonus amount, and the game opens again (R24, D-16)', async () => {
    expect((await endBonus()).status).toBe(200)
    expect(await backend.money(token)).toMatchObject({ [WALLET]: 4_600, pg: 0 })
    expect(await activeBonus()).toEqual({ status: false })
    expect((await backend.rows(token, 1))[0]).toMatchObject({ statementType: 'finish_bonus', amount: 400 + BONUS })
    await expectSound(backend.db)
    expect(await enter()).toMatchObject({ username: expect.any(String) })
    expect(await into(301)).toEqual(left('300.00'))
    expect(await into(300)).toEqual({})
  })
})
