import { afterEach, expect, test, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { toSatang } from '#contract/money.ts'
import { readable } from '#contract/rows.ts'
import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { pendingRefund, refundLogic } from '#src/actors/refund.ts'
import { wire } from '#src/api/request.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const { wallet: START } = DEMO.member
const REFUND = 63
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let actor: Actor<typeof refundLogic>

/** Waits until nothing is pending, or the outcome is unknown. */
const settled = () =>
  waitFor(
    actor,
    (s) =>
      !s.hasTag('busy') && (!s.matches('receiving') || s.children.attempt?.getSnapshot().matches('unknown') === true),
  )
/** Opens the dialog as its route does. */
function open() {
  actor = createActor(refundLogic, { input: { wallet: member.wallet, pending: pendingRefund() } }).start()
  return settled()
}
async function begin(username?: string) {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login(username)
  member = memberAt(backend, token)
  return open()
}
afterEach(async () => {
  actor.stop()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

type Event = Parameters<typeof actor.send>[0]
const send = (event: Event) => {
  actor.send(event)
  return settled()
}
const left = async () => (await backend.money(token))[WALLET]
const shown = async () => (await waitFor(member.wallet, (s) => !s.hasTag('busy'))).context.overview?.wallet.amount
/** The amounts in the refund log. */
async function log() {
  const list = actor.getSnapshot().children.refundList
  if (!list) throw new Error('no log')
  return readable((await waitFor(list, (s) => !s.hasTag('busy'))).context.rows).map(({ refundAmount }) => refundAmount)
}

test('the refund dialog shows the banners first, then the available refund, then the log (R101, R103, R343, R344, R347)', async () => {
  const { value, context } = await begin()
  expect([value, context.banners.length, member.sent.length]).toEqual(['banners', 1, 1])
  const { context: opened } = await send({ type: 'banners.close' })
  expect(opened.check).toMatchObject({ result: true, bonus: false, refundAmount: toSatang(REFUND) })
  expect((await log()).length).toBe(1)
})

test('a claimed refund is credited to the main wallet, and no other refund is available that day (R125, R345, D-21)', async () => {
  await begin()
  await send({ type: 'banners.close' })
  expect((await send({ type: 'refund.receive' })).value).toBe('received')
  expect([await left(), await shown(), pendingRefund()]).toEqual([START + REFUND, toSatang(START + REFUND), null])
  const { context } = await send({ type: 'refund.gotIt' })
  expect([context.check?.result, (await log())[0]]).toEqual([false, toSatang(REFUND)])
})

test('while a bonus is active, no refund is available, and the conditions are shown (R220, R221)', async () => {
  await begin(DEMO.bonus.username)
  const { value, context } = await send({ type: 'banners.close' })
  expect([value, context.check?.bonus, context.check?.info]).toEqual(['open', true, expect.stringContaining('<')])
})

test('if the member has claimed a bonus elsewhere, the dialog reports the refusal and reloads the refund (R345)', async () => {
  await begin()
  await send({ type: 'banners.close' })
  await backend.call('bonus.activate', { code: 'DAILY' }, { token })
  const { value, context } = await send({ type: 'refund.receive' })
  expect([value, context.failure?.code, await left()]).toEqual(['refused', 'REFUND_CONDITION', START + 20])
  expect((await send({ type: 'refund.gotIt' })).context.check?.bonus).toBe(true)
})

test('the player can reload the refund after being offline (R344)', async () => {
  await begin()
  vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect((await send({ type: 'banners.close' })).value).toBe('failed')
  expect((await send({ type: 'refund.retry' })).value).toBe('open')
})

test('after a lost reply and a reload, the refund dialog checks automatically and reports the outcome', async () => {
  await begin()
  await send({ type: 'banners.close' })
  loseReply()
  expect([(await send({ type: 'refund.receive' })).value, await shown()]).toEqual([
    'receiving',
    toSatang(START + REFUND),
  ])
  actor.stop()
  expect((await open()).value).toBe('received')
  const [first, ...more] = member.changes()
  expect([more, await left(), pendingRefund()]).toEqual([[first], START + REFUND, null])
})
