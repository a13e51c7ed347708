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
  const app = await startOwner(spin, { pending, decided, claim: null }, { coupons: coupons.logic })
  return { ...app, told: () => coupons.heard.map(({ event }) => event.type) }
}
async function ready(coins = 2) {
  const app = await open()
  await app.answer(SETUP, wheelWith(coins))
  return app
}
async function spun() {
  const app = await ready()
  await app.send({ type: 'wheel.spin' })
  return app
}
/** Starts a spin and lets the wheel turn towards `won`. */
async function turning(chance: Chance | null = still) {
  const app = await spun()
  await app.succeed(won)
  await app.answer(CHANCE, chance)
  return app
}

/** Waits until the wheel has turned and the prize is shown. */
async function prize() {
  const app = await turning()
  await app.pass(1200)
  await app.pass(2000)
  return app
}

describe('the wheel', () => {
  test('is loaded once, when the page opens (R138, R180, R348)', async () => {
    const app = await open()
    expect([app.asked(SETUP), app.now().hasTag('busy')]).toEqual([[{}], true])
    await app.answer(SETUP, wheelWith(2))
    await app.pass(600_000)
    expect([app.now().value, app.now().context.setup, app.asked(SETUP).length]).toEqual(['ready', wheelWith(2), 1])
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'reports a failure (%o), and reloads only when the player retries (R348)',
    async (failure) => {
      const app = await open()
      await app.fail(SETUP, failure)
      await app.pass(600_000)
      expect([app.now().value, app.asked(SETUP).length]).toEqual(['failed', 1])
      await app.send({ type: 'spin.retry' }, { type: 'spin.retry' })
      expect(app.asked(SETUP)).toHaveLength(2)
    },
  )
})

describe('spinning', () => {
  test.each([
    ['no coin (R234)', wheelWith(0)],
    ['no wheel (R138)', { activeSpinwheel: null, userCoin: 2 }],
    ['a wheel without slices (R138)', { activeSpinwheel: { name: '', slice: [], unread: 0 }, userCoin: 2 }],
  ])('is not possible with %s', async (_, setup) => {
    const app = await open()
    await app.answer(SETUP, setup)
    await app.send({ type: 'wheel.spin' })
    expect([app.now().value, app.sent()]).toEqual(['ready', []])
  })

  test('sends the request with an idempotency key before the wheel moves (R236, R349)', async () => {
    const app = await spun()
    expect(app.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input: {} }])
    expect([app.now().context.turn, app.waits(CHANCE)]).toEqual([null, false])
  })

  test('ignores presses until the prize has been seen (R233)', async () => {
    const app = await spun()
    await app.send({ type: 'wheel.spin' })
    await app.succeed({ ...won, remainingCoin: 1 })
    await app.send({ type: 'wheel.spin' })
    await app.answer(CHANCE, still)
    for (const ms of [0, 1199, 1, 1999, 1]) {
      await app.pass(ms)
      await app.send({ type: 'wheel.spin' })
    }
    expect([app.now().value, app.sent().length]).toEqual(['prize', 1])
  })

  test('shows the number of coins that the server returned (R183, R236)', async () => {
    const app = await spun()
    await app.succeed({ ...won, remainingCoin: 41 })
    expect(app.now().context.setup).toEqual(wheelWith(41))
  })

  test.each([
    [1200, still],
    [2000, { turns: 1, seconds: 1, inside: 0 }],
  ])('turns the wheel for %i ms, and shows the prize 2 s later (R236, R546, R548)', async (duration, chance) => {
    const app = await turning(chance)
    expect(app.now().context).toMatchObject({ at: 2, turn: turnTo(2, 4, chance) })
    await app.pass(duration - 1)
    expect(app.now().value).toBe('turning')
    await app.pass(1)
    expect(app.now().value).toBe('landed')
    await app.pass(1999)
    expect(app.now().value).toBe('landed')
    await app.pass(1)
    expect([app.now().value, app.now().context.decided]).toEqual(['prize', won])
  })

  test("jumps to the server's slice immediately with reduced motion (R236)", async () => {
    const app = await turning(null)
    expect([app.now().value, app.now().context.at, app.now().context.turn]).toEqual(['landed', 2, null])
    await app.pass(2000)
    expect(app.now().value).toBe('prize')
  })

  test("jumps to the server's slice immediately if no random numbers are available (R236)", async () => {
    const app = await spun()
    await app.succeed(won)
    await app.fail(CHANCE, new Error('no random numbers'))
    expect([app.now().value, app.now().context.at, app.now().context.turn]).toEqual(['landed', 2, null])
    await app.pass(2000)
    expect([app.now().value, app.now().context.decided]).toEqual(['prize', won])
  })

  test('shows the prize without turning the wheel if the prize is not on the wheel (D-37)', async () => {
    const app = await prize()
    await app.send({ type: 'prize.gotIt' })
    await app.answer(SETUP, wheelWith(1))
    await app.send({ type: 'wheel.spin' })
    await app.succeed(wonElse)
    const { value, context } = app.now()
    expect([value, context.decided, context.at, context.turn]).toEqual(['prize', wonElse, null, null])
    expect(app.asked(CHANCE)).toHaveLength(1)
  })

  test('reloads the wallet at once, and reloads the wheel and the coupons when the prize is dismissed, so that the player can spin again (R239, R240)', async () => {
    const app = await prize()
    expect([app.told(), app.reads()]).toEqual([[], 1])
    await app.send({ type: 'prize.gotIt' }, { type: 'prize.gotIt' })
    expect([app.now().value, app.asked(SETUP).length, app.told()]).toEqual(['loading', 2, ['coupons.reload']])
    await app.answer(SETUP, wheelWith(1))
    await app.send({ type: 'wheel.spin' })
    const [first, second] = app.sent() as { key: string }[]
    expect([app.sent().length, first?.key === second?.key]).toEqual([2, false])
  })

  test('becomes possible after a coupon for a coin is claimed, because every claim reloads the wheel, even during another reload (R240)', async () => {
    const app = await ready(0)
    await app.send({ type: 'coupons.claimed' }, { type: 'coupons.claimed' })
    expect([app.now().value, app.asked(SETUP).length]).toEqual(['loading', 3])
    await app.answer(SETUP, wheelWith(1))
    await app.send({ type: 'wheel.spin' }, { type: 'coupons.claimed' })
    expect([app.now().value, app.sent().length]).toEqual(['asking', 1])
  })

  test.each(['NO_COIN', 'BONUS_REMAINING'])('reports the refusal %s, then reloads the wheel (R415)', async (code) => {
    const app = await spun()
    await app.refuse(code)
    expect([app.now().value, app.now().context.failure?.code, app.now().context.turn]).toEqual(['refused', code, null])
    await app.send({ type: 'spin.gotIt' })
    expect([app.now().value, app.asked(SETUP).length, app.now().context.pending]).toEqual(['loading', 2, null])
  })
})

describe('an interrupted spin', () => {
  test('is not reported as failed if its reply is lost, and a check resends it with the same idempotency key', async () => {
    const app = await spun()
    await app.lose()
    await app.send({ type: 'wheel.spin' })
    expect([app.now().value, app.reads()]).toEqual(['asking', 1])
    await app.check()
    const [first, ...more] = app.sent()
    expect(more).toEqual([first])
    await app.succeed(won)
    expect(app.now().value).toBe('drawing')
  })

  test('is resent with the same idempotency key after a page reload, and the wheel then turns', async () => {
    const pending = pendingOf({})
    const app = await open({ pending })
    await app.answer(SETUP, wheelWith(0))
    expect(app.sent()).toEqual([{ key: pending.key, input: pending.input }])
    await app.succeed(won)
    expect(app.now().value).toBe('drawing')
  })

  test('is not resent after a page reload if its reply had already arrived, and the prize is shown (R238)', async () => {
    const app = await open({ decided: won })
    await app.answer(SETUP, wheelWith(0))
    const { value, context } = app.now()
    expect([value, context.decided, context.at, app.sent(), app.waits(CHANCE)]).toEqual(['prize', won, 2, [], false])
    await app.send({ type: 'prize.gotIt' })
    await app.answer(SETUP, wheelWith(0))
    expect([app.now().value, app.now().context.decided]).toEqual(['ready', null])
  })
})

test('the wheel is reloaded once the player has seen the outcome of a spin that cannot be resent', async () => {
  const app = await startOwner(spin, { pending: pendingOf({}), decided: null, claim: null }, {}, ONCE)
  await app.answer(SETUP, wheelWith(2))
  expect(app.now().value).toBe('asking')
  await app.see()
  expect(app.now().value).toBe('loading')
})
