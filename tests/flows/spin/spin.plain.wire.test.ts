import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Actor, createActor, SimulatedClock, waitFor } from 'xstate'
import { CLAIM_DEBOUNCE, PRIZE_DELAY } from '#contract/limits.ts'
import { random } from '#contract/random.ts'
import { readable } from '#contract/rows.ts'
import { pendingSpin, spinLogic } from '#src/actors/spin.ts'
import { spinActiveLogic } from '#src/actors/spin-active.ts'
import { wire } from '#src/api/request.ts'
import { isSettled } from '#tests/kit/deposit-at.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { listener } from '#tests/kit/start.ts'

const SETUP = 'GET /api/spinwheel/setup'
const SPIN = 'POST /api/spinwheel/spin'
const CLAIM = 'POST /api/spinwheel/coupon/claim'
const MEMBER = '0812345678'
let plain: ReturnType<typeof playPlainSite>
let clock: SimulatedClock
let actor: Actor<typeof spinLogic>

/** The number 500,000 as four bytes. It makes a random share one half, because a share has a million steps. */
const HALF = Uint8Array.of(0, 7, 161, 32)
const list = () => actor.getSnapshot().context.coupons
/** Waits until only timers are pending in the wheel and the coupons. */
async function settled() {
  await waitFor(list(), (s) => isSettled(s) && !s.hasTag('busy'))
  return waitFor(actor, (s) => isSettled(s) && !s.hasTag('busy') && !s.matches('drawing'))
}
beforeEach(async () => {
  plain = playPlainSite()
  await plain.signIn()
  Object.assign(window, { matchMedia: () => ({ matches: false }) })
  // each random share of a spin is one half, so that durations are whole milliseconds and the clock adds them exactly
  const { bytes } = random
  vi.spyOn(random, 'bytes').mockImplementation((length) => (length === 4 ? HALF : bytes(length)))
  clock = new SimulatedClock()
  actor = createActor(spinLogic, { input: { wallet: listener().ref as never, ...pendingSpin() }, clock }).start()
  await settled()
})
afterEach(() => {
  actor.stop()
  vi.restoreAllMocks()
})

const now = () => actor.getSnapshot()
const spin = () => {
  actor.send({ type: 'wheel.spin' })
  return settled()
}
const turned = () => clock.increment(now().context.turn?.duration ?? 0)
const closePrize = () => {
  actor.send({ type: 'prize.gotIt' })
  return settled()
}
const confirm = async (coupon: string) => {
  list().send({ type: 'coupon.choose', coupon })
  list().send({ type: 'claim.confirm' })
  clock.increment(CLAIM_DEBOUNCE)
  await settled()
  return list().getSnapshot()
}
async function win() {
  await spin()
  turned()
  clock.increment(PRIZE_DELAY)
  await closePrize()
}
const counts = () =>
  readable(list().getSnapshot().context.coupons).map(({ prize, amount }) => [prize.slice.code, amount])

describe('a plain backend’s wheel', () => {
  it('waits for the server’s reply, then turns to the winning slice (R236)', async () => {
    const { value, context } = await spin()
    expect(plain.count(SPIN)).toBe(1)
    expect(value).toBe('turning')
    expect(context.turn?.degrees).toBeGreaterThan(3 * 360)
    turned()
    expect(now().value).toBe('landed')
    expect(now().context.setup?.activeSpinwheel?.slice[now().context.at ?? -1]?.code).toBe('CASH5')
  })

  it('ignores presses until the prize has been seen (R233)', async () => {
    actor.send({ type: 'wheel.spin' })
    actor.send({ type: 'wheel.spin' })
    await settled()
    actor.send({ type: 'wheel.spin' })
    turned()
    actor.send({ type: 'wheel.spin' })
    clock.increment(PRIZE_DELAY)
    actor.send({ type: 'wheel.spin' })
    expect(now().value).toBe('prize')
    expect(plain.count(SPIN)).toBe(1)
  })

  it('shows the prize 2 s after it has stopped (R238)', async () => {
    await spin()
    turned()
    clock.increment(1_999)
    expect(now().value).toBe('landed')
    clock.increment(1)
    expect(now().value).toBe('prize')
    expect(now().context.decided?.label).toBe('5\u00A0บาท')
  })

  it('is reloaded when the prize dialog is closed (R239)', async () => {
    const before = plain.count(SETUP)
    await plain.happen('coins', { username: MEMBER, coins: 5 })
    await win()
    expect(plain.count(SETUP)).toBe(before + 1)
    expect(now().value).toBe('ready')
    expect(now().context.setup?.userCoin).toBe(7)
  })

  it('ignores a press if the member has no coin (R234)', async () => {
    for (const _ of [1, 2, 3]) await win()
    expect(now().context.setup?.userCoin).toBe(0)
    expect((await spin()).value).toBe('ready')
    expect(plain.count(SPIN)).toBe(3)
  })

  it('shows the prize immediately if its code is not on the wheel (D-37)', async () => {
    const { fetch } = wire
    wire.fetch = async (url, init) => {
      const reply = await fetch(url, init)
      return url.endsWith('/spin') ? Response.json({ ...(await reply.json()), code: 'ELSEWHERE' }) : reply
    }
    const { value, context } = await spin()
    expect(value).toBe('prize')
    expect(context.turn).toBeNull()
  })

  it.each(['เหรียญไม่พอ', 'NO_COIN'])('reports the refusal %s, then reloads the setup (R415)', async (message) => {
    if (message === 'NO_COIN') await plain.spoil(SPIN, `code:${message}`)
    else plain.site.named(MEMBER).coins = 0
    const { value, context } = await spin()
    expect(value).toBe('refused')
    expect(context.failure?.code === message || context.failure?.message === message).toBe(true)
    actor.send({ type: 'spin.gotIt' })
    expect((await settled()).context.setup?.userCoin).toBe(message === 'NO_COIN' ? 3 : 0)
  })

  it.each([true, false])(
    'is on or off according to the bare boolean that the backend returns (%s) (D-29)',
    async (isOn) => {
      plain.site.switches.spinActive = isOn
      const active = createActor(spinActiveLogic).start()
      const { context } = await waitFor(active, (s) => !s.hasTag('busy'))
      expect(context.found).toBe(isOn)
    },
  )
})

describe('a plain backend’s coupon', () => {
  it('is claimed with its slice code after a confirmation, and the coupon list is then reloaded (R240, D-37)', async () => {
    await win()
    expect(counts()).toEqual([['CASH5', 1]])
    list().send({ type: 'coupon.choose', coupon: 'CASH5' })
    expect(list().getSnapshot().value).toBe('confirming')
    expect(plain.count(CLAIM)).toBe(0)
    list().send({ type: 'claim.confirm' })
    clock.increment(CLAIM_DEBOUNCE)
    await settled()
    expect(list().getSnapshot().value).toBe('claimed')
    expect(plain.requests.findLast(({ line }) => line === CLAIM)?.body).toEqual({ coupon: 'CASH5' })
    list().send({ type: 'claim.gotIt' })
    await settled()
    expect(counts()).toEqual([])
  })

  it.each(['INVALID_COUPON_TYPE', 'COUPON_EXPIRED'])(
    'stays available after its claim is refused with %s (R416)',
    async (code) => {
      await win()
      await plain.spoil(CLAIM, `code:${code}`)
      const { value, context } = await confirm('CASH5')
      expect(value).toBe('refused')
      expect(context.failure?.code).toBe(code)
      list().send({ type: 'claim.gotIt' })
      await settled()
      expect(counts()).toEqual([['CASH5', 1]])
    },
  )
})
