import { describe, expect, test } from 'vitest'
import { satang } from '#contract/money.ts'
import {
  isBound,
  leastTransfer,
  placesOf,
  TRANSFER_MIN,
  type TransferProblem,
  transferProblem,
  WALLET,
} from '#contract/transfer.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { ONCE, pendingOf } from '#tests/kit/samples/attempt.ts'
import { overview, slot, unreadSlot } from '#tests/kit/samples/wallet.ts'
import transfer from './transfer.model.ts'

const open = (to = '', least = TRANSFER_MIN) => startOwner(transfer, { to, least, pending: null })
/** Enters the amount for a transfer into Moonreel, and submits it. */
async function submitted(text: string) {
  const app = await open('pg')
  await app.send({ type: 'amount.type', text }, { type: 'transfer.submit' })
  return app
}
const places = ({ from, to }: { from: string; to: string }) => [from, to]

test.each([
  [undefined, TRANSFER_MIN],
  [satang(0), TRANSFER_MIN],
  [satang(5_000), 5_000],
])('the minimum transfer with the operator’s setting %j is %i satang (R264)', (transferMin, least) => {
  expect(leastTransfer({ transferMin })).toBe(least)
})

describe('source and destination of a transfer', () => {
  test('default to the main wallet and the game that the player came from, and no request is sent (R112)', async () => {
    expect(places((await open()).now().context)).toEqual([WALLET, ''])
    const app = await open('pg')
    expect(places(app.now().context)).toEqual([WALLET, 'pg'])
    expect([app.sent(), app.reads(), app.now().context.text]).toEqual([[], 0, ''])
  })

  test('can both be chosen, and swapped (R112)', async () => {
    const app = await open()
    await app.send({ type: 'from.choose', code: 'pg' }, { type: 'to.choose', code: 'lotto' })
    expect(places(app.now().context)).toEqual(['pg', 'lotto'])
    await app.send({ type: 'places.swap' })
    expect(places(app.now().context)).toEqual(['lotto', 'pg'])
  })

  test('are prefilled as the game and the main wallet when the player brings money back, and the amount is the game’s whole balance (R599)', async () => {
    const back = { from: 'pg', amount: satang(50_050) }
    const app = await startOwner(transfer, { to: '', back, least: TRANSFER_MIN, pending: null })
    expect(places(app.now().context)).toEqual(['pg', WALLET])
    expect(app.now().context.text).toBe('500.5')
    expect(app.sent()).toEqual([])
    await app.send({ type: 'transfer.submit' })
    expect(app.sent()).toMatchObject([{ input: { from: 'pg', to: WALLET, amount: satang(50_050) } }])
  })

  test('are filled in without an amount when money is brought back from a game whose balance is unknown (R599)', async () => {
    const back = { from: 'pg', amount: null }
    const app = await startOwner(transfer, { to: '', back, least: TRANSFER_MIN, pending: null })
    expect(places(app.now().context)).toEqual(['pg', WALLET])
    expect(app.now().context.text).toBe('')
  })

  test('are restored from a transfer that was confirmed before a reload, even if the page was opened for another game (R112)', async () => {
    const pending = pendingOf({ from: 'joker2', to: WALLET, amount: satang(50) })
    const { from, to, text } = (await startOwner(transfer, { to: 'pg', least: TRANSFER_MIN, pending })).now().context
    expect([from, to, text]).toEqual(['joker2', WALLET, '0.5'])
  })

  test('can be the main wallet or any game with an open, readable account (R112, R397)', () => {
    const slots = [
      slot('pg'),
      slot('lotto', { isActive: false }),
      slot('usun', { name: 'Velvet Nine', amount: satang(5) }),
      unreadSlot('saga'),
    ]
    expect(placesOf({ ...overview, slots }, 'main')).toEqual([
      { code: WALLET, name: 'main', amount: 150_050, art: null },
      { code: 'pg', name: 'pg', amount: 82_025, art: '/games/moonreel.svg' },
      { code: 'usun', name: 'Velvet Nine', amount: 5, art: '/games/moonreel.svg' },
    ])
  })
})

const wrong: [ids: string, from: string, to: string, text: string, problem: TransferProblem | null][] = [
  ['R264', '', '', '1', 'unchosen'],
  ['R264', WALLET, '', '1', 'unchosen'],
  ['R264', '', 'pg', '1', 'unchosen'],
  ['R264', WALLET, '', '', 'unchosen'],
  ['R265', WALLET, WALLET, '1', 'same'],
  ['R265', 'pg', 'pg', '', 'same'],
  ['R266 R514', WALLET, 'pg', '0.99', 'least'],
  ['R266 R514', WALLET, 'pg', '1', null],
  ['R266 R514', 'pg', 'joker2', '1.00', null],
  ['R277', WALLET, 'pg', '0', 'least'],
  ['R277', WALLET, 'pg', '-5', 'least'],
  ['R277', WALLET, 'pg', '−5', 'least'],
  ['R277', WALLET, 'pg', '', 'least'],
  ['R277', WALLET, 'pg', 'x', 'least'],
  ['R277', WALLET, 'pg', '1e3', 'least'],
  ['R277', WALLET, 'pg', '1.005', 'least'],
]

test.each([
  ['pg', WALLET, 'bound'],
  ['pg', 'joker2', 'bound'],
  [WALLET, 'pg', null],
] as const)(
  'while a bonus keeps money in the games, a transfer from %s to %s returns %s (R665)',
  (from, to, problem) => {
    const limits = { least: TRANSFER_MIN, turnover: satang(1) }
    expect(transferProblem({ from, to, text: '1' }, limits)).toBe(problem)
    expect(transferProblem({ from, to, text: '1' }, { ...limits, turnover: satang(0) })).toBe(null)
    expect([isBound('', limits), isBound(from, {})]).toEqual([false, false])
  },
)

describe('the validation of a transfer', () => {
  test.each(wrong)('(%s) from "%s" to "%s" with the amount %j returns %s', async (_, from, to, text, problem) => {
    expect(transferProblem({ from, to, text }, { least: TRANSFER_MIN })).toBe(problem)
    const app = await open(to)
    await app.send({ type: 'from.choose', code: from }, { type: 'amount.type', text }, { type: 'transfer.submit' })
    expect([app.now().context.problem, app.isOut(), app.now().value]).toEqual([
      problem,
      problem === null,
      problem ? 'editing' : 'attempting',
    ])
  })

  test.each([
    ['49.99', 'least'],
    ['50', null],
  ] as const)('of %s baht against the operator’s minimum of 50 baht returns %s (R266)', async (text, problem) => {
    const app = await open('pg', satang(5_000))
    await app.send({ type: 'amount.type', text }, { type: 'transfer.submit' })
    expect([app.now().context.problem, app.isOut()]).toEqual([problem, problem === null])
  })

  test.each([
    { type: 'from.choose', code: 'pg' },
    { type: 'to.choose', code: 'pg' },
    { type: 'places.swap' },
    { type: 'amount.type', text: '0.9' },
  ] as const)('hides its message on the event $type until the next submit (R264, R265, R266)', async (event) => {
    const app = await submitted('0.99')
    expect(app.now().context.problem).toBe('least')
    await app.send(event)
    expect(app.now().context.problem).toBeNull()
  })

  test('shows no message before the form is first submitted (R266)', async () => {
    const app = await open()
    await app.send({ type: 'amount.type', text: '0.5' })
    expect(app.now().context.problem).toBeNull()
  })

  test.each([
    ['1,000.50', 100_050],
    ['๑๐๐', 10_000],
    ['0000002', 200],
    ['1000000000', 100_000_000_000],
  ])('accepts %s, which is sent as %d satang with an idempotency key (R332, R4)', async (text, amount) => {
    const app = await submitted(text)
    const key = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(app.sent()).toEqual([{ key, input: { from: WALLET, to: 'pg', amount } }])
  })

  test('accepts a transfer out of a game (R332, R4)', async () => {
    const app = await open('pg')
    await app.send({ type: 'places.swap' }, { type: 'amount.type', text: '5' }, { type: 'transfer.submit' })
    expect(app.sent()).toMatchObject([{ input: { from: 'pg', to: WALLET, amount: 500 } }])
  })
})

describe('the outcome of a transfer', () => {
  test('is reported as a success with the amount (R397)', async () => {
    const app = await submitted('100')
    await app.succeed()
    expect([app.now().value, app.now().context.pending?.input]).toEqual([
      'succeeded',
      { from: WALLET, to: 'pg', amount: 10_000 },
    ])
  })

  test.each(['MONEY_NOT_ENOUGH', 'TRANSFER_FAIL', 'TRANSFER_REFUSED'])(
    'is reported as the refusal %s, and the player can correct the input (R395)',
    async (code) => {
      const app = await submitted('100')
      await app.refuse(code)
      expect([app.now().value, app.now().context.failure]).toEqual([
        'refused',
        { kind: 'refused', code, message: code },
      ])
      await app.send({ type: 'transfer.gotIt' })
      const { from, to, text, pending, problem } = app.now().context
      expect([app.now().value, from, to, text, pending, problem]).toEqual(['editing', WALLET, 'pg', '100', null, null])
    },
  )

  test('leaves the source and destination filled in, but clears the amount, if the transfer cannot be resent (R385)', async () => {
    const pending = pendingOf({ from: WALLET, to: 'pg', amount: satang(10_000) })
    const app = await startOwner(transfer, { to: '', least: TRANSFER_MIN, pending }, {}, ONCE)
    await app.see()
    const { from, to, text, pending: rest } = app.now().context
    expect([app.now().value, from, to, text, rest]).toEqual(['editing', WALLET, 'pg', '', null])
    await app.send({ type: 'transfer.submit' })
    expect(app.now().value).toBe('editing')
    expect(app.sent()).toEqual([])
  })

  test('blocks the form while its message is open (R395)', async () => {
    const app = await submitted('100')
    await app.refuse('MONEY_NOT_ENOUGH')
    await app.send({ type: 'amount.type', text: '5' }, { type: 'places.swap' }, { type: 'transfer.submit' })
    expect([app.now().context.text, app.now().context.from, app.sent().length]).toEqual(['100', WALLET, 1])
  })

  test('does not depend on what the player chooses while the request is pending (R112)', async () => {
    const app = await submitted('100')
    await app.send({ type: 'from.choose', code: 'x' }, { type: 'to.choose', code: 'y' }, { type: 'places.swap' })
    expect(places(app.now().context)).toEqual([WALLET, 'pg'])
  })
})
