import { describe, expect, it, test } from 'vitest'
import { type Satang, satang } from '#contract/money.ts'
import { type WithdrawProblem, withdrawProblem } from '#contract/withdraw.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { ONCE, pendingOf } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import withdraw, { WAIT } from './withdraw.model.ts'

const READ = 'read'
const limits: { withdrawMin: number; withdrawMax: number; wait?: string } = {
  withdrawMin: 10_000,
  withdrawMax: 5_000_000,
}
const key = expect.stringMatching(/^[\da-f-]{36}$/)

/** Events with an unknown wallet balance, which does not block the withdrawal. */
const submit = { type: 'withdraw.submit', balance: null } as const
const confirm = { type: 'withdraw.confirm', balance: null } as const

const open = () => startOwner(withdraw, { pending: null })
async function editing(found = limits) {
  const app = await open()
  await app.answer(READ, { limits: found, warning: null })
  return app
}
async function submitted(text: string, found = limits) {
  const app = await editing(found)
  await app.send({ type: 'amount.type', text }, submit)
  return app
}
async function confirmed(text = '500') {
  const app = await submitted(text)
  await app.send(confirm)
  return app
}

describe('the withdrawal limits', () => {
  test('are loaded once from the server, when the dialog opens (R114, R168, R311)', async () => {
    const app = await open()
    expect([app.asked(READ), app.now().hasTag('busy')]).toEqual([[undefined], true])
    await app.send({ type: 'amount.type', text: '500' }, submit, confirm)
    expect([app.now().value, app.now().context.text]).toEqual(['loading', ''])
    await app.answer(READ, { limits, warning: null })
    expect([app.now().value, app.now().context.limits]).toEqual(['editing', limits])
    expect(app.fakes.calls).toHaveLength(1)
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'are reloaded after a failure (%o) only when the player retries (R311)',
    async (failure) => {
      const app = await open()
      await app.fail(READ, failure)
      expect([app.now().value, app.now().hasTag('busy')]).toEqual(['unavailable', false])
      await app.pass(600_000)
      expect(app.asked(READ)).toHaveLength(1)
      await app.send(submit, { type: 'withdraw.retry' }, { type: 'withdraw.retry' })
      expect(app.asked(READ)).toHaveLength(2)
      await app.answer(READ, { limits, warning: null })
      expect(app.now().value).toBe('editing')
    },
  )

  test('block the amount form if they include a reason to wait (R581)', async () => {
    const app = await editing({ ...limits, wait: WAIT })
    expect([app.now().value, app.now().hasTag('busy'), app.now().context.limits.wait]).toEqual(['waiting', false, WAIT])
    await app.send({ type: 'amount.type', text: '500' }, submit, confirm)
    expect([app.now().value, app.now().context.text, app.isOut()]).toEqual(['waiting', '', false])
  })

  test.each([
    ['bound', 1, undefined],
    ['editing', 0, undefined],
    ['editing', 1, 'ends the bonus'],
  ] as const)(
    'lead to the state %s if %i satang of a bonus’s turnover are left and the warning of a given up bonus is %s (R662)',
    async (state, remaining, givesUp) => {
      const app = await startOwner(withdraw, { pending: null })
      await app.answer(READ, { limits: { ...limits, givesUp }, warning: { notice: '', remaining: satang(remaining) } })
      expect(app.now().value).toBe(state)
      await app.send({ type: 'amount.type', text: '500' }, submit, confirm)
      expect(app.isOut()).toBe(state === 'editing')
    },
  )

  test('are reloaded after a refusal, and then block the form if they include a reason to wait (R581)', async () => {
    const app = await confirmed()
    await app.refuse('WITHDRAW_DAY')
    await app.send({ type: 'withdraw.gotIt' })
    await app.answer(READ, { limits: { ...limits, wait: WAIT }, warning: null })
    expect(app.now().value).toBe('waiting')
  })
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

describe('the amount of a withdrawal', () => {
  test.each(amounts)('(%s) entered as %j makes the validation return %s', async (_, text, problem) => {
    const app = await submitted(text)
    expect([app.now().context.problem, app.now().value]).toEqual([problem, problem ? 'editing' : 'confirming'])
    expect(app.isOut()).toBe(false)
  })

  test('is checked against the limits from the server (R114, R267, R268)', () => {
    const narrow = { withdrawMin: satang(30_000), withdrawMax: satang(30_000) }
    expect(['299.99', '300', '300.01'].map((text) => withdrawProblem(text, narrow, null))).toEqual([
      'minimum',
      null,
      'maximum',
    ])
  })

  test('loses its error message when the player types, and is validated again on the next submit (R267)', async () => {
    const app = await submitted('99.99')
    await app.send({ type: 'amount.type', text: '99' })
    expect(app.now().context.problem).toBeNull()
    await app.send(submit)
    expect(app.now().context.problem).toBe('minimum')
  })

  test('no longer shows an error once a valid amount is submitted (R268)', async () => {
    const app = await submitted('60000')
    await app.send({ type: 'amount.type', text: '600' }, submit)
    expect([app.now().value, app.now().context.problem]).toEqual(['confirming', null])
  })
})

describe('the main wallet’s balance', () => {
  const holding = (balance: Satang | null) => ({ type: 'withdraw.submit', balance }) as const
  const sure = (balance: Satang | null) => ({ type: 'withdraw.confirm', balance }) as const
  async function typed(text: string) {
    const app = await editing()
    await app.send({ type: 'amount.type', text })
    return app
  }

  it.each<[text: string, balance: Satang | null, problem: WithdrawProblem | null]>([
    ['500.01', satang(50_000), 'balance'],
    ['500', satang(50_000), null],
    ['500', satang(0), 'balance'],
    ['60000', satang(5_000), 'balance'],
    ['60000', satang(7_000_000), 'maximum'],
    ['50', satang(5_000), 'minimum'],
    ['', satang(0), 'empty'],
    ['500', null, null],
  ])(
    'is compared with the amount: "%s" and the balance %s (in satang) give the result %s (R267, R268)',
    async (text, balance, problem) => {
      const app = await typed(text)
      await app.send(holding(balance))
      expect(app.now().context.problem).toBe(problem)
      expect(app.now().value).toBe(problem ? 'editing' : 'confirming')
      expect(app.isOut()).toBe(false)
    },
  )

  it('blocks the confirmation if it has fallen below the amount (R113)', async () => {
    const app = await typed('500')
    await app.send(holding(satang(50_000)), sure(satang(49_999)))
    expect(app.now().value).toBe('editing')
    expect(app.now().context.problem).toBe('balance')
    expect(app.now().context.text).toBe('500')
    expect(app.now().context.pending).toBeNull()
    expect(app.isOut()).toBe(false)
  })

  it.each([
    ['covers the amount', satang(50_000)],
    ['is unknown', null],
  ] as const)('does not block the confirmation if it %s (R113, R335)', async (_, balance) => {
    const app = await typed('500')
    await app.send(holding(satang(50_000)), sure(balance))
    expect(app.sent()).toEqual([{ key, input: { amount: 50_000 } }])
  })

  it('is read once, when the dialog opens (R114)', async () => {
    const app = await open()
    expect(app.reads()).toBe(1)
    await app.fail(READ, noAnswer)
    await app.send({ type: 'withdraw.retry' })
    expect(app.reads()).toBe(1)
  })
})

describe('confirming a withdrawal', () => {
  test('is required before the request is sent, and going back keeps the amount and sends nothing (R113)', async () => {
    const app = await submitted('500')
    await app.send({ type: 'amount.type', text: '600' }, { type: 'withdraw.leave' })
    expect([app.now().value, app.now().context.text, app.now().context.pending]).toEqual(['editing', '500', null])
    expect(app.sent()).toEqual([])
  })

  test('sends the confirmed amount with an idempotency key (R335, R113)', async () => {
    const app = await confirmed('1,000.50')
    expect(app.sent()).toEqual([{ key, input: { amount: 100_050 } }])
  })

  test('uses a new idempotency key each time (R335)', async () => {
    const app = await confirmed()
    await app.refuse('BONUS_CONDITION')
    await app.send({ type: 'withdraw.gotIt' })
    await app.answer(READ, { limits, warning: null })
    await app.send(submit, { type: 'withdraw.leave' }, submit)
    await app.send(confirm)
    const [first, second] = app.sent() as { key: string }[]
    expect([second, second?.key === first?.key]).toEqual([{ key, input: { amount: 50_000 } }, false])
  })
})

describe('the outcome of a withdrawal', () => {
  test('is reported as a success with the amount (R398)', async () => {
    const app = await confirmed()
    await app.succeed()
    expect([app.now().value, app.now().context.pending?.input]).toEqual(['succeeded', { amount: 50_000 }])
    await app.send({ type: 'withdraw.gotIt' })
    expect(app.now().status).toBe('done')
  })

  test.each(['BONUS_CONDITION', 'MONEY_NOT_ENOUGH', 'INVALID_USER_INFO'])(
    'is reported as the refusal %s, after which the limits are reloaded and the amount is kept (R396, D-20)',
    async (code) => {
      const app = await confirmed()
      await app.refuse(code)
      expect([app.now().value, app.now().context.failure]).toEqual([
        'refused',
        { kind: 'refused', code, message: code },
      ])
      await app.send(submit, { type: 'withdraw.gotIt' })
      expect([app.now().value, app.asked(READ).length]).toEqual(['loading', 2])
      await app.answer(READ, { limits: { ...limits, withdrawMin: 60_000 }, warning: null })
      const { text, pending, limits: read } = app.now().context
      expect([text, pending, read.withdrawMin]).toEqual(['500', null, 60_000])
    },
  )

  test('is followed by a reload of the limits if the withdrawal cannot be resent (R385)', async () => {
    const app = await startOwner(withdraw, { pending: pendingOf({ amount: satang(50_000) }) }, {}, ONCE)
    await app.see()
    expect([app.now().value, app.asked(READ).length]).toEqual(['loading', 1])
    await app.answer(READ, { limits, warning: null })
    expect([app.now().value, app.now().context.pending]).toEqual(['editing', null])
  })
})
