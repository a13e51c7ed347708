import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate'
import type { Evidence } from '#contract/evidence.ts'
import type { GameDeed } from '#contract/game.ts'
import { satang, toSatang } from '#contract/money.ts'
import type { Slot } from '#contract/wallet.ts'
import type { Attempt } from '#machines/lib/attempt.ts'
import { DEMO } from '#server/demo/seed.ts'
import type { ReadOwn } from '#src/actors/attempt.ts'
import { attempt } from '#src/actors/attempt.ts'
import { readBonus } from '#src/actors/bonus.ts'
import { readAccount } from '#src/actors/deposit.ts'
import { gameEffect, readGame } from '#src/actors/game-account.ts'
import { readInvite } from '#src/actors/invite.ts'
import { readRefund } from '#src/actors/refund.ts'
import { readCoupons } from '#src/actors/spin.ts'
import { wire } from '#src/api/request.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { memberAt } from '#tests/kit/member.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
let token: string
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
  wire.site = async () => ({ ...SITE, offers: [] })
})
afterEach(() => {
  member.leave()
  vi.unstubAllGlobals()
})

/** Returns the evidence for a change that got no reply from a backend without idempotency keys. */
async function evidenceWith(readOwn: ReadOwn): Promise<Evidence | null>
async function evidenceWith<I extends object>(readOwn: ReadOwn<I>, asked: I): Promise<Evidence | null>
async function evidenceWith<I extends object>(readOwn: ReadOwn<I>, asked = {} as I) {
  const lost = fromPromise<object, Attempt<I>>(() => Promise.reject(noAnswer))
  const input = { key: 'a', input: asked, owner: createEmptyActor() as never }
  const actor = createActor(attempt(lost, { readOwn }), { input }).start()
  const { context } = await waitFor(actor, (s) => s.matches('evident'))
  actor.stop()
  return context.evidence
}

it('the evidence for a refund whose outcome is unknown includes the amount that can still be refunded (R385)', async () => {
  const { body } = await backend.call('refund.check', {}, { token })
  const amount = toSatang(Number(Object(body).refundAmount))
  expect(amount).toBeGreaterThan(0)
  expect((await evidenceWith(readRefund))?.own).toEqual({ of: 'refund', amount })
})

it('the evidence for a claim of the invite bonus whose outcome is unknown includes the amount that can still be claimed (R385)', async () => {
  const { body } = await backend.call('wallet.get', {}, { token })
  const amount = toSatang(Object(body).invite.amount)
  expect((await evidenceWith(readInvite))?.own).toEqual({ of: 'invite', amount })
})

it('the evidence for a bonus change whose outcome is unknown contains the name of the active bonus, or states that there is none (R385)', async () => {
  expect((await evidenceWith(readBonus))?.own).toEqual({ of: 'bonus', isActive: false, name: null })
  member.leave()
  member = memberAt(backend, await backend.login(DEMO.bonus.username))
  wire.site = async () => ({ ...SITE, offers: [] })
  expect((await evidenceWith(readBonus))?.own).toEqual({
    of: 'bonus',
    isActive: true,
    name: expect.stringMatching(/./),
  })
})

it.each([true, false])(
  'the evidence for a request to open a game account shows whether the account is open: %j (R116, R385)',
  async (isActive) => {
    const { body } = await backend.call('wallet.get', {}, { token })
    const slots: Slot[] = Object(body).slots
    const { code } = slots.find((slot) => slot.isActive === isActive) as Slot
    const evidence = await evidenceWith(readGame, { deed: 'activate', code })
    expect(evidence?.own).toEqual({ of: 'game', isActive })
  },
)

it('the evidence does not mention the game account after a password reset, or if the account cannot be read (R385)', async () => {
  const own = async (asked: GameDeed) => (await evidenceWith(readGame, asked))?.own
  expect(await own({ deed: 'reset', code: 'pg' })).toBeNull()
  expect(await own({ deed: 'activate', code: 'none' })).toBeNull()
})

it('filling a game is expected to move the whole main wallet balance, while opening a game account has no expected effect (R118, R385)', () => {
  const before = { main: satang(43_030), games: null, rows: 3 }
  const effect = { main: -43_030, games: 43_030, statementType: 'transfer' }
  expect(gameEffect({ deed: 'fill', code: 'pg' }, before)).toEqual(effect)
  expect(gameEffect({ deed: 'fill', code: 'pg' }, null)).toBeNull()
  expect(gameEffect({ deed: 'activate', code: 'pg' }, before)).toBeNull()
})

it('the evidence for a change of the bank account name includes the current name (R111, R385)', async () => {
  const { body } = await backend.call('wallet.get', {}, { token })
  const { bankAccountName } = Object(body).bankAccount
  expect((await evidenceWith(readAccount))?.own).toEqual({ of: 'account', bankAccountName })
})

it('the evidence for a spin or a coupon claim includes the number of coupons that remain (R385)', async () => {
  const { body } = await backend.call('spin.coupons', {}, { token })
  const coupons = body as unknown as { amount: number }[]
  const count = coupons.reduce((sum, { amount }) => sum + amount, 0)
  expect((await evidenceWith(readCoupons))?.own).toEqual({ of: 'coupons', count })
})

it('the evidence omits the number of coupons if one of them cannot be read (R385)', async () => {
  const direct = wire.fetch
  wire.fetch = async (url, init) =>
    url === '/api/spinwheel/coupon'
      ? Response.json([...(await (await direct(url, init)).json()), {}])
      : direct(url, init)
  expect((await evidenceWith(readCoupons))?.own).toBeNull()
})

it('the evidence still includes the balance if the flow cannot read its own data (R385)', async () => {
  const evidence = await evidenceWith(() => Promise.reject(noAnswer))
  expect(evidence?.own).toBeNull()
  expect(evidence?.change).toEqual({ main: 0, games: 0 })
})
