import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { randomBelow } from '#contract/random.ts'
import { readable } from '#contract/rows.ts'
import { type Chance, SpinResult, spinCalls } from '#contract/spin.ts'
import { type Claim, couponsMachine } from '#machines/coupons.machine.ts'
import type { Attempt } from '#machines/lib/attempt.ts'
import { spinMachine } from '#machines/spin.machine.ts'
import { request } from '#src/api/request.ts'
import { clearPending, pendingOf, storePending } from '#src/lib/pending.ts'
import { warn } from '#src/lib/warn.ts'
import { attemptCall, keptAttempt, type ReadOwn } from './attempt.ts'
import { callActor, requestActor } from './call.ts'

export const readCoupons: ReadOwn = async ({ signal }) => {
  const all = await request(spinCalls['spin.coupons'], {}, signal)
  const coupons = readable(all)
  if (coupons.length < all.length) return null
  return { of: 'coupons', count: coupons.reduce((sum, { amount }) => sum + amount, 0) }
}

const SPIN = 'spin'
const DECIDED = 'prize'
const COUPON = 'coupon'
/** The number of different values that {@link share} can return. */
const STEPS = 1_000_000

/** Returns this tab's spin and claim whose outcome is still unknown, and a prize that the player has not seen yet. */
export const pendingSpin = () => ({
  pending: pendingOf(SPIN, v.object({ key: v.string(), input: v.object({}) })),
  decided: pendingOf(DECIDED, v.pick(SpinResult, ['code', 'label'])),
  claim: pendingOf(COUPON, v.object({ key: v.string(), input: v.object({ coupon: v.string(), label: v.string() }) })),
})

/** Returns a random number, at least 0 and below 1. */
const share = () => randomBelow(STEPS) / STEPS

const chance = fromPromise<Chance | null, undefined>(async () => {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return null
  return { turns: share(), seconds: share(), inside: share() }
})

const claim = requestActor<object, Attempt<Claim>>(({ input: { coupon }, key }, signal) =>
  request(spinCalls['spin.claim'], { coupon, key }, signal),
)

const coupons = couponsMachine.provide({
  actors: {
    'spin.coupons': callActor(spinCalls['spin.coupons']),
    attempt: keptAttempt(claim, () => COUPON, { readOwn: readCoupons }),
  },
})

/** The prize wheel machine with its coupons, connected to the backend. */
export const spinLogic = spinMachine.provide({
  actors: {
    'spin.setup': requestActor(async (input: object, signal) => {
      const setup = await request(spinCalls['spin.setup'], input, signal)
      const unread = setup.activeSpinwheel?.unread ?? 0
      if (unread > 0) warn(`GET /api/spinwheel/setup: cannot read ${unread} slices`)
      return setup
    }),
    attempt: keptAttempt(attemptCall(spinCalls['spin.spin']), () => SPIN, { readOwn: readCoupons }),
    coupons,
    chance,
  },
  actions: {
    saveDecided: ({ context: { decided } }) =>
      decided && storePending(DECIDED, { code: decided.code, label: decided.label }),
    clearDecided: () => clearPending(DECIDED),
  },
})
