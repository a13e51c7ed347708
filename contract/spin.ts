import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { additive } from './field.ts'
import { none } from './lookup.ts'
import { readable, rows } from './rows.ts'
import { spinActive } from './spin-active.ts'

const Coins = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000))

/**
 * One slice of the wheel. Only the component SafeHtml may render `htmlDescription`. `isPrize` is false for a slice that
 * wins nothing (additive). Source: R181.
 */
export const Slice = v.object({
  code: v.string(),
  label: v.string(),
  bgColor: v.string(),
  textColor: v.string(),
  htmlDescription: v.nullish(v.string()),
  isPrize: additive(v.boolean()),
})
export type Slice = v.InferOutput<typeof Slice>

/** A wheel with its readable slices. `unread` is the number of unreadable slices (assumed). */
const Wheel = v.pipe(
  v.object({ name: v.string(), slice: rows(Slice) }),
  v.transform(({ name, slice: all }) => {
    const slice = readable(all)
    return { name, slice, unread: all.length - slice.length }
  }),
)

/**
 * The active wheel, if there is one, and the member's number of coins. `coinRule` says how a member gets coins, in the
 * player's language (additive, assumed). Source: R180, R667.
 */
export const SpinSetup = v.object({
  activeSpinwheel: v.nullish(Wheel),
  userCoin: Coins,
  coinRule: additive(v.pipe(v.string(), v.minLength(1))),
})
export type SpinSetup = v.InferOutput<typeof SpinSetup>

/** The result of a spin. Source: R183. */
export const SpinResult = v.object({ code: v.string(), label: v.string(), remainingCoin: Coins })
export type SpinResult = v.InferOutput<typeof SpinResult>

/**
 * The member's coupons for one prize. Two fields are additive: `expiresAt` is when the first of the coupons expires,
 * and `isByHand` is true if support hands out the prize. Source: R182.
 */
export const Coupon = v.object({
  prize: v.object({ name: v.string(), slice: Slice }),
  amount: Coins,
  expiresAt: additive(v.string()),
  isByHand: additive(v.boolean()),
})
export type Coupon = v.InferOutput<typeof Coupon>

/** Rows per page of coupons. Source: R521. */
export const COUPON_PAGE = 3

/**
 * Returns the index of the slice with this code, or null if the wheel has no such slice. The wheel does not turn in
 * that case (D-37).
 */
export function sliceAt(slices: readonly Slice[], code: string): number | null {
  const at = slices.findIndex((slice) => slice.code === code)
  return at < 0 ? null : at
}

/**
 * The random values of a spin, each from 0 to 1. They decide the number of turns, the duration, and the position within
 * the slice.
 */
export type Chance = { turns: number; seconds: number; inside: number }
/** How far the wheel turns, in degrees, and for how long, in ms. */
export type Turn = { degrees: number; duration: number }

/**
 * Returns the turn that stops the wheel with slice `at` of `count` under the pointer. The wheel makes 3 or 4 full turns
 * and then continues to the slice. The duration is 0.4 to 0.5 s per full turn. Source: R545–R546, D-54.
 */
export function turnTo(at: number, count: number, { turns, seconds, inside }: Chance): Turn {
  const width = 360 / count
  const full = 3 + Math.round(turns)
  // leaves out a fifth of the slice at each edge, so that it is always clear where the wheel stopped
  const within = width * (0.2 + 0.6 * inside)
  return { degrees: (full + 1) * 360 - (at * width + within), duration: (4 + seconds) * full * 100 }
}

export const spinCalls = {
  'spin.setup': read('GET /api/spinwheel/setup', none, SpinSetup),
  'spin.active': spinActive,
  /** Spins the wheel. Refused with NO_COIN or NO_WHEEL, each with a message. */
  'spin.spin': change('POST /api/spinwheel/spin', none, SpinResult),
  'spin.coupons': read('GET /api/spinwheel/coupon', none, rows(Coupon)),
  /** Claims a coupon. `coupon` is the code of the coupon's slice (D-37). Refused with one of SPIN_CODES. */
  'spin.claim': change(
    'POST /api/spinwheel/coupon/claim',
    v.strictObject({ coupon: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
    done,
  ),
}
