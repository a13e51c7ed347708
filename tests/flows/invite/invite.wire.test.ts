import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { toSatang } from '#contract/money.ts'
import { readable } from '#contract/rows.ts'
import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { inviteBonusLogic, inviteLogic, pendingInviteBonus } from '#src/actors/invite.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { listener } from '#tests/kit/start.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const { wallet: START } = DEMO.member
const BONUS = 125
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let toasts: ReturnType<typeof listener>
let bonus: Actor<typeof inviteBonusLogic>

/** Opens the invite bonus as its route does. */
function open() {
  const input = { wallet: member.wallet, toasts: toasts.ref as never, pending: pendingInviteBonus() }
  bonus = createActor(inviteBonusLogic, { input }).start()
}
/** Waits until the bonus collection has finished or its outcome is unknown. */
const settled = () =>
  waitFor(bonus, (s) => !s.matches('collecting') || s.children.attempt?.getSnapshot().matches('unknown') === true)
const collect = () => {
  bonus.send({ type: 'bonus.collect' })
  bonus.send({ type: 'bonus.confirm' })
  return settled()
}
const left = async () => (await backend.money(token))[WALLET]
const shown = async () => (await waitFor(member.wallet, (s) => !s.hasTag('busy'))).context.overview

beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
  toasts = listener()
  open()
})
afterEach(async () => {
  bonus.stop()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

test('the invite dialog shows the banners first, and only then the friends, ten per page (R100, R103, R155, R342)', async () => {
  const actor = createActor(inviteLogic, { input: { toasts: toasts.ref as never } }).start()
  await waitFor(actor, (s) => !s.hasTag('busy'))
  const { value, context } = actor.getSnapshot()
  expect([value, context.banners.length, member.sent.map(({ path }) => path)]).toEqual([
    'banners',
    2,
    ['/api/invite/banners'],
  ])
  actor.send({ type: 'banners.close' })
  const list = actor.getSnapshot().children.inviteList
  if (!list) throw new Error('no list')
  const page = () => waitFor(list, (s) => !s.hasTag('busy'))
  expect([(await page()).context.rows.length, list.getSnapshot().context.last]).toEqual([10, 2])
  list.send({ type: 'page.choose', page: 2 })
  expect(readable((await page()).context.rows).map(({ amount }) => amount)).toEqual([10_000, 5_000])
  expect(member.sent.slice(1).map(({ body }) => body)).toEqual([
    { page: 1, limit: 10 },
    { page: 2, limit: 10 },
  ])
  actor.stop()
})

test('a collected bonus is added to the main wallet, and nothing is left to collect (R85, R86, R341, D-55)', async () => {
  await collect()
  expect(toasts.heard).toEqual([{ type: 'toast.show', tone: 'good', text: 'invite.collected' }])
  expect(await shown()).toMatchObject({ wallet: { amount: toSatang(START + BONUS) }, invite: { amount: 0 } })
  expect([member.changes().length, pendingInviteBonus()]).toEqual([1, null])
})

test('collecting the bonus a second time shows a red toast and moves no money (R413)', async () => {
  await collect()
  await collect()
  expect(toasts.heard.at(-1)).toMatchObject({ tone: 'bad', text: { code: 'INVITE_COLLECT' } })
  expect([await left(), new Set(member.changes().map(({ key }) => key)).size]).toEqual([START + BONUS, 2])
})

test('if the reply to a bonus collection is lost and the page is reloaded, the page checks automatically and reports the outcome', async () => {
  loseReply()
  expect((await collect()).value).toBe('collecting')
  expect([(await shown())?.wallet.amount, toasts.heard]).toEqual([toSatang(START + BONUS), []])
  bonus.stop()
  open()
  expect((await settled()).value).toBe('shown')
  expect(toasts.heard).toMatchObject([{ tone: 'good' }])
  const [first, ...more] = member.changes()
  expect([more, await left(), pendingInviteBonus()]).toEqual([[first], START + BONUS, null])
})
