import { describe, expect, test } from 'vitest'
import { freeing, holding, limited, ready, unlimited, wishing } from '#tests/kit/samples/deposit-limit.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import depositLimit from './deposit-limit.model.ts'

const READ = 'limits.read'
const SET = 'limits.set'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const open = { type: 'limit.open', period: 'day' } as const
const type = (text: string) => ({ type: 'amount.type', text }) as const
const save = { type: 'limit.save' } as const
const remove = { type: 'limit.remove' } as const
const check = { type: 'limit.check' } as const
const gotIt = { type: 'limit.gotIt' } as const

async function shown(answer = unlimited) {
  const it = await start(depositLimit, undefined)
  await it.answer(READ, answer)
  return it
}
async function saving() {
  const it = await shown()
  await it.send(open, type('500'), save)
  return it
}

describe('the limits', () => {
  test('are read once, when the page opens (R585)', async () => {
    const it = await start(depositLimit, undefined)
    expect([it.now().value, it.now().hasTag('busy'), it.now().context.found]).toEqual(['loading', true, null])
    await it.answer(READ, holding)
    expect([it.now().value, it.now().hasTag('busy'), it.now().context.found]).toEqual(['shown', false, holding])
    await it.pass(600_000)
    expect(it.asked(READ)).toEqual([{}])
  })

  test('that cannot be read are read again when the player says so, and not before', async () => {
    const it = await start(depositLimit, undefined)
    await it.fail(READ, noAnswer)
    await it.pass(600_000)
    expect([it.now().value, it.asked(READ).length]).toEqual(['failed', 1])
    await it.send({ type: 'limits.retry' })
    expect([it.now().value, it.asked(READ).length]).toEqual(['loading', 2])
  })
})

describe('a limit', () => {
  test('is sent in satang with a key, once, and shown as the server answers it (R585)', async () => {
    const it = await saving()
    await it.send(save)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['saving', true])
    expect(it.asked(SET)).toEqual([{ period: 'day', amount: 50_000, isConfirmed: false, key }])
    await it.answer(SET, limited)
    expect([it.now().value, it.now().context.found, it.asked(READ).length]).toEqual(['shown', limited, 1])
  })

  test('has a key of its own each time (R585)', async () => {
    const it = await saving()
    await it.answer(SET, limited)
    await it.send(open, type('900'), save)
    await it.answer(SET, wishing)
    await it.send(open, remove)
    const keys = (it.asked(SET) as { key: string }[]).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })

  test.each(['', '0', '0.00', '-5', 'abc', '1.234'])(
    'is not sent without an amount above 0: %s (R585)',
    async (text) => {
      const it = await shown()
      await it.send(open, type(text), save)
      expect([it.now().value, it.now().context.isWrong, it.asked(SET).length]).toEqual(['editing', true, 0])
    },
  )

  test('loses the error when the player types, and when the question opens again', async () => {
    const it = await shown()
    await it.send(open, save, type('5'))
    expect(it.now().context.isWrong).toBe(false)
    await it.send(type(''), save, { type: 'limit.leave' }, open)
    expect(it.now().context).toMatchObject({ isWrong: false, text: '' })
  })

  test.each([
    ['the present limit', limited, '500'],
    ['the present limit while a higher one has to wait', wishing, '500'],
    ['the higher one once it can be confirmed', ready, '900'],
    ['nothing without a limit', unlimited, ''],
  ])('is asked for with %s in the field (R587)', async (_, found, text) => {
    const it = await shown(found)
    await it.send(open)
    expect(it.now().context.text).toBe(text)
  })

  test('is asked for with an empty field once its removal can be confirmed (R587)', async () => {
    const { day } = freeing.periods
    const wish = day.wish && { ...day.wish, isReady: true }
    const it = await shown({ ...freeing, periods: { ...freeing.periods, day: { ...day, wish } } })
    await it.send(open)
    expect(it.now().context.text).toBe('')
  })

  test('that exists can be removed, and one that does not cannot (R587)', async () => {
    const without = await shown()
    await without.send(open, remove)
    expect([without.now().value, without.asked(SET).length]).toEqual(['editing', 0])
    const it = await shown(limited)
    await it.send(open, type('900'), remove)
    expect(it.asked(SET)).toEqual([{ period: 'day', amount: null, isConfirmed: false, key }])
  })

  test.each([
    ['confirms it when it is the same amount', '900', true],
    ['asks for another one', '901', false],
    ['keeps the present one', '500', false],
  ])('that can be confirmed: the player %s (R587)', async (_, text, isConfirmed) => {
    const it = await shown(ready)
    await it.send(open, type(text), save)
    expect(it.asked(SET)).toEqual([{ period: 'day', amount: Number(text) * 100, isConfirmed, key }])
  })

  test('is not confirmed before its time (R587)', async () => {
    const it = await shown(wishing)
    await it.send(open, type('900'), save)
    expect(it.asked(SET)).toEqual([{ period: 'day', amount: 90_000, isConfirmed: false, key }])
  })

  test('is removed once its removal can be confirmed (R587)', async () => {
    const { day } = freeing.periods
    const wish = day.wish && { ...day.wish, isReady: true }
    const it = await shown({ ...freeing, periods: { ...freeing.periods, day: { ...day, wish } } })
    await it.send(open, remove)
    expect(it.asked(SET)).toEqual([{ period: 'day', amount: null, isConfirmed: true, key }])
  })

  test('is not sent when the player goes back (R585)', async () => {
    const it = await shown()
    await it.send(open, type('500'), { type: 'limit.leave' }, save)
    expect([it.now().value, it.asked(SET).length]).toEqual(['shown', 0])
  })

  test('is set for the period that was opened last (R585)', async () => {
    const it = await shown()
    await it.send(open, { type: 'limit.leave' }, { type: 'limit.open', period: 'month' })
    expect(it.now().context).toMatchObject({ period: 'month', text: '5000' })
    await it.send(save)
    expect(it.asked(SET)).toEqual([{ period: 'month', amount: 500_000, isConfirmed: false, key }])
  })
})

describe('a limit without success', () => {
  test('whose outcome is unknown is checked again with the same key and amount (R587)', async () => {
    const it = await saving()
    await it.fail(SET, noAnswer)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['unsure', false])
    await it.pass(600_000)
    await it.send(check)
    const [first, second] = it.asked(SET)
    expect([it.now().value, second]).toEqual(['saving', first])
  })

  test('without an answer is left by reading the limits again (R587)', async () => {
    const it = await saving()
    await it.fail(SET, noAnswer)
    await it.send(gotIt)
    expect([it.now().value, it.asked(READ).length, it.asked(SET).length]).toEqual(['loading', 2, 1])
  })

  test('by a refusal shows its reason until the player dismisses it, then reads the limits again (R587)', async () => {
    const it = await saving()
    await it.fail(SET, refused('REQUEST_LIMIT'))
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'REQUEST_LIMIT'])
    await it.send(check, gotIt)
    expect([it.now().value, it.asked(READ).length, it.asked(SET).length]).toEqual(['loading', 2, 1])
  })
})
