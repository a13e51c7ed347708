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
  const it = await startOwner(refund, { pending })
  return { ...it, hasList: () => it.now().children.refundList !== undefined }
}
async function open(check: RefundCheck = some) {
  const it = await opening()
  await it.answer(BANNERS, [])
  await it.answer(CHECK, check)
  return it
}
async function receiving() {
  const it = await open()
  await it.send(receive)
  return it
}

describe('opening', () => {
  test('loads the banners first; closing them loads the available refund, then the log (R101, R103, R347, R344, R343)', async () => {
    const it = await opening()
    expect([it.fakes.calls, it.now().hasTag('busy')]).toEqual([[{ id: BANNERS, input: {} }], true])
    await it.answer(BANNERS, bannersOf(2))
    expect([it.now().value, it.now().context.banners, it.waits(CHECK)]).toEqual(['banners', bannersOf(2), false])
    await it.send({ type: 'banners.close' })
    expect([it.asked(CHECK), it.hasList()]).toEqual([[{}], false])
    await it.answer(CHECK, some)
    expect([it.now().value, it.now().context.check, it.hasList()]).toEqual(['open', some, true])
    expect(it.asked(BANNERS)).toHaveLength(1)
  })

  test('without banners opens directly, also if they fail to load (R102)', async () => {
    const none = await opening()
    await none.answer(BANNERS, [])
    const failed = await opening()
    await failed.fail(BANNERS, noAnswer)
    expect([none.now().value, failed.now().value]).toEqual(['checking', 'checking'])
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'reports a failure (%o); only the player retries (R344)',
    async (failure) => {
      const it = await opening()
      await it.answer(BANNERS, [])
      await it.fail(CHECK, failure)
      expect([it.now().value, it.now().hasTag('busy')]).toEqual(['failed', false])
      await it.pass(600_000)
      await it.send(receive, { type: 'refund.retry' }, { type: 'refund.retry' })
      expect(it.asked(CHECK)).toHaveLength(2)
      await it.answer(CHECK, some)
      expect(it.now().value).toBe('open')
    },
  )
})

const checks: [ids: string, what: string, more: Partial<RefundCheck>, can: boolean][] = [
  ['R125', 'there is some', {}, true],
  ['R125', 'not said of a bonus', { bonus: null }, true],
  ['R276', 'one satang', { refundAmount: satang(1) }, true],
  ['R276', 'nothing', { refundAmount: satang(0) }, false],
  ['R276', 'less than nothing', { refundAmount: satang(-100) }, false],
  ['R220', 'a bonus is in effect', { bonus: true }, false],
  ['R127', 'there is none', { result: false }, false],
]

test.each(checks)('%s %s: %o can be received: %s', async (_ids, _what, more, can) => {
  const check = { ...some, ...more }
  expect(canReceive(check)).toBe(can)
  const it = await open(check)
  await it.send(receive)
  expect([it.now().value, it.isOut()]).toEqual(can ? ['receiving', true] : ['open', false])
})

describe('receiving it', () => {
  test('is sent with a key; then re-reads the wallet and the available refund (R345, D-21)', async () => {
    const it = await receiving()
    expect(it.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input: {} }])
    await it.succeed()
    expect([it.now().value, it.now().context.pending, it.reads()]).toEqual(['received', null, 1])
    await it.send(gotIt)
    await it.answer(CHECK, { ...some, result: false })
    expect([it.now().value, it.asked(CHECK).length, it.asked(BANNERS).length]).toEqual(['open', 2, 1])
  })

  test.each([
    [{ amount: 12_345 }, 12_345],
    [{}, null],
  ])('the reply %o brought %j satang (R345)', async (reply, given) => {
    const it = await receiving()
    await it.succeed(reply)
    expect(it.now().context.given).toBe(given)
  })

  test.each(['NO_REFUND', 'REFUND_CONDITION', 'REFUND_INACTIVE', 'REFUND_MINIMUM'])(
    'reports %s and re-reads the available refund; the next time has a key of its own (R345)',
    async (code) => {
      const it = await receiving()
      await it.refuse(code)
      expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', code])
      await it.send(receive, gotIt)
      await it.answer(CHECK, some)
      await it.send(receive)
      expect(new Set(it.sent().map((one) => (one as { key: string }).key)).size).toBe(2)
    },
  )

  test('without an answer re-reads the wallet and reports no failure; a check resends the request', async () => {
    const it = await receiving()
    await it.lose()
    expect([it.now().value, it.now().context.failure, it.reads()]).toEqual(['receiving', null, 1])
    await it.send(receive, gotIt, { type: 'refund.retry' })
    await it.pass(600_000)
    expect(it.isOut()).toBe(false)
    await it.check()
    const [first, ...more] = it.sent()
    expect(more).toEqual([first])
  })

  test('a refund confirmed before a reload is resent at once, before any banner', async () => {
    const pending = pendingOf({})
    const it = await opening(pending)
    expect([it.now().value, it.sent(), it.fakes.calls]).toEqual(['receiving', [{ key: pending.key, input: {} }], []])
    await it.succeed()
    await it.send(gotIt)
    expect([it.now().value, it.now().context.pending, it.waits(BANNERS)]).toEqual(['checking', null, false])
  })
})

test('the log accepts a reply that is a bare list (D-34)', () => {
  const log = v.parse(refundCalls['refund.list'].reply, [])
  expect(log).toEqual({ refunds: [] })
})
