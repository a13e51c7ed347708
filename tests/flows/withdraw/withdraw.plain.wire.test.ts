import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { satang } from '#contract/money.ts'
import { pendingWithdrawal, withdrawLogic } from '#src/actors/withdraw.ts'
import { isSettled } from '#tests/kit/deposit-at.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { listener } from '#tests/kit/start.ts'

const LOOKUP = 'GET /api/lookup/withdraw'
const WITHDRAW = 'POST /api/wallet/withdrawAll'
let plain: ReturnType<typeof playPlainSite>
let wallet: ReturnType<typeof listener>
let actor: Actor<typeof withdrawLogic>

const settled = () => waitFor(actor, (s) => isSettled(s) && !s.hasTag('busy'))
beforeEach(async () => {
  plain = playPlainSite()
  wallet = listener()
  await plain.signIn()
  actor = createActor(withdrawLogic, { input: { wallet: wallet.ref as never, pending: pendingWithdrawal() } }).start()
  await settled()
})
afterEach(() => void actor.stop())

const member = () => plain.site.named('0812345678')
const type = (text: string) => {
  actor.send({ type: 'amount.type', text })
  actor.send({ type: 'withdraw.submit', balance: satang(member().main) })
  return settled()
}
const confirm = () => {
  actor.send({ type: 'withdraw.confirm', balance: satang(member().main) })
  return settled()
}

it('the withdraw dialog reads the limits with the specification’s lookup call (D-01)', () => {
  expect(plain.count(LOOKUP)).toBe(1)
  expect(actor.getSnapshot().context.limits).toEqual({ withdrawMin: 10_000, withdrawMax: 5_000_000 })
})

it.each([
  ['99.99', 'minimum'],
  ['100', null],
  ['50000', null],
  ['50000.01', 'maximum'],
])(
  'validating a withdrawal of %s baht against a plain backend’s limits returns %s (R267, R268)',
  async (text, problem) => {
    member().main = 10_000_000
    const { value, context } = await type(text)
    expect(context.problem).toBe(problem)
    expect(value).toBe(problem ? 'editing' : 'confirming')
    expect(plain.count(WITHDRAW)).toBe(0)
  },
)

it('a withdrawal is reported as accepted, and is pending in the statement (R398)', async () => {
  await type('200')
  expect((await confirm()).value).toBe('succeeded')
  expect(member().entries[0]).toMatchObject({ statementType: 'withdraw', status: 'PENDING', amount: 20_000 })
  expect(wallet.heard.at(-1)?.type).toBe('wallet.read')
})

it.each(['BONUS_CONDITION', 'ธนาคารปิดปรับปรุง'])(
  'the withdraw dialog reports why the server refused a withdrawal: %s (R394, R396)',
  async (message) => {
    await type('200')
    if (message === 'BONUS_CONDITION') member().held = { code: 'WELCOME', type: 'limit' }
    else await plain.spoil(WITHDRAW, `code:${message}`)
    const { value, context } = await confirm()
    expect(value).toBe('refused')
    expect(context.failure?.message).toBe(message)
    expect(member().entries[0]?.statementType).toBe('deposit')
  },
)
