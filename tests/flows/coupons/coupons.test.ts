import { describe, expect, test } from 'vitest'
import { createEmptyActor } from 'xstate'
import { couponPages } from '#machines/coupons.machine.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { pendingOf } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { couponsOf } from '#tests/kit/samples/spin.ts'
import { listener } from '#tests/kit/start.ts'
import coupons from './coupons.model.ts'

const LIST = 'spin.coupons'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const input = { coupon: 'k0', label: 'คูปอง 0' }

const owner = createEmptyActor() as never
const open = (of = owner) => startOwner(coupons, { owner: of, pending: null })
async function shown(list = couponsOf(7), of = owner) {
  const app = await open(of)
  await app.answer(LIST, list)
  return app
}
async function asked(of = owner) {
  const app = await shown(undefined, of)
  await app.send({ type: 'coupon.choose', coupon: 'k0' })
  return app
}
async function claiming(of = owner) {
  const app = await asked(of)
  await app.send({ type: 'claim.confirm' })
  await app.pass(500)
  return app
}

describe('the coupons', () => {
  test('are loaded once, when the page opens (R139, R182, R350)', async () => {
    const app = await open()
    expect([app.asked(LIST), app.now().hasTag('busy')]).toEqual([[{}], true])
    await app.answer(LIST, couponsOf(2))
    await app.pass(600_000)
    expect([app.now().value, app.now().context.coupons, app.asked(LIST).length]).toEqual(['shown', couponsOf(2), 1])
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'are reloaded after a failure (%o) when the player retries or wins a prize (R350)',
    async (failure) => {
      const app = await open()
      for (const type of ['coupons.retry', 'coupons.reload'] as const) {
        await app.fail(LIST, failure)
        await app.pass(600_000)
        expect(app.now().value).toBe('failed')
        await app.send({ type })
        expect(app.now().value).toBe('loading')
      }
      expect(app.asked(LIST)).toHaveLength(3)
    },
  )

  test('are reloaded after a prize is won, even while they are loading, and only the later reply is used (R239)', async () => {
    const app = await open()
    await app.send({ type: 'coupons.reload' })
    expect(app.asked(LIST)).toHaveLength(2)
    await app.answer(LIST, couponsOf(3))
    await app.send({ type: 'coupons.reload' })
    expect([app.now().hasTag('busy'), app.now().context.coupons.length]).toEqual([true, 3])
  })

  test.each([
    [0, 1],
    [1, 1],
    [3, 1],
    [4, 2],
    [6, 2],
    [7, 3],
  ])('are split into pages of three (%i coupons: %i pages) (R521)', (count, pages) => {
    expect(couponPages(couponsOf(count))).toBe(pages)
  })

  test('can be paged through without a request, even while they are reloading, and show the last page if the current page no longer exists (R521)', async () => {
    const app = await shown()
    const turnTo = async (page: number) => {
      await app.send({ type: 'page.choose', page })
      return app.now().context.page
    }
    expect([await turnTo(0), await turnTo(4), await turnTo(3), await turnTo(0)]).toEqual([1, 1, 3, 3])
    expect([await turnTo(1), await turnTo(3)]).toEqual([1, 3])
    await app.send({ type: 'coupons.reload' })
    expect([await turnTo(2), await turnTo(4), await turnTo(0), await turnTo(3)]).toEqual([2, 2, 2, 3])
    expect(app.asked(LIST)).toHaveLength(2)
    await app.answer(LIST, couponsOf(4))
    expect(app.now().context.page).toBe(2)
  })
})

describe('claiming a coupon', () => {
  test.each([
    ['that is not in the list', couponsOf(1), 'k5'],
    ['with a count of 0', couponsOf(1).map((coupon) => ({ ...coupon, amount: 0 })), 'k0'],
    ['that support hands out', couponsOf(1).map((coupon) => ({ ...coupon, isByHand: true })), 'k0'],
  ])('is not possible for a coupon %s (R240)', async (_, list, coupon) => {
    const app = await shown(list)
    await app.send({ type: 'coupon.choose', coupon })
    expect(app.now().value).toBe('shown')
  })

  test('requires a confirmation, and only reloads the coupons if the player cancels (R240)', async () => {
    const app = await asked()
    expect([app.now().value, app.now().context.chosen?.prize.slice.code]).toEqual(['confirming', 'k0'])
    await app.send({ type: 'coupons.reload' }, { type: 'claim.leave' })
    expect([app.now().value, app.asked(LIST).length, app.sent()]).toEqual(['loading', 2, []])
  })

  test('sends one request for several quick presses, 500 ms after the last press (R284, R524)', async () => {
    const app = await asked()
    await app.send({ type: 'claim.confirm' })
    await app.pass(499)
    await app.send({ type: 'claim.confirm' })
    await app.pass(499)
    expect(app.sent()).toEqual([])
    await app.pass(1)
    await app.send({ type: 'claim.confirm' })
    await app.pass(10_000)
    expect(app.sent()).toEqual([{ key, input }])
  })

  test('can be cancelled within 500 ms of the last press (R284)', async () => {
    const app = await asked()
    await app.send({ type: 'claim.confirm' })
    await app.pass(499)
    await app.send({ type: 'claim.leave' })
    await app.pass(10_000)
    expect([app.now().value, app.sent()]).toEqual(['loading', []])
  })

  test('shows which coupon was claimed, and reloads the wheel, the wallet and the coupons (R240, R417)', async () => {
    const heard = listener()
    const app = await claiming(heard.ref as never)
    await app.succeed()
    expect([app.now().value, app.now().context.pending?.input, app.reads()]).toEqual(['claimed', input, 1])
    expect(heard.heard).toEqual([{ type: 'coupons.claimed' }])
    await app.send({ type: 'claim.gotIt' }, { type: 'claim.gotIt' })
    expect([app.now().value, app.now().context.pending, app.asked(LIST).length]).toEqual(['loading', null, 2])
  })

  test.each(['NO_CLAIMABLE_COUPON', 'COUPON_EXPIRED', 'BONUS_REMAINING'])(
    'reports the refusal %s, then reloads the coupons and uses a new idempotency key for the next claim (R416)',
    async (code) => {
      const app = await claiming()
      await app.refuse(code)
      expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', code])
      await app.send({ type: 'claim.gotIt' })
      await app.answer(LIST, couponsOf(7))
      await app.send({ type: 'coupon.choose', coupon: 'k0' }, { type: 'claim.confirm' })
      expect(app.now().context.failure).toBeNull()
      await app.pass(500)
      const [first, second] = app.sent() as { key: string }[]
      expect([second, first?.key === second?.key]).toEqual([{ key, input }, false])
    },
  )

  test('reloads the wallet if no reply arrives, and checks the outcome with the same idempotency key', async () => {
    const app = await claiming()
    await app.lose()
    expect([app.now().value, app.reads()]).toEqual(['claiming', 1])
    await app.check()
    const [first, ...more] = app.sent()
    expect(more).toEqual([first])
  })

  test('resends the request with the same key after a page reload, and shows which coupon was claimed', async () => {
    const pending = pendingOf({ coupon: 'k9', label: 'คูปอง 9' })
    const app = await startOwner(coupons, { owner, pending })
    expect([app.now().value, app.sent()]).toEqual(['claiming', [{ key: pending.key, input: pending.input }]])
    await app.succeed()
    expect([app.now().value, app.now().context.pending?.input.label]).toEqual(['claimed', 'คูปอง 9'])
  })
})
