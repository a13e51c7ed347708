import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { pendingWithdrawal, withdrawLogic } from '#src/actors/withdraw.ts'
import { wire } from '#src/api/request.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const { wallet: START } = DEMO.member
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let actor: Actor<typeof withdrawLogic>

/** Waits until nothing is pending, or the outcome is unknown. */
const settled = () =>
  waitFor(
    actor,
    (s) =>
      !s.hasTag('busy') && (!s.matches('attempting') || s.children.attempt?.getSnapshot().matches('unknown') === true),
  )
/** Opens the dialog as its route does. */
function open() {
  actor = createActor(withdrawLogic, { input: { wallet: member.wallet, pending: pendingWithdrawal() } }).start()
  return settled()
}
async function begin({ username, env = {} }: { username?: string; env?: Record<string, string> } = {}) {
  backend = await startBackend({ env })
  fakeWindow()
  token = await backend.login(username)
  member = memberAt(backend, token)
  before = await backend.db.$count(withdrawals)
  await open()
}
let before = 0
afterEach(async () => {
  actor.stop()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

/** Submits as if the balance were unknown, so that the server decides. */
const submit = (text: string) => {
  actor.send({ type: 'amount.type', text })
  actor.send({ type: 'withdraw.submit', balance: null })
  actor.send({ type: 'withdraw.confirm', balance: null })
  return settled()
}
const check = () => {
  actor.getSnapshot().children.attempt?.send({ type: 'attempt.check' })
  return settled()
}
/** The number of new withdrawals. */
const booked = async () => (await backend.db.$count(withdrawals)) - before
/** The amount left in the main wallet, in baht. */
const left = async () => (await backend.money(token))[WALLET]
const shown = async () => (await waitFor(member.wallet, (s) => !s.hasTag('busy'))).context.overview?.wallet.amount

test('the withdraw dialog uses the server’s limits (R114, R168, R311)', async () => {
  await begin({ env: { WITHDRAW_MIN: '250', WITHDRAW_MAX: '300' } })
  expect(actor.getSnapshot().context.limits).toEqual({ withdrawMin: 25_000, withdrawMax: 30_000, minutes: 15 })
  expect((await submit('249.99')).context.problem).toBe('minimum')
  expect((await submit('300.01')).context.problem).toBe('maximum')
  expect(member.changes()).toEqual([])
  expect((await submit('300')).value).toBe('succeeded')
})

test('a withdrawal reserves the money with wallet.withdrawAll, and the wallet shows the new balance (R334, R335, R398, R113, D-20)', async () => {
  await begin()
  expect((await submit('500.25')).value).toBe('succeeded')
  expect(member.changes()).toMatchObject([{ path: '/api/wallet/withdrawAll', body: { amount: 500.25 } }])
  expect([await booked(), await left(), await shown()]).toEqual([1, START - 500.25, toSatang(START - 500.25)])
  expect((await backend.rows(token, 1))[0]).toMatchObject({
    statementType: 'withdraw',
    status: 'PENDING',
    amount: 500.25,
  })
  expect(pendingWithdrawal()).toBeNull()
})

test('after an amount above the balance is refused, the limits are reloaded and a valid amount can be withdrawn (R396)', async () => {
  await begin()
  const { value, context } = await submit('1500.51')
  expect([value, context.failure?.code, await booked()]).toEqual(['refused', 'MONEY_NOT_ENOUGH', 0])
  actor.send({ type: 'withdraw.gotIt' })
  expect((await settled()).value).toBe('editing')
  expect((await submit('1500.50')).value).toBe('succeeded')
  expect([await booked(), new Set(member.changes().map(({ key }) => key)).size]).toEqual([1, 2])
})

test('while a bonus is active, a partial withdrawal is refused and a full one accepted (R25, R396, D-20)', async () => {
  await begin({ username: DEMO.bonus.username })
  const { value, context } = await submit('249.99')
  expect([value, context.failure?.code, await booked()]).toEqual(['refused', 'BONUS_CONDITION', 0])
  actor.send({ type: 'withdraw.gotIt' })
  await settled()
  expect((await submit('250')).value).toBe('succeeded')
  expect(await left()).toBe(0)
})

test('the player can reload the limits after being offline (R311)', async () => {
  await begin()
  actor.stop()
  vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect((await open()).value).toBe('unavailable')
  actor.send({ type: 'withdraw.retry' })
  expect((await settled()).value).toBe('editing')
})

describe('if the reply is lost after the withdrawal was accepted', () => {
  beforeEach(() => begin())

  test('the page shows the outcome as unknown and reloads the wallet, and a check finds the outcome', async () => {
    loseReply()
    expect((await submit('500')).value).toBe('attempting')
    expect([await shown(), await booked()]).toEqual([toSatang(START - 500), 1])
    expect((await check()).value).toBe('succeeded')
    const [first, ...more] = member.changes()
    expect([more, await booked(), pendingWithdrawal()]).toEqual([[first], 1, null])
  })

  test('after a reload, the page checks automatically and reports the outcome', async () => {
    loseReply()
    await submit('500')
    actor.stop()
    expect((await open()).value).toBe('succeeded')
    const [first, ...more] = member.changes()
    expect([more, await booked(), pendingWithdrawal(), await shown()]).toEqual([
      [first],
      1,
      null,
      toSatang(START - 500),
    ])
    actor.stop()
    expect((await open()).value).toBe('editing')
  })
})

test('a withdrawal that never arrived is resent after a reload, and its refusal is shown before the limits are loaded', async () => {
  await begin({ username: DEMO.bonus.username })
  vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await submit('249')
  actor.stop()
  expect((await open()).value).toBe('refused')
  actor.send({ type: 'withdraw.gotIt' })
  expect((await settled()).context).toMatchObject({ text: '249', limits: { withdrawMin: 10_000 }, pending: null })
  expect(await booked()).toBe(0)
})
