import { describe, expect, test } from 'vitest'
import { type WithdrawProblem, withdrawProblem } from '#contract/withdraw.ts'
import { startOwner } from './kit/owner.ts'
import { noAnswer, refused } from './models/fixtures/failures.ts'
import withdraw from './models/withdraw.model.ts'

const READ = 'read'
const limits = { withdrawMin: 10_000, withdrawMax: 5_000_000 }
const key = expect.stringMatching(/^[\da-f-]{36}$/)

const open = () => startOwner(withdraw, { pending: null })
async function editing(found = limits) {
  const it = await open()
  await it.answer(READ, { limits: found, warning: null })
  return it
}
async function submitted(text: string, found = limits) {
  const it = await editing(found)
  await it.send({ type: 'amount.type', text }, { type: 'withdraw.submit' })
  return it
}
async function confirmed(text = '500') {
  const it = await submitted(text)
  await it.send({ type: 'withdraw.confirm' })
  return it
}

describe('the limits', () => {
  test('R114 R168 R311 come from the server, asked for once, when it opens', async () => {
    const it = await open()
    expect([it.asked(READ), it.now().hasTag('busy')]).toEqual([[undefined], true])
    await it.send({ type: 'amount.type', text: '500' }, { type: 'withdraw.submit' }, { type: 'withdraw.confirm' })
    expect([it.now().value, it.now().context.text]).toEqual(['loading', ''])
    await it.answer(READ, { limits, warning: null })
    expect([it.now().value, it.now().context.limits]).toEqual(['editing', limits])
    expect(it.fakes.calls).toHaveLength(1)
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'R311 a failure (%o) is said, and asked again by the player alone',
    async (failure) => {
      const it = await open()
      await it.fail(READ, failure)
      expect([it.now().value, it.now().hasTag('busy')]).toEqual(['unavailable', false])
      await it.pass(600_000)
      expect(it.asked(READ)).toHaveLength(1)
      await it.send({ type: 'withdraw.submit' }, { type: 'withdraw.retry' }, { type: 'withdraw.retry' })
      expect(it.asked(READ)).toHaveLength(2)
      await it.answer(READ, { limits, warning: null })
      expect(it.now().value).toBe('editing')
    },
  )
})

const amounts: [ids: string, text: string, problem: WithdrawProblem | null][] = [
  ['R113', '', 'empty'],
  ['R113', '0', 'empty'],
  ['R113', 'x', 'empty'],
  ['R113', '-500', 'empty'],
  ['R113', '100.005', 'empty'],
  ['R267', '0.01', 'minimum'],
  ['R267', '99.99', 'minimum'],
  ['R267', '100', null],
  ['R268', '50,000.00', null],
  ['R268', '50000.01', 'maximum'],
  ['R268', '1000000000', 'maximum'],
]

describe('the amount', () => {
  test.each(amounts)('%s %j: %s', async (_, text, problem) => {
    const it = await submitted(text)
    expect([it.now().context.problem, it.now().value]).toEqual([problem, problem ? 'editing' : 'confirming'])
    expect(it.isOut()).toBe(false)
  })

  test('R114 R267 R268 other limits of the server count', () => {
    const narrow = { withdrawMin: 30_000, withdrawMax: 30_000 }
    expect(['299.99', '300', '300.01'].map((text) => withdrawProblem(text, narrow))).toEqual([
      'minimum',
      null,
      'maximum',
    ])
  })

  test('R267 typing takes the message away until it is sent again', async () => {
    const it = await submitted('99.99')
    await it.send({ type: 'amount.type', text: '99' })
    expect(it.now().context.problem).toBeNull()
    await it.send({ type: 'withdraw.submit' })
    expect(it.now().context.problem).toBe('minimum')
  })

  test('R268 a message is gone when the amount is right', async () => {
    const it = await submitted('60000')
    await it.send({ type: 'amount.type', text: '600' }, { type: 'withdraw.submit' })
    expect([it.now().value, it.now().context.problem]).toEqual(['confirming', null])
  })
})

describe('being sure', () => {
  test('R113 the player is asked first; back leads to the amount, and nothing went out', async () => {
    const it = await submitted('500')
    await it.send({ type: 'amount.type', text: '600' }, { type: 'withdraw.leave' })
    expect([it.now().value, it.now().context.text, it.now().context.pending]).toEqual(['editing', '500', null])
    expect(it.sent()).toEqual([])
  })

  test('R335 R113 what is confirmed goes out in baht, with a key made then', async () => {
    const it = await confirmed('1,000.50')
    expect(it.sent()).toEqual([{ key, input: { amount: 1000.5 } }])
  })

  test('R335 each time the player is sure anew is a key of its own', async () => {
    const it = await confirmed()
    await it.refuse('BONUS_CONDITION')
    await it.send({ type: 'withdraw.gotIt' })
    await it.answer(READ, { limits, warning: null })
    await it.send({ type: 'withdraw.submit' }, { type: 'withdraw.leave' }, { type: 'withdraw.submit' })
    await it.send({ type: 'withdraw.confirm' })
    const [first, second] = it.sent() as { key: string }[]
    expect([second, second?.key === first?.key]).toEqual([{ key, input: { amount: 500 } }, false])
  })
})

describe('how it ends', () => {
  test('R398 asked for: it is said, and how much is still known', async () => {
    const it = await confirmed()
    await it.succeed()
    expect([it.now().value, it.now().context.pending?.input]).toEqual(['succeeded', { amount: 500 }])
    await it.send({ type: 'withdraw.gotIt' })
    expect(it.now().status).toBe('done')
  })

  test.each(['BONUS_CONDITION', 'MONEY_NOT_ENOUGH', 'INVALID_USER_INFO'])(
    'R396 D-20 %s is said; then the limits are read anew, and the amount stays',
    async (code) => {
      const it = await confirmed()
      await it.refuse(code)
      expect([it.now().value, it.now().context.failure]).toEqual(['refused', { kind: 'refused', code, message: code }])
      await it.send({ type: 'withdraw.submit' }, { type: 'withdraw.gotIt' })
      expect([it.now().value, it.asked(READ).length]).toEqual(['loading', 2])
      await it.answer(READ, { limits: { ...limits, withdrawMin: 60_000 }, warning: null })
      const { text, pending, limits: read } = it.now().context
      expect([text, pending, read.withdrawMin]).toEqual(['500', null, 60_000])
    },
  )
})
