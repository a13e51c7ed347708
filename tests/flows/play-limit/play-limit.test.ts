import { beforeEach, describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import {
  freeing,
  freeingTime,
  holding,
  limited,
  limitedLosses,
  limitedTime,
  ready,
  unlimited,
  wishing,
  wishingTime,
} from '#tests/kit/samples/play-limit.ts'
import { listener, start } from '#tests/kit/start.ts'
import playLimit from './play-limit.model.ts'

const READ = 'limits.read'
const SET = 'limits.set'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const open = { type: 'limit.open', kind: 'deposit', period: 'day' } as const
const openLoss = { ...open, kind: 'loss' } as const
const openTime = { ...open, kind: 'time' } as const
const type = (text: string) => ({ type: 'amount.type', text }) as const
const save = { type: 'limit.save' } as const
const remove = { type: 'limit.remove' } as const
const check = { type: 'limit.check' } as const
const gotIt = { type: 'limit.gotIt' } as const

let wallet = listener()
beforeEach(() => {
  wallet = listener()
})

async function shown(answer = unlimited) {
  const app = await start(playLimit, { wallet: wallet.ref as never })
  await app.answer(READ, answer)
  return app
}
async function saving() {
  const app = await shown()
  await app.send(open, type('500'), save)
  return app
}

describe('a member’s limits', () => {
  test('are loaded once, when the page opens (R585)', async () => {
    const app = await start(playLimit, { wallet: wallet.ref as never })
    expect([app.now().value, app.now().hasTag('busy'), app.now().context.found]).toEqual(['loading', true, null])
    await app.answer(READ, holding)
    expect([app.now().value, app.now().hasTag('busy'), app.now().context.found]).toEqual(['shown', false, holding])
    await app.pass(600_000)
    expect(app.asked(READ)).toEqual([{}])
  })

  test('are reloaded after a failure only when the player retries', async () => {
    const app = await start(playLimit, { wallet: wallet.ref as never })
    await app.fail(READ, noAnswer)
    await app.pass(600_000)
    expect([app.now().value, app.asked(READ).length]).toEqual(['failed', 1])
    await app.send({ type: 'limits.retry' })
    expect([app.now().value, app.asked(READ).length]).toEqual(['loading', 2])
  })
})

describe('a limit', () => {
  test('is sent once, in satang and with an idempotency key, and shown as the server returns it (R585)', async () => {
    const app = await saving()
    await app.send(save)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['saving', true])
    expect(app.asked(SET)).toEqual([{ period: 'day', amount: 50_000, isConfirmed: false, key }])
    await app.answer(SET, limited)
    expect([app.now().value, app.now().context.found, app.asked(READ).length]).toEqual(['shown', limited, 1])
  })

  test('is sent with a new idempotency key each time (R585)', async () => {
    const app = await saving()
    await app.answer(SET, limited)
    await app.send(open, type('900'), save)
    await app.answer(SET, wishing)
    await app.send(open, remove)
    const keys = (app.asked(SET) as { key: string }[]).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })

  test.each(['', '0', '0.00', '-5', 'abc', '1.234'])('requires an amount above 0: %s (R585)', async (text) => {
    const app = await shown()
    await app.send(open, type(text), save)
    expect([app.now().value, app.now().context.isWrong, app.asked(SET).length]).toEqual(['editing', true, 0])
  })

  test('shows its error message until the player types or opens the dialog again', async () => {
    const app = await shown()
    await app.send(open, save, type('5'))
    expect(app.now().context.isWrong).toBe(false)
    await app.send(type(''), save, { type: 'limit.leave' }, open)
    expect(app.now().context).toMatchObject({ isWrong: false, text: '' })
  })

  test.each([
    ['the present limit', limited, '500'],
    ['the present limit while a higher one has to wait', wishing, '500'],
    ['the higher one once it can be confirmed', ready, '900'],
    ['nothing without a limit', unlimited, ''],
  ])('is edited in a dialog that opens with %s in the field (R587)', async (_, found, text) => {
    const app = await shown(found)
    await app.send(open)
    expect(app.now().context.text).toBe(text)
  })

  test('is edited in a dialog that opens with an empty field once the removal can be confirmed (R587)', async () => {
    const { day } = freeing.periods
    const wish = day.wish && { ...day.wish, isReady: true }
    const app = await shown({ ...freeing, periods: { ...freeing.periods, day: { ...day, wish } } })
    await app.send(open)
    expect(app.now().context.text).toBe('')
  })

  test('can be removed only if it exists (R587)', async () => {
    const without = await shown()
    await without.send(open, remove)
    expect([without.now().value, without.asked(SET).length]).toEqual(['editing', 0])
    const app = await shown(limited)
    await app.send(open, type('900'), remove)
    expect(app.asked(SET)).toEqual([{ period: 'day', amount: null, isConfirmed: false, key }])
  })

  test.each([
    ['enters the requested amount again', '900', true],
    ['enters another amount', '901', false],
    ['enters the present amount', '500', false],
  ])(
    'is confirmed after the wait only if the requested amount is entered again: the player %s (R587)',
    async (_, text, isConfirmed) => {
      const app = await shown(ready)
      await app.send(open, type(text), save)
      expect(app.asked(SET)).toEqual([{ period: 'day', amount: Number(text) * 100, isConfirmed, key }])
    },
  )

  test('cannot be confirmed before the wait is over (R587)', async () => {
    const app = await shown(wishing)
    await app.send(open, type('900'), save)
    expect(app.asked(SET)).toEqual([{ period: 'day', amount: 90_000, isConfirmed: false, key }])
  })

  test('is removed with a confirmation once the wait is over (R587)', async () => {
    const { day } = freeing.periods
    const wish = day.wish && { ...day.wish, isReady: true }
    const app = await shown({ ...freeing, periods: { ...freeing.periods, day: { ...day, wish } } })
    await app.send(open, remove)
    expect(app.asked(SET)).toEqual([{ period: 'day', amount: null, isConfirmed: true, key }])
  })

  test('is not sent when the player goes back (R585)', async () => {
    const app = await shown()
    await app.send(open, type('500'), { type: 'limit.leave' }, save)
    expect([app.now().value, app.asked(SET).length]).toEqual(['shown', 0])
  })

  test('applies to the period that was opened last (R585)', async () => {
    const app = await shown()
    await app.send(open, { type: 'limit.leave' }, { ...open, period: 'month' })
    expect(app.now().context).toMatchObject({ period: 'month', text: '5000' })
    await app.send(save)
    expect(app.asked(SET)).toEqual([{ period: 'month', amount: 500_000, isConfirmed: false, key }])
  })
})

describe('a loss limit', () => {
  test('is sent with its kind, whereas a deposit limit is sent without a kind (R607)', async () => {
    const app = await shown()
    await app.send(openLoss, type('500'), save)
    await app.answer(SET, limitedLosses)
    await app.send(open, type('500'), save)
    const sent = { period: 'day', amount: 50_000, isConfirmed: false, key }
    expect(app.asked(SET)).toEqual([{ kind: 'loss', ...sent }, sent])
  })

  test('is prefilled in its dialog, instead of the deposit limit (R607)', async () => {
    const app = await shown(limitedLosses)
    await app.send(openLoss)
    expect(app.now().context).toMatchObject({ kind: 'loss', text: '500' })
    await app.send({ type: 'limit.leave' }, open)
    expect(app.now().context).toMatchObject({ kind: 'deposit', text: '' })
  })

  test('cannot be removed on a backend without loss limits (R609)', async () => {
    const { losses: _, ...older } = unlimited
    const app = await shown(older)
    await app.send(openLoss, remove)
    expect([app.now().value, app.asked(SET).length]).toEqual(['editing', 0])
    await app.send(type('500'), save)
    expect(app.asked(SET)).toEqual([{ kind: 'loss', period: 'day', amount: 50_000, isConfirmed: false, key }])
  })
})

describe('a time limit', () => {
  const sent = { kind: 'time', period: 'day', isConfirmed: false, key }

  test('is sent in minutes, with its kind and no amount of money (R637)', async () => {
    const app = await shown()
    await app.send(openTime, type('90'), save)
    expect(app.asked(SET)).toEqual([{ ...sent, minutes: 90 }])
    await app.answer(SET, limitedTime)
    expect([app.now().value, app.now().context.found]).toEqual(['shown', limitedTime])
  })

  test.each(['', '0', '1.5', '-5', '43201', 'abc', '1:30'])(
    'requires a whole number of minutes from 1 to 43,200: %s (R637)',
    async (text) => {
      const app = await shown()
      await app.send(openTime, type(text), save)
      expect([app.now().value, app.now().context.isWrong, app.asked(SET)]).toEqual(['editing', true, []])
    },
  )

  test('may be as long as 30 days (R637)', async () => {
    const app = await shown()
    await app.send(openTime, type('43,200'), save)
    expect(app.asked(SET)).toEqual([{ ...sent, minutes: 43_200 }])
  })

  test('is prefilled in its dialog, instead of the deposit limit (R637)', async () => {
    const app = await shown(limitedTime)
    await app.send(openTime)
    expect(app.now().context).toMatchObject({ kind: 'time', text: '120' })
    await app.send({ type: 'limit.leave' }, open)
    expect(app.now().context).toMatchObject({ kind: 'deposit', text: '' })
  })

  test('is confirmed if the same limit is saved again after the wait (R637)', async () => {
    const times = wishingTime.times as NonNullable<typeof wishingTime.times>
    const wish = times.day.wish && { ...times.day.wish, isReady: true }
    const app = await shown({ ...wishingTime, times: { ...times, day: { ...times.day, wish } } })
    await app.send(openTime)
    expect(app.now().context.text).toBe('210')
    await app.send(save)
    expect(app.asked(SET)).toEqual([{ ...sent, minutes: 210, isConfirmed: true }])
  })

  test('can be removed only after a wait (R637)', async () => {
    const app = await shown(limitedTime)
    await app.send(openTime, remove)
    expect(app.asked(SET)).toEqual([{ ...sent, minutes: null }])
    await app.answer(SET, freeingTime)
    expect(app.now().context.found).toBe(freeingTime)
  })

  test('cannot be removed on a backend without time limits (R639)', async () => {
    const { times: _, ...older } = unlimited
    const app = await shown(older)
    await app.send(openTime, remove)
    expect([app.now().value, app.now().context.text, app.asked(SET).length]).toEqual(['editing', '', 0])
  })
})

describe('a limit change that fails or gets no reply', () => {
  test('is resent with the same idempotency key and amount when the player checks the outcome (R587)', async () => {
    const app = await saving()
    await app.fail(SET, noAnswer)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['unsure', false])
    await app.pass(600_000)
    await app.send(check)
    const [first, second] = app.asked(SET)
    expect([app.now().value, second]).toEqual(['saving', first])
  })

  test('is not checked if the player dismisses the message, and the limits are then reloaded (R587)', async () => {
    const app = await saving()
    await app.fail(SET, noAnswer)
    await app.send(gotIt)
    expect([app.now().value, app.asked(READ).length, app.asked(SET).length]).toEqual(['loading', 2, 1])
  })

  test('shows the reason for a refusal until the player dismisses it, then reloads the limits (R587)', async () => {
    const app = await saving()
    await app.fail(SET, refused('REQUEST_LIMIT'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'REQUEST_LIMIT'])
    await app.send(check, gotIt)
    expect([app.now().value, app.asked(READ).length, app.asked(SET).length]).toEqual(['loading', 2, 1])
  })
})

test('setting a limit reloads the wallet, so that the wallet no longer prompts for limits (R636)', async () => {
  const app = await start(playLimit, { wallet: wallet.ref as never })
  await app.answer('limits.read', unlimited)
  await app.send({ type: 'limit.open', kind: 'deposit', period: 'day' }, { type: 'amount.type', text: '500' })
  await app.send({ type: 'limit.save' })
  expect(wallet.heard).toEqual([])
  await app.answer('limits.set', unlimited)
  expect(wallet.heard).toEqual([{ type: 'wallet.read' }])
})
