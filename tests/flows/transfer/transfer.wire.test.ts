import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { toSatang } from '#contract/money.ts'
import { TRANSFER_MIN, WALLET } from '#contract/transfer.ts'
import { tokens } from '#server/core/schema/members.ts'
import { entries } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { wire } from '#src/api/request.ts'
import { logged } from '#tests/kit/logged.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const { wallet: START, games } = DEMO.member
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let actor: Actor<typeof transferLogic>

/** Opens the dialog as its route does. */
function open(to = 'pg') {
  const input = { wallet: member.wallet, to, least: TRANSFER_MIN, pending: pendingTransfer() }
  actor = createActor(transferLogic, { input }).start()
}
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
  open()
})
afterEach(async () => {
  actor.stop()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

/** Waits until the outcome is known or reported as unknown. */
const settled = () =>
  waitFor(actor, (s) => !s.matches('attempting') || s.children.attempt?.getSnapshot().matches('unknown') === true)
const submit = (text: string) => {
  actor.send({ type: 'amount.type', text })
  actor.send({ type: 'transfer.submit' })
  return settled()
}
const check = () => {
  actor.send({ type: 'transfer.submit' })
  actor.getSnapshot().children.attempt?.send({ type: 'attempt.check' })
  return settled()
}
/** Reloads the page. */
const reload = () => {
  actor.stop()
  open('')
  return settled()
}
const booked = () => backend.db.$count(entries, eq(entries.reason, 'transfer'))
/** The main wallet as the page last read it, in satang. */
const shown = async () => (await waitFor(member.wallet, (s) => !s.hasTag('busy'))).context.overview?.wallet.amount
const keys = () => new Set(member.changes().map(({ key }) => key)).size
const noLine = () => vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))

test('a transfer moves the money once, is reported as done, and updates the wallet (R4, R112, R332, R397)', async () => {
  expect((await submit('1,000.25')).value).toBe('succeeded')
  const [change, ...more] = member.changes()
  expect([change, more]).toMatchObject([
    { path: '/api/wallet/transfer', body: { from: WALLET, to: 'pg', amount: 1000.25 } },
    [],
  ])
  expect(await backend.money(token)).toMatchObject({ [WALLET]: START - 1000.25, pg: games.pg + 1000.25 })
  expect([await shown(), await booked(), pendingTransfer()]).toEqual([toSatang(START - 1000.25), 1, null])
})

test('an amount above the balance is refused and moves no money, and a smaller amount is then sent with a new idempotency key (R395)', async () => {
  const { value, context } = await submit('1500.51')
  expect([value, context.failure?.code, pendingTransfer()]).toEqual(['refused', 'MONEY_NOT_ENOUGH', null])
  expect([await booked(), await shown()]).toEqual([0, toSatang(START)])
  actor.send({ type: 'transfer.gotIt' })
  expect((await submit('1500.50')).value).toBe('succeeded')
  expect([await booked(), await shown(), keys()]).toEqual([1, 0, 2])
})

test('after a game’s refusal, the money is still in the main wallet, and a later transfer succeeds (R395, R478)', async () => {
  await backend.form('/games', { isOn: 'true' })
  const { value, context } = await submit('5')
  expect([value, context.failure?.code, await shown()]).toEqual(['refused', 'TRANSFER_FAIL', toSatang(START)])
  await backend.form('/games', { isOn: 'false' })
  actor.send({ type: 'transfer.gotIt' })
  expect((await submit('5')).value).toBe('succeeded')
})

test.each(['0.99', '', '0', '1.005'])(
  'the transfer dialog does not send a transfer of %j baht (R266, R277, R514)',
  async (text) => {
    expect((await submit(text)).context.problem).toBe('least')
    expect(member.changes()).toEqual([])
  },
)

describe('if the reply is lost after the money moved', () => {
  test('the page shows the outcome as unknown and reloads the wallet, and a check finds the outcome', async () => {
    loseReply()
    expect((await submit('100')).value).toBe('attempting')
    expect([await shown(), await booked()]).toEqual([toSatang(START - 100), 1])
    expect(pendingTransfer()).toMatchObject(actor.getSnapshot().context.pending ?? {})
    expect((await check()).value).toBe('succeeded')
    const [first, ...more] = member.changes()
    expect([more, await booked(), pendingTransfer()]).toEqual([[first], 1, null])
  })

  test('after a reload, the page checks automatically and reports the outcome', async () => {
    loseReply()
    await submit('100')
    expect((await reload()).value).toBe('succeeded')
    const { context } = actor.getSnapshot()
    expect(context).toMatchObject({ from: WALLET, to: 'pg', text: '100' })
    expect([await booked(), keys(), pendingTransfer()]).toEqual([1, 1, null])
    expect(await shown()).toBe(toSatang(START - 100))
  })

  test('the next page checks automatically if the player left during the call, and the transfer is booked once', async () => {
    actor.send({ type: 'amount.type', text: '100' })
    actor.send({ type: 'transfer.submit' })
    await member.isSending()
    expect((await reload()).value).toBe('succeeded')
    expect([await booked(), keys(), member.changes().length]).toEqual([1, 1, 2])
    await member.answered()
  })
})

describe('if the request never arrived', () => {
  test('a check sends the transfer, which is booked once', async () => {
    noLine()
    await submit('100')
    expect([await booked(), await shown()]).toEqual([0, toSatang(START)])
    expect((await check()).value).toBe('succeeded')
    expect([await booked(), await shown()]).toEqual([1, toSatang(START - 100)])
  })

  test('after a reload, the page reports that the balance is no longer sufficient, and clears the stored transfer', async () => {
    noLine()
    await submit('100')
    await backend.call('wallet.transferAll', { to: 'joker2' }, { token })
    const { value, context } = await reload()
    expect([value, context.failure?.code, pendingTransfer()]).toEqual(['refused', 'MONEY_NOT_ENOUGH', null])
    actor.send({ type: 'transfer.gotIt' })
    expect(actor.getSnapshot().context.text).toBe('100')
  })
})

test('after a server error, the outcome is unknown, and a check uses the same idempotency key', async () => {
  const lines = logged()
  vi.spyOn(backend.db, 'transaction').mockRejectedValueOnce(new Error('cut off'))
  expect((await submit('5')).value).toBe('attempting')
  expect([await booked(), lines.length]).toEqual([0, 1])
  expect((await check()).value).toBe('succeeded')
  expect([await booked(), keys()]).toEqual([1, 1])
})

test("if the session ends while the outcome is unknown, the member's next login shows the outcome (R389, R332)", async () => {
  loseReply()
  expect((await submit('100')).value).toBe('attempting')
  await backend.db.delete(tokens)
  expect((await check()).children.attempt?.getSnapshot().value).toBe('unknown')
  expect(pendingTransfer()).not.toBeNull()
  member.leave()
  member = memberAt(backend, await backend.login())
  expect([(await reload()).value, await booked()]).toEqual(['succeeded', 1])
  expect(pendingTransfer()).toBeNull()
})

describe('a request that the browser resends automatically', () => {
  /** Ends the session before the next change arrives or, if `isSentTwice`, between its first and second arrival. */
  function endSession({ isSentTwice }: { isSentTwice: boolean }) {
    vi.spyOn(wire, 'fetch').mockImplementationOnce(async (url, init) => {
      if (isSentTwice) await backend.fetch(url, init)
      await backend.call('account.logout', {}, { token })
      return backend.fetch(url, init)
    })
  }

  test('is reported as done if it was booked before the session ended (R332, R389)', async () => {
    endSession({ isSentTwice: true })
    expect((await submit('100')).value).toBe('succeeded')
    expect(await booked()).toBe(1)
    expect(pendingTransfer()).toBeNull()
  })

  test('has an unknown outcome if the server refuses it because the session has ended (R332, R389)', async () => {
    endSession({ isSentTwice: false })
    expect((await submit('100')).children.attempt?.getSnapshot().value).toBe('unknown')
    expect(await booked()).toBe(0)
    expect(pendingTransfer()).not.toBeNull()
    member.leave()
    member = memberAt(backend, await backend.login())
    expect((await reload()).value).toBe('succeeded')
    expect(await booked()).toBe(1)
  })
})

test('the transfer dialog uses the message of a refusal as its error code if the code is missing (R388, R395)', async () => {
  vi.spyOn(wire, 'fetch').mockResolvedValueOnce(Response.json({ message: 'MONEY_NOT_ENOUGH' }, { status: 400 }))
  const { value, context } = await submit('100')
  expect(value).toBe('refused')
  expect(context.failure?.code).toBe('MONEY_NOT_ENOUGH')
})

test('the transfer dialog accepts a reply without a body as success (R397)', async () => {
  vi.spyOn(wire, 'fetch').mockResolvedValueOnce(new Response(null, { status: 200 }))
  expect((await submit('100')).value).toBe('succeeded')
})
