import { beforeEach, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { walletCalls } from '#contract/wallet.ts'
import { inviteBonusLogic } from '#src/actors/invite.ts'
import { request } from '#src/api/request.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { listener } from '#tests/kit/start.ts'

let plain: ReturnType<typeof playPlainSite>

beforeEach(async () => {
  plain = playPlainSite()
  await plain.signIn()
})

async function collect() {
  const toasts = listener()
  const input = { wallet: listener().ref as never, toasts: toasts.ref as never, pending: null }
  const actor = createActor(inviteBonusLogic, { input }).start()
  actor.send({ type: 'bonus.collect' })
  actor.send({ type: 'bonus.confirm' })
  await waitFor(actor, (s) => s.matches('shown'))
  return toasts.heard
}

it('a red toast on the home page shows the refusal message from a plain backend (R394, R413)', async () => {
  expect(await collect()).toEqual([
    { type: 'toast.show', tone: 'bad', text: { kind: 'refused', code: 'NO_INVITE_BONUS', message: 'NO_INVITE_BONUS' } },
  ])
  await plain.spoil('GET /api/invite/bonus', 'code:รับได้วันจันทร์')
  expect(await collect()).toMatchObject([{ tone: 'bad', text: { message: 'รับได้วันจันทร์' } }])
})

it('collecting the invite bonus on the home page shows only a success toast (R413)', async () => {
  plain.site.named('0812345678').inviteBonus = 500
  expect(await collect()).toEqual([{ type: 'toast.show', tone: 'good', text: 'invite.collected' }])
})

it("the wallet call returns the percentages of friends' wins and losses as the server sends them (D-55)", async () => {
  const { invite } = await request(walletCalls['wallet.get'], {})
  expect(invite).toEqual({ amount: 0, success: 1, fail: 5 })
})
