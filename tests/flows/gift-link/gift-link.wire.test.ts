import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { GIFT_KEY, giftCalls, giftWallet } from '#contract/gift-link.ts'
import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { entries } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { openGift } from '#server/domain/gift-link.ts'
import { pendingDeposits } from '#src/actors/deposit.ts'
import { wire } from '#src/api/request.ts'
import { depositAt, isSettled } from '#tests/kit/deposit-at.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { GIFT_WALLET, giftLink } from '#tests/kit/money-in.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const { wallet: START } = DEMO.member
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let stores: ReturnType<typeof fakeWindow>
let deposit: Awaited<ReturnType<typeof depositAt>>

beforeEach(async () => {
  backend = await startBackend()
  stores = fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
  deposit = await depositAt(member)
})
afterEach(async () => {
  deposit.close()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

const settled = () => waitFor(deposit.now().gift, (s) => isSettled(s) && !s.hasTag('busy'))
/** Enters the link and submits it, as the view does. */
function submit(link: string) {
  const { gift, ways } = deposit.now()
  gift.send({ type: 'link.type', link })
  gift.send({ type: 'gift.submit', account: (ways && giftWallet(ways)) ?? '' })
}
const send = (link: string) => {
  submit(link)
  return settled()
}
const check = () => {
  deposit.now().gift.getSnapshot().children.attempt?.send({ type: 'attempt.check' })
  return settled()
}
const booked = () => backend.db.$count(entries, eq(entries.reason, 'deposit'))
const shown = async () => (await waitFor(member.wallet, (s) => !s.hasTag('busy'))).context.overview?.wallet.amount
const keys = () => new Set(member.changes().map(({ key }) => key)).size
const noLine = () => vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))

test('a gift link is encrypted for the first wallet in AUTO mode, and the gift is credited once (R110, R338, R339, D-42)', async () => {
  const before = await booked()
  const { value, context } = await send(` ${giftLink('demo-100.25')} `)
  expect([value, context.amount]).toEqual(['received', 10_025])
  const [change, ...more] = member.changes()
  expect([change?.path, more]).toEqual(['/api/wallet/truelink', []])
  const { link } = v.parse(giftCalls['wallet.truelink'].input, change?.body)
  expect(openGift(link, GIFT_KEY)).toEqual({ link: giftLink('demo-100.25'), account: GIFT_WALLET })
  expect([(await booked()) - before, await shown()]).toEqual([1, toSatang(START + 100.25)])
  expect(pendingDeposits().gift).toBeNull()
})

test.each([
  ['TRUELINK_INVALID', 'https://gift.example/campaign/?v=demo-100'],
  ['TRUELINK_INVALID', giftLink('used-100')],
  ['TRUELINK_INVALID', giftLink('demo-1.99')],
])(
  'the refusal code %s for the gift link %s is shown, no money moves, and the next link gets a new idempotency key (R110, R485, R515)',
  async (code, link) => {
    const before = await booked()
    const { value, context } = await send(link)
    expect([value, context.failure?.code, context.link]).toEqual(['editing', code, link])
    expect([await booked(), await shown()]).toEqual([before, toSatang(START)])
    expect((await send(giftLink('demo-2'))).value).toBe('received')
    expect([(await booked()) - before, await shown(), keys()]).toEqual([1, toSatang(START + 2), 2])
  },
)

test('the server refuses a gift link that was redeemed before (R484)', async () => {
  await send(giftLink('demo-100'))
  deposit.now().gift.send({ type: 'gift.gotIt' })
  expect((await send(giftLink('demo-100'))).context.failure?.code).toBe('TRUELINK_DUPLICATE')
  expect(await shown()).toBe(toSatang(START + 100))
})

describe('if the reply is lost after the money arrived', () => {
  test('the page reloads the wallet, and reports the gift as received only after a check', async () => {
    const before = await booked()
    loseReply()
    const { value, context } = await send(giftLink('demo-100'))
    expect([value, context.failure]).toEqual(['attempting', null])
    expect([(await booked()) - before, await shown()]).toEqual([1, toSatang(START + 100)])
    const { value: then, context: after } = await check()
    expect([then, after.amount, after.failure]).toEqual(['received', 10_000, null])
    const [first, ...more] = member.changes()
    expect([more, (await booked()) - before, await shown()]).toEqual([[first], 1, toSatang(START + 100)])
    expect(pendingDeposits().gift).toBeNull()
  })

  test('after a reload, the page checks automatically and reports the outcome', async () => {
    const before = await booked()
    loseReply()
    await send(giftLink('demo-100'))
    expect([...stores.session.values()].join()).not.toContain('gift.truemoney.com')
    const { dialog } = await deposit.again()
    expect(dialog.getSnapshot().context.tab).toBe('gift')
    const { value, context } = await settled()
    expect([value, context.amount, (await booked()) - before, keys()]).toEqual(['received', 10_000, 1, 1])
    expect(pendingDeposits().gift).toBeNull()
  })

  test('reopening a dialog that was closed during the call checks the outcome automatically, and the gift is booked once', async () => {
    const before = await booked()
    const { gift } = deposit.now()
    submit(giftLink('demo-100'))
    await waitFor(gift, (s) => s.matches('attempting'))
    await member.isSending()
    await deposit.again()
    expect((await settled()).value).toBe('received')
    expect([(await booked()) - before, keys(), member.changes().length]).toEqual([1, 1, 2])
    await member.answered()
  })
})

test('if the request for a gift link never arrived, a check sends it once', async () => {
  const before = await booked()
  noLine()
  expect((await send(giftLink('demo-100'))).value).toBe('attempting')
  expect([await booked(), await shown()]).toEqual([before, toSatang(START)])
  expect((await check()).value).toBe('received')
  expect([(await booked()) - before, await backend.money(token)]).toMatchObject([1, { [WALLET]: START + 100 }])
})
