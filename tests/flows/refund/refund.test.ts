import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { satang } from '#contract/money.ts'
import { canReceive, type RefundCheck, refundCalls } from '#contract/refund.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { pendingOf } from '#tests/kit/samples/attempt.ts'
import { bannersOf } from '#tests/kit/samples/banner.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import refund, { some } from './refund.model.ts'

const [BANNERS, CHECK] = ['refund.banners', 'refund.check']
const gotIt = { type: 'refund.gotIt' } as const
const receive = { type: 'refund.receive' } as const

async function opening(pending: ReturnType<typeof pendingOf<object>> | null = null) {
  const app = await startOwner(refund, { pending })
  return { ...app, hasList: () => app.now().children.refundList !== undefined }
}
async function open(check: RefundCheck = some) {
  const app = await opening()
  await app.answer(BANNERS, [])
  await app.answer(CHECK, check)
  return app
}
async function receiving() {
  const app = await open()
  await app.send(receive)
  return app
}

describe('opening the refund dialog', () => {
  test('loads the banners first, and the available refund and the log only after the banners are closed (R101, R103, R347, R344, R343)', async () => {
    const app = await opening()
    expect([app.fakes.calls, app.now().hasTag('busy')]).toEqual([[{ id: BANNERS, input: {} }], true])
    await app.answer(BANNERS, bannersOf(2))
    expect([app.now().value, app.now().context.banners, app.waits(CHECK)]).toEqual(['banners', bannersOf(2), false])
    await app.send({ type: 'banners.close' })
    expect([app.asked(CHECK), app.hasList()]).toEqual([[{}], false])
    await app.answer(CHECK, some)
    expect([app.now().value, app.now().context.check, app.hasList()]).toEqual(['open', some, true])
    expect(app.asked(BANNERS)).toHaveLength(1)
  })

  test('loads the refund directly if there are no banners or they fail to load (R102)', async () => {
    const none = await opening()
    await none.answer(BANNERS, [])
    const failed = await opening()
    await failed.fail(BANNERS, noAnswer)
    expect([none.now().value, failed.now().value]).toEqual(['checking', 'checking'])
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'reports a failure (%o), and reloads only when the player retries (R344)',
    async (failure) => {
      const app = await opening()
      await app.answer(BANNERS, [])
      await app.fail(CHECK, failure)
      expect([app.now().value, app.now().hasTag('busy')]).toEqual(['failed', false])
      await app.pass(600_000)
      await app.send(receive, { type: 'refund.retry' }, { type: 'refund.retry' })
      expect(app.asked(CHECK)).toHaveLength(2)
      await app.answer(CHECK, some)
      expect(app.now().value).toBe('open')
    },
  )
})

const checks: [ids: string, what: string, more: Partial<RefundCheck>, can: boolean][] = [
  ['R125', 'there is something to refund', {}, true],
  ['R125', 'the reply does not mention a bonus', { bonus: null }, true],
  ['R276', 'the amount is one satang', { refundAmount: satang(1) }, true],
  ['R276', 'the amount is zero', { refundAmount: satang(0) }, false],
  ['R276', 'the amount is negative', { refundAmount: satang(-100) }, false],
  ['R220', 'a bonus is active', { bonus: true }, false],
  ['R127', 'there is nothing to refund', { result: false }, false],
]

test.each(checks)('%s: if %s (%o), canReceive returns %s', async (_ids, _what, more, can) => {
  const check = { ...some, ...more }
  expect(canReceive(check)).toBe(can)
  const app = await open(check)
  await app.send(receive)
  expect([app.now().value, app.isOut()]).toEqual(can ? ['receiving', true] : ['open', false])
})

describe('claiming the refund', () => {
  test('sends the request with an idempotency key, then reloads the wallet and the available refund (R345, D-21)', async () => {
    const app = await receiving()
    expect(app.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input: {} }])
    await app.succeed()
    expect([app.now().value, app.now().context.pending, app.reads()]).toEqual(['received', null, 1])
    await app.send(gotIt)
    await app.answer(CHECK, { ...some, result: false })
    expect([app.now().value, app.asked(CHECK).length, app.asked(BANNERS).length]).toEqual(['open', 2, 1])
  })

  test.each([
    [{ amount: 12_345 }, 12_345],
    [{}, null],
  ])('stores the amount in the reply %o as %j, in satang (R345)', async (reply, given) => {
    const app = await receiving()
    await app.succeed(reply)
    expect(app.now().context.given).toBe(given)
  })

  test.each(['NO_REFUND', 'REFUND_CONDITION', 'REFUND_INACTIVE', 'REFUND_MINIMUM'])(
    'reports the refusal %s and reloads the available refund, and the next attempt gets a new idempotency key (R345)',
    async (code) => {
      const app = await receiving()
      await app.refuse(code)
      expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', code])
      await app.send(receive, gotIt)
      await app.answer(CHECK, some)
      await app.send(receive)
      expect(new Set(app.sent().map((one) => (one as { key: string }).key)).size).toBe(2)
    },
  )

  test('reloads the wallet without reporting a failure if no reply arrives, and resends the same request when the player checks the outcome', async () => {
    const app = await receiving()
    await app.lose()
    expect([app.now().value, app.now().context.failure, app.reads()]).toEqual(['receiving', null, 1])
    await app.send(receive, gotIt, { type: 'refund.retry' })
    await app.pass(600_000)
    expect(app.isOut()).toBe(false)
    await app.check()
    const [first, ...more] = app.sent()
    expect(more).toEqual([first])
  })

  test('continues after a page reload by resending the request immediately, before any banner is loaded', async () => {
    const pending = pendingOf({})
    const app = await opening(pending)
    expect([app.now().value, app.sent(), app.fakes.calls]).toEqual(['receiving', [{ key: pending.key, input: {} }], []])
    await app.succeed()
    await app.send(gotIt)
    expect([app.now().value, app.now().context.pending, app.waits(BANNERS)]).toEqual(['checking', null, false])
  })
})

test('the refund log accepts a reply that is a bare list (D-34)', () => {
  const log = v.parse(refundCalls['refund.list'].reply, [])
  expect(log).toEqual({ refunds: [] })
})
