import { beforeEach, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { refundLogic } from '#src/actors/refund.ts'
import { isSettled } from '#tests/kit/deposit-at.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { listener } from '#tests/kit/start.ts'

const RECEIVE = 'GET /api/refund/receive'
let plain: ReturnType<typeof playPlainSite>

beforeEach(async () => {
  plain = playPlainSite()
  await plain.signIn()
})

async function open() {
  const actor = createActor(refundLogic, { input: { wallet: listener().ref as never, pending: null } }).start()
  await waitFor(actor, (s) => s.matches('banners'))
  actor.send({ type: 'banners.close' })
  await waitFor(actor, (s) => s.matches('open'))
  return actor
}
const receive = (actor: Awaited<ReturnType<typeof open>>) => {
  actor.send({ type: 'refund.receive' })
  return waitFor(actor, (s) => isSettled(s) && !s.hasTag('busy'))
}

it.each([
  [0, 'open', 0],
  [500, 'received', 1],
])('claiming a refund of %i satang ends in the state "%s" (R276)', async (refundAmount, state, sent) => {
  plain.site.named('0812345678').losses = refundAmount * 20
  const actor = await open()
  expect(actor.getSnapshot().context.check?.refundAmount).toBe(refundAmount)
  expect((await receive(actor)).value).toBe(state)
  expect(plain.count(RECEIVE)).toBe(sent)
})

it('the refund dialog shows the win and loss percentages as the server sends them (D-55)', async () => {
  const { context } = (await open()).getSnapshot()
  expect(context.check?.refundSuccess).toBe(0)
  expect(context.check?.refundFail).toBe(5)
})

it('the refund dialog shows the server’s message when a refund is refused (R394)', async () => {
  plain.site.named('0812345678').losses = 10_000
  const actor = await open()
  await plain.spoil(RECEIVE, 'code:รับได้พรุ่งนี้')
  const { value, context } = await receive(actor)
  expect(value).toBe('refused')
  expect(context.failure?.message).toBe('รับได้พรุ่งนี้')
})
