import { describe, expect, it, test } from 'vitest'
import { satang } from '#contract/money.ts'
import { readable } from '#contract/rows.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { lastBalance, moving, movingPartial, overview, partial, reading, slot } from '#tests/kit/samples/wallet.ts'
import { start } from '#tests/kit/start.ts'
import wallet from './wallet.model.ts'

const open = (syncedAt: number | null = null) => start(wallet, { syncedAt })
async function asking() {
  const app = await open()
  await app.send({ type: 'wallet.open' })
  await app.pass(300)
  return app
}

describe('the balance from the last visit', () => {
  const back = () => start(wallet, { syncedAt: 1, last: lastBalance })

  test('is shown immediately, with its time and without a request (R83, D-60)', async () => {
    const app = await back()
    expect(app.now().matches({ overview: 'remembered' })).toBe(true)
    expect(app.now().context).toMatchObject({ overview: null, last: lastBalance, syncedAt: 1 })
    expect(app.fakes.calls).toEqual([])
  })

  test('does not exist on the first visit', async () => {
    const app = await open()
    expect(app.now().matches({ overview: 'unread' })).toBe(true)
  })

  test('is replaced by the first balance that is read (D-60)', async () => {
    const app = await back()
    await app.send({ type: 'wallet.show' })
    expect(app.now().context.last).toEqual(lastBalance)
    await app.answer('wallet.get', reading)
    expect(app.now().context).toMatchObject({ overview, last: null, syncedAt: reading.at })
  })

  test('is kept with its time if the current balance cannot be read (D-60)', async () => {
    const app = await back()
    await app.send({ type: 'wallet.read' })
    await app.fail('wallet.get', noAnswer)
    expect(app.now().matches({ overview: 'failed' })).toBe(true)
    expect(app.now().context).toMatchObject({ overview: null, last: lastBalance, syncedAt: 1 })
  })
})

describe('opening the home page', () => {
  test('refreshes the game balances after 300 ms, but not earlier (R80, D-06)', async () => {
    const app = await open()
    await app.send({ type: 'wallet.open' })
    await app.pass(299)
    expect(app.fakes.calls).toEqual([])
    await app.pass(1)
    expect(app.fakes.calls).toEqual([{ id: 'wallet.refresh', input: {} }])
  })

  test('reads the wallet only once, after the games have replied (R80)', async () => {
    const app = await asking()
    await app.pass(9_999)
    expect(app.asked('wallet.get')).toHaveLength(0)
    await app.answer('wallet.refresh', {})
    expect(app.asked('wallet.get')).toHaveLength(1)
    await app.answer('wallet.get', reading)
    await app.pass(60_000)
    expect(app.fakes.calls.map(({ id }) => id)).toEqual(['wallet.refresh', 'wallet.get'])
    expect(app.now().hasTag('busy')).toBe(false)
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'reads the wallet even if the games fail with %o (D-06)',
    async (failure) => {
      const app = await asking()
      await app.fail('wallet.refresh', failure)
      expect(app.asked('wallet.get')).toHaveLength(1)
      await app.answer('wallet.get', reading)
      expect(app.now().context).toMatchObject({ overview })
      expect(app.now().value).toEqual({ games: 'resting', overview: 'known' })
    },
  )

  test.each(['answer', 'fail'] as const)(
    'reads the wallet after 10 s without a reply from the games, and again when they %s (D-06)',
    async (how) => {
      const app = await asking()
      await app.pass(10_000)
      expect(app.asked('wallet.get')).toHaveLength(1)
      expect(app.now().value).toEqual({ games: { asking: 'late' }, overview: 'reading' })
      await app.answer('wallet.get', reading)
      expect(app.now().context.overview).toEqual(overview)
      await app.pass(30_000)
      expect(app.asked('wallet.get')).toHaveLength(1)
      await app[how]('wallet.refresh', noAnswer)
      expect(app.asked('wallet.get')).toHaveLength(2)
      expect(app.asked('wallet.refresh')).toHaveLength(1)
    },
  )

  test('reads the wallet again if the games reply during the read (D-06)', async () => {
    const app = await asking()
    await app.pass(10_000)
    await app.answer('wallet.refresh', {})
    expect(app.asked('wallet.get')).toHaveLength(2)
    await app.answer('wallet.get', reading)
    expect(app.now().context.overview).toEqual(overview)
  })
})

describe('requests for the balance', () => {
  test('refresh the game balances immediately, and then read the wallet (R84)', async () => {
    const app = await open()
    await app.send({ type: 'wallet.refresh' })
    expect(app.fakes.calls.map(({ id }) => id)).toEqual(['wallet.refresh'])
    expect(app.now().hasTag('busy')).toBe(true)
    await app.answer('wallet.refresh', {})
    expect(app.fakes.calls.map(({ id }) => id)).toEqual(['wallet.refresh', 'wallet.get'])
  })

  test('refresh the game balances only once if the player refreshes twice in quick succession (R84)', async () => {
    const app = await open()
    await app.send({ type: 'wallet.refresh' }, { type: 'wallet.refresh' }, { type: 'wallet.open' })
    await app.pass(300)
    expect(app.asked('wallet.refresh')).toHaveLength(1)
  })

  test('are repeated when the player refreshes again later (R84)', async () => {
    const app = await open()
    for (const _ of [1, 2]) {
      await app.send({ type: 'wallet.refresh' })
      await app.answer('wallet.refresh', {})
      await app.answer('wallet.get', reading)
    }
    expect(app.fakes.calls.map(({ id }) => id)).toEqual([
      'wallet.refresh',
      'wallet.get',
      'wallet.refresh',
      'wallet.get',
    ])
  })

  test('read the wallet when a page opens, but only if the wallet is not loaded yet (R83)', async () => {
    const app = await open()
    await app.send({ type: 'wallet.show' })
    expect(app.now().value).toEqual({ games: 'resting', overview: 'reading' })
    await app.answer('wallet.get', reading)
    await app.send({ type: 'wallet.show' })
    expect(app.fakes.calls.map(({ id }) => id)).toEqual(['wallet.get'])
  })

  test('do not refresh the game balances if only the wallet is requested (R326)', async () => {
    const app = await open()
    await app.send({ type: 'wallet.read' })
    expect(app.fakes.calls.map(({ id }) => id)).toEqual(['wallet.get'])
    await app.answer('wallet.get', reading)
    await app.send({ type: 'wallet.read' })
    expect(app.asked('wallet.get')).toHaveLength(2)
  })
})

describe('the known balance', () => {
  test('keeps the time of the last successful read (R83, D-05)', async () => {
    const app = await open(77)
    expect(app.now().context).toMatchObject({ overview: null, syncedAt: 77 })
    await app.send({ type: 'wallet.read' })
    await app.fail('wallet.get', noAnswer)
    expect(app.now().matches({ overview: 'failed' })).toBe(true)
    expect(app.now().context).toEqual({ overview: null, last: null, settings: {}, syncedAt: 77, checks: 0 })
    await app.send({ type: 'wallet.read' })
    await app.answer('wallet.get', reading)
    expect(app.now().context).toEqual({
      overview,
      last: null,
      settings: reading.settings,
      syncedAt: reading.at,
      checks: 0,
    })
  })

  test('is kept if it cannot be reloaded (R83)', async () => {
    const app = await open()
    await app.send({ type: 'wallet.read' })
    await app.answer('wallet.get', reading)
    await app.send({ type: 'wallet.read' })
    await app.fail('wallet.get', noAnswer)
    expect(app.now().matches({ overview: 'stale' })).toBe(true)
    expect(app.now().context).toEqual({
      overview,
      last: null,
      settings: reading.settings,
      syncedAt: reading.at,
      checks: 0,
    })
    expect(app.now().hasTag('busy')).toBe(false)
    await app.send({ type: 'wallet.read' })
    expect([app.asked('wallet.get').length, app.now().hasTag('busy')]).toEqual([3, true])
  })

  it('includes the readable part of the wallet until the whole wallet can be read (R82, R161)', async () => {
    const app = await open()
    await app.send({ type: 'wallet.read' })
    await app.answer('wallet.get', { ...reading, overview: partial })
    expect(app.now().matches({ overview: 'partial' })).toBe(true)
    expect(app.now().context).toEqual({
      overview: partial,
      last: null,
      settings: reading.settings,
      syncedAt: reading.at,
      checks: 0,
    })
    await app.send({ type: 'wallet.read' })
    expect(app.asked('wallet.get')).toHaveLength(2)
    await app.answer('wallet.get', reading)
    expect(app.now().matches({ overview: 'known' })).toBe(true)
    expect(app.now().context.overview).toEqual(overview)
  })

  test('keeps the same object references if the data is unchanged, and replaces only the objects that have changed (R326)', async () => {
    const app = await open()
    const read = async (next: typeof overview) => {
      await app.send({ type: 'wallet.read' })
      await app.answer('wallet.get', { overview: next, at: 1 })
      return app.now().context.overview
    }
    const first = await read(structuredClone(overview))
    expect(await read(structuredClone(overview))).toBe(first)
    const changed = await read({
      ...structuredClone(overview),
      slots: [slot('pg', { amount: satang(1) }), ...overview.slots.slice(1)],
    })
    expect(changed?.slots.map((one, at) => one === first?.slots[at])).toEqual([false, true])
    expect(changed?.slots[0]?.amount).toBe(1)
    expect(changed?.profile).toBe(first?.profile)
    expect((await read({ ...structuredClone(overview), slots: [] }))?.slots).toEqual([])
  })

  test('is updated when a value appears, disappears or changes its type (R326)', async () => {
    const app = await open()
    const parts = [null, [], {}, 'ab', '', 0, [1], { 0: 1 }, ['a', 'b'], { a: 1 }, null]
    for (const part of parts) {
      await app.send({ type: 'wallet.read' })
      await app.answer('wallet.get', { overview: { part }, at: 1 })
      expect(app.now().context.overview).toStrictEqual({ part })
    }
  })
})

describe('the automatic reload of the balance', () => {
  /** Returns the wallet after its first load, with no games timer running. */
  async function shown(overview: WalletOverview) {
    const app = await open()
    await app.send({ type: 'wallet.show' })
    await app.answer('wallet.get', { ...reading, overview })
    return app
  }
  const at = (app: Awaited<ReturnType<typeof open>>) => app.now().value.overview

  test.each([
    ['all game accounts', moving, 'known'],
    ['some game accounts', movingPartial, 'partial'],
  ] as const)(
    'runs every minute while a payment is pending, without a loading indicator (readable: %s) (R598)',
    async (_, overview, state) => {
      const app = await shown(overview)
      await app.pass(59_999)
      expect(app.asked('wallet.get')).toHaveLength(1)
      await app.pass(1)
      expect(app.asked('wallet.get')).toHaveLength(2)
      expect(at(app)).toBe('checking')
      expect(app.now().hasTag('busy')).toBe(false)
      await app.answer('wallet.get', { ...reading, overview })
      expect(at(app)).toBe(state)
      await app.pass(60_000)
      expect(app.asked('wallet.get')).toHaveLength(3)
    },
  )

  test.each([
    [moving, 'known'],
    [movingPartial, 'partial'],
  ] as const)(
    'keeps the balance and its time after a failure, and runs again a minute later (R598)',
    async (overview, state) => {
      const app = await shown(overview)
      await app.pass(60_000)
      await app.fail('wallet.get', noAnswer)
      expect(at(app)).toBe(state)
      expect(app.now().context).toMatchObject({ overview, syncedAt: reading.at })
      await app.pass(60_000)
      expect(app.asked('wallet.get')).toHaveLength(2 + 1)
    },
  )

  test('stops after half an hour, and resumes when the balance is requested again (R598, D-67)', async () => {
    const app = await shown(moving)
    for (let minute = 0; minute < 40; minute++) {
      await app.pass(60_000)
      if (at(app) === 'checking') await app.answer('wallet.get', { ...reading, overview: moving })
    }
    expect(app.asked('wallet.get')).toHaveLength(1 + 30)
    await app.send({ type: 'wallet.read' })
    await app.answer('wallet.get', { ...reading, overview: moving })
    await app.pass(60_000)
    expect(app.asked('wallet.get')).toHaveLength(1 + 30 + 2)
  })

  test('does not run if no payment is pending, even if a recent outcome is still listed (R598)', async () => {
    const settled = readable(moving.underWay ?? []).map((row) => ({ ...row, status: 'SUCCESS' as const }))
    const app = await shown({ ...overview, underWay: settled })
    await app.pass(600_000)
    expect(app.asked('wallet.get')).toHaveLength(1)
    expect(at(app)).toBe('known')
  })

  test('does not prevent the player from refreshing the balance', async () => {
    const app = await shown(moving)
    await app.pass(60_000)
    await app.send({ type: 'wallet.read' })
    expect(at(app)).toBe('reading')
    expect(app.now().hasTag('busy')).toBe(true)
  })
})
