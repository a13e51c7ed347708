import { describe, expect, test } from 'vitest'
import { type Chance, turnTo } from '#contract/spin.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { ONCE, pendingOf } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { wheelWith, won, wonElse } from '#tests/kit/samples/spin.ts'
import { listeningChild } from '#tests/kit/start.ts'
import spin from './spin.model.ts'

const SETUP = 'spin.setup'
const CHANCE = 'chance'
const still: Chance = { turns: 0, seconds: 0, inside: 0.5 }

async function open({
  pending = null,
  decided = null,
}: Partial<Parameters<typeof startOwner<typeof spin.config.machine>>[1]> = {}) {
  const coupons = listeningChild()
  const it = await startOwner(spin, { pending, decided, claim: null }, { coupons: coupons.logic })
  return { ...it, told: () => coupons.heard.map(({ event }) => event.type) }
}
async function ready(coins = 2) {
  const it = await open()
  await it.answer(SETUP, wheelWith(coins))
  return it
}
async function spun() {
  const it = await ready()
  await it.send({ type: 'wheel.spin' })
  return it
}
/** The wheel turns to `reply`. */
async function turning(chance: Chance | null = still) {
  const it = await spun()
  await it.succeed(won)
  await it.answer(CHANCE, chance)
  return it
}

/** It has turned, and the prize is shown. */
async function prize() {
  const it = await turning()
  await it.pass(1200)
  await it.pass(2000)
  return it
}

describe('the wheel', () => {
  test('is loaded once, when it opens (R138, R180, R348)', async () => {
    const it = await open()
    expect([it.asked(SETUP), it.now().hasTag('busy')]).toEqual([[{}], true])
    await it.answer(SETUP, wheelWith(2))
    await it.pass(600_000)
    expect([it.now().value, it.now().context.setup, it.asked(SETUP).length]).toEqual(['ready', wheelWith(2), 1])
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'reports a failure (%o); only the player retries (R348)',
    async (failure) => {
      const it = await open()
      await it.fail(SETUP, failure)
      await it.pass(600_000)
      expect([it.now().value, it.asked(SETUP).length]).toEqual(['failed', 1])
      await it.send({ type: 'spin.retry' }, { type: 'spin.retry' })
      expect(it.asked(SETUP)).toHaveLength(2)
    },
  )
})

describe('spinning', () => {
  test.each([
    ['R234 no coin', wheelWith(0)],
    ['R138 no wheel', { activeSpinwheel: null, userCoin: 2 }],
    ['R138 a wheel without slices', { activeSpinwheel: { name: '', slice: [], unread: 0 }, userCoin: 2 }],
  ])('%s: sends nothing', async (_, setup) => {
    const it = await open()
    await it.answer(SETUP, setup)
    await it.send({ type: 'wheel.spin' })
    expect([it.now().value, it.sent()]).toEqual(['ready', []])
  })

  test('asks the server first, with a key; the wheel does not move yet (R236, R349)', async () => {
    const it = await spun()
    expect(it.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input: {} }])
    expect([it.now().context.turn, it.waits(CHANCE)]).toEqual([null, false])
  })

  test('ignores presses until the prize was seen (R233)', async () => {
    const it = await spun()
    await it.send({ type: 'wheel.spin' })
    await it.succeed({ ...won, remainingCoin: 1 })
    await it.send({ type: 'wheel.spin' })
    await it.answer(CHANCE, still)
    for (const ms of [0, 1199, 1, 1999, 1]) {
      await it.pass(ms)
      await it.send({ type: 'wheel.spin' })
    }
    expect([it.now().value, it.sent().length]).toEqual(['prize', 1])
  })

  test('shows the coins that the server returned (R183, R236)', async () => {
    const it = await spun()
    await it.succeed({ ...won, remainingCoin: 41 })
    expect(it.now().context.setup).toEqual(wheelWith(41))
  })

  test.each([
    [1200, still],
    [2000, { turns: 1, seconds: 1, inside: 0 }],
  ])('turns for %i ms, and 2 s later shows the prize (R236, R546, R548)', async (duration, chance) => {
    const it = await turning(chance)
    expect(it.now().context).toMatchObject({ at: 2, turn: turnTo(2, 4, chance) })
    await it.pass(duration - 1)
    expect(it.now().value).toBe('turning')
    await it.pass(1)
    expect(it.now().value).toBe('landed')
    await it.pass(1999)
    expect(it.now().value).toBe('landed')
    await it.pass(1)
    expect([it.now().value, it.now().context.decided]).toEqual(['prize', won])
  })

  test("reduced motion: jumps to the server's slice at once (R236)", async () => {
    const it = await turning(null)
    expect([it.now().value, it.now().context.at, it.now().context.turn]).toEqual(['landed', 2, null])
    await it.pass(2000)
    expect(it.now().value).toBe('prize')
  })

  test("no random numbers: jumps to the server's slice at once (R236)", async () => {
    const it = await spun()
    await it.succeed(won)
    await it.fail(CHANCE, new Error('no random numbers'))
    expect([it.now().value, it.now().context.at, it.now().context.turn]).toEqual(['landed', 2, null])
    await it.pass(2000)
    expect([it.now().value, it.now().context.decided]).toEqual(['prize', won])
  })

  test('a prize that is not on the wheel: shows it without turning (D-37)', async () => {
    const it = await prize()
    await it.send({ type: 'prize.gotIt' })
    await it.answer(SETUP, wheelWith(1))
    await it.send({ type: 'wheel.spin' })
    await it.succeed(wonElse)
    const { value, context } = it.now()
    expect([value, context.decided, context.at, context.turn]).toEqual(['prize', wonElse, null, null])
    expect(it.asked(CHANCE)).toHaveLength(1)
  })

  test('after the prize was seen reloads wheel, coupons and wallet, and can spin again (R239, R240)', async () => {
    const it = await prize()
    expect([it.told(), it.reads()]).toEqual([[], 1])
    await it.send({ type: 'prize.gotIt' }, { type: 'prize.gotIt' })
    expect([it.now().value, it.asked(SETUP).length, it.told()]).toEqual(['loading', 2, ['coupons.reload']])
    await it.answer(SETUP, wheelWith(1))
    await it.send({ type: 'wheel.spin' })
    const [first, second] = it.sent() as { key: string }[]
    expect([it.sent().length, first?.key === second?.key]).toEqual([2, false])
  })

  test('a claimed coupon may have brought coins: reloads the wheel, even while loading (R240)', async () => {
    const it = await ready(0)
    await it.send({ type: 'coupons.claimed' }, { type: 'coupons.claimed' })
    expect([it.now().value, it.asked(SETUP).length]).toEqual(['loading', 3])
    await it.answer(SETUP, wheelWith(1))
    await it.send({ type: 'wheel.spin' }, { type: 'coupons.claimed' })
    expect([it.now().value, it.sent().length]).toEqual(['asking', 1])
  })

  test.each(['NO_COIN', 'BONUS_REMAINING'])('refused (%s): reports it, then reloads the wheel (R415)', async (code) => {
    const it = await spun()
    await it.refuse(code)
    expect([it.now().value, it.now().context.failure?.code, it.now().context.turn]).toEqual(['refused', code, null])
    await it.send({ type: 'spin.gotIt' })
    expect([it.now().value, it.asked(SETUP).length, it.now().context.pending]).toEqual(['loading', 2, null])
  })
})

describe('exactly once', () => {
  test('without an answer reports no failure; a check sends the same key', async () => {
    const it = await spun()
    await it.lose()
    await it.send({ type: 'wheel.spin' })
    expect([it.now().value, it.reads()]).toEqual(['asking', 1])
    await it.check()
    const [first, ...more] = it.sent()
    expect(more).toEqual([first])
    await it.succeed(won)
    expect(it.now().value).toBe('drawing')
  })

  test('after a reload resends with the same key, then turns', async () => {
    const pending = pendingOf({})
    const it = await open({ pending })
    await it.answer(SETUP, wheelWith(0))
    expect(it.sent()).toEqual([{ key: pending.key, input: pending.input }])
    await it.succeed(won)
    expect(it.now().value).toBe('drawing')
  })

  test('after a reload in mid-spin shows the decided prize, and sends nothing (R238)', async () => {
    const it = await open({ decided: won })
    await it.answer(SETUP, wheelWith(0))
    const { value, context } = it.now()
    expect([value, context.decided, context.at, it.sent(), it.waits(CHANCE)]).toEqual(['prize', won, 2, [], false])
    await it.send({ type: 'prize.gotIt' })
    await it.answer(SETUP, wheelWith(0))
    expect([it.now().value, it.now().context.decided]).toEqual(['ready', null])
  })
})

test('reloads the wheel after the player has seen the outcome of a spin', async () => {
  const it = await startOwner(spin, { pending: pendingOf({}), decided: null, claim: null }, {}, ONCE)
  await it.answer(SETUP, wheelWith(2))
  expect(it.now().value).toBe('asking')
  await it.see()
  expect(it.now().value).toBe('loading')
})
