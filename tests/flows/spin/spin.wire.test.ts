import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Actor, createActor, SimulatedClock, waitFor } from 'xstate'
import { CLAIM_DEBOUNCE, PRIZE_DELAY } from '#contract/limits.ts'
import { toSatang } from '#contract/money.ts'
import { readable } from '#contract/rows.ts'
import { WALLET } from '#contract/transfer.ts'
import { coupons, spins } from '#server/core/schema/rewards.ts'
import { DEMO } from '#server/demo/seed.ts'
import { pendingSpin, spinLogic } from '#src/actors/spin.ts'
import { wire } from '#src/api/request.ts'
import { isSettled } from '#tests/kit/deposit-at.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const { wallet: START, coin: COINS } = DEMO.member
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let clock: SimulatedClock
let actor: Actor<typeof spinLogic>

const list = () => actor.getSnapshot().context.coupons
/** Waits until only timers are pending in the wheel and the coupons. */
async function settled() {
  await waitFor(list(), (s) => isSettled(s) && !s.hasTag('busy'))
  return waitFor(actor, (s) => isSettled(s) && !s.hasTag('busy') && !s.matches('drawing'))
}
/** Opens the page as its route does, with reduced motion. */
function open() {
  clock = new SimulatedClock()
  actor = createActor(spinLogic, { input: { wallet: member.wallet, ...pendingSpin() }, clock }).start()
  return settled()
}
async function begin(username?: string) {
  backend = await startBackend()
  fakeWindow()
  Object.assign(window, { matchMedia: () => ({ matches: true }) })
  token = await backend.login(username)
  member = memberAt(backend, token)
  await open()
}
afterEach(async () => {
  actor.stop()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

const spin = () => {
  actor.send({ type: 'wheel.spin' })
  return settled()
}
const seen = () => {
  clock.increment(PRIZE_DELAY)
  actor.send({ type: 'prize.gotIt' })
  return settled()
}
async function claim(coupon: string) {
  list().send({ type: 'coupon.choose', coupon })
  list().send({ type: 'claim.confirm' })
  clock.increment(CLAIM_DEBOUNCE)
  await settled()
  return list().getSnapshot()
}
const check = (owner: ReturnType<typeof list> | typeof actor) => {
  owner.getSnapshot().children.attempt?.send({ type: 'attempt.check' })
  return settled()
}
const counts = () =>
  Object.fromEntries(
    readable(list().getSnapshot().context.coupons).map(({ prize, amount }) => [prize.slice.code, amount]),
  )
const coins = () => actor.getSnapshot().context.setup?.userCoin
const shown = async () => (await waitFor(member.wallet, (s) => !s.hasTag('busy'))).context.overview

describe('the demo member', () => {
  beforeEach(() => begin())

  test('spends a coin on a spin, which lands on the server’s slice and adds its coupon (R348, R349, R236, R239)', async () => {
    const before = counts()
    backend.fate('GIFT')
    const { value, context } = await spin()
    expect([value, context.setup?.activeSpinwheel?.slice[context.at ?? -1]?.code]).toEqual(['landed', 'GIFT'])
    expect([coins(), (await shown())?.profile.coin]).toEqual([COINS - 1, COINS - 1])
    await seen()
    expect([actor.getSnapshot().value, coins(), counts()]).toEqual([
      'ready',
      COINS - 1,
      { ...before, GIFT: (before.GIFT ?? 0) + 1 },
    ])
    expect(pendingSpin()).toEqual({ pending: null, decided: null, claim: null })
  })

  test('claims a cash coupon, which is paid into the main wallet and then disappears from the list (R240, R351, R417)', async () => {
    backend.fate('CASH500')
    await spin()
    await seen()
    expect((await claim('CASH500')).value).toBe('claimed')
    expect(member.changes().at(-1)).toMatchObject({ path: '/api/spinwheel/coupon/claim', body: { coupon: 'CASH500' } })
    expect([(await backend.money(token))[WALLET], (await shown())?.wallet.amount]).toEqual([
      START + 500,
      toSatang(START + 500),
    ])
    list().send({ type: 'claim.gotIt' })
    await settled()
    expect(counts().CASH500 ?? 0).toBe(0)
  })

  test('claims a coupon for a coin and can spin with that coin immediately (R240)', async () => {
    backend.fate('COIN1', 'NONE', 'NONE')
    for (let left = COINS; left > 0; left--) {
      await spin()
      await seen()
    }
    await spin()
    expect([coins(), await backend.db.$count(spins)]).toEqual([0, COINS])
    await claim('COIN1')
    expect([coins(), (await shown())?.profile.coin]).toEqual([1, 1])
    expect((await spin()).value).toBe('landed')
  })

  test('sees the reason for a refused claim, and keeps the coupon (R495, R416)', async () => {
    backend.fate('CASH500')
    await spin()
    await seen()
    const before = counts()
    await backend.call('bonus.activate', { code: 'DAILY' }, { token })
    const { value, context } = await claim('CASH500')
    expect([value, context.failure?.code]).toEqual(['refused', 'BONUS_REMAINING'])
    list().send({ type: 'claim.gotIt' })
    await settled()
    expect(counts()).toEqual(before)
  })

  test('cannot claim a coupon for a prize that support hands over, but sees when the coupon expires (R493)', async () => {
    backend.fate('GIFT')
    await spin()
    await seen()
    const before = member.changes().length
    expect((await claim('GIFT')).value).toBe('shown')
    const gift = list()
      .getSnapshot()
      .context.coupons.find((coupon) => coupon?.prize.slice.code === 'GIFT')
    expect(gift).toMatchObject({ isByHand: true, expiresAt: expect.stringMatching(/Z$/) })
    expect(member.changes()).toHaveLength(before)
  })

  test('sees the refusal if the last coin was spent elsewhere, and the coin count is then reloaded (R415, R395)', async () => {
    for (let left = COINS; left > 0; left--) await backend.call('spin.spin', {}, { token })
    const { value, context } = await spin()
    expect([value, context.failure?.code, context.failure?.message]).toEqual([
      'refused',
      'NO_COIN',
      expect.stringMatching(/./),
    ])
    actor.send({ type: 'spin.gotIt' })
    await settled()
    expect(coins()).toBe(0)
  })

  test('checks a spin whose reply was lost, sees the prize and pays only one coin', async () => {
    backend.fate('CASH20')
    loseReply()
    expect([(await spin()).value, (await shown())?.profile.coin]).toEqual(['asking', COINS - 1])
    expect([(await check(actor)).value, actor.getSnapshot().context.decided?.code]).toEqual(['landed', 'CASH20'])
    const [first, ...more] = member.changes()
    expect([more, await backend.db.$count(spins), coins()]).toEqual([[first], 1, COINS - 1])
  })

  test('sees the wheel land on the same prize after a lost reply and a reload', async () => {
    backend.fate('CASH20')
    loseReply()
    await spin()
    actor.stop()
    expect([(await open()).value, actor.getSnapshot().context.decided?.code]).toEqual(['landed', 'CASH20'])
    expect([await backend.db.$count(spins), pendingSpin().pending]).toEqual([1, null])
  })

  test('sees the prize after a reload during a spin (R238)', async () => {
    backend.fate('CASH20')
    await spin()
    for (let times = 0; times < 2; times++) {
      actor.stop()
      expect([(await open()).value, actor.getSnapshot().context.decided?.code]).toEqual(['prize', 'CASH20'])
    }
    await seen()
    actor.stop()
    expect([(await open()).value, await backend.db.$count(spins)]).toEqual(['ready', 1])
  })

  test('claims a coupon only once despite a lost reply and a reload, and then sees the name of the coupon', async () => {
    backend.fate('CASH500')
    await spin()
    await seen()
    loseReply()
    expect((await claim('CASH500')).value).toBe('claiming')
    expect((await shown())?.wallet.amount).toBe(toSatang(START + 500))
    actor.stop()
    await open()
    const { value, context } = list().getSnapshot()
    expect([value, context.pending?.input.coupon, context.pending?.input.label]).toEqual([
      'claimed',
      'CASH500',
      expect.stringContaining('500'),
    ])
    const [, first, ...more] = member.changes()
    expect([more, (await backend.money(token))[WALLET], pendingSpin().claim]).toEqual([[first], START + 500, null])
  })

  test('can reload the wheel and the coupons after being offline (R348, R350)', async () => {
    actor.stop()
    vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('x')).mockRejectedValueOnce(new TypeError('x'))
    await open()
    expect([actor.getSnapshot().value, list().getSnapshot().value]).toEqual(['failed', 'failed'])
    actor.send({ type: 'spin.retry' })
    list().send({ type: 'coupons.retry' })
    await settled()
    expect([actor.getSnapshot().value, list().getSnapshot().value]).toEqual(['ready', 'shown'])
  })
})

test('a member with an active bonus cannot claim a coupon yet, but keeps it (R495, R416)', async () => {
  await begin(DEMO.bonus.username)
  actor.stop()
  await backend.form('/reward/coins', { username: DEMO.bonus.username, coins: '1' })
  await open()
  backend.fate('CASH5')
  await spin()
  await seen()
  const { value, context } = await claim('CASH5')
  expect([value, context.failure?.code]).toEqual(['refused', 'BONUS_REMAINING'])
  expect(await backend.db.$count(coupons)).toBeGreaterThan(0)
})
