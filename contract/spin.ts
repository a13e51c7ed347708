import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { additive } from './field.ts'
import { none } from './lookup.ts'
import { readable, rows } from './rows.ts'
import { spinActive } from './spin-active.ts'

const Coins = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000))

/**
 * One slice of the wheel; `htmlDescription` is rendered by SafeHtml only; additive: `isPrize`, false for a slice that
 * wins nothing. Source: R181.
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

/** A wheel with its readable slices; `unread` counts the others (assumed). */
const Wheel = v.pipe(
  v.object({ name: v.string(), slice: rows(Slice) }),
  v.transform(({ name, slice: all }) => {
    const slice = readable(all)
    return { name, slice, unread: all.length - slice.length }
  }),
)

/** The active wheel, and the member's coins. Source: R180. */
export const SpinSetup = v.object({
  activeSpinwheel: v.nullish(Wheel),
  userCoin: Coins,
})
export type SpinSetup = v.InferOutput<typeof SpinSetup>

/** The result of a spin. Source: R183. */
export const SpinResult = v.object({ code: v.string(), label: v.string(), remainingCoin: Coins })
export type SpinResult = v.InferOutput<typeof SpinResult>

/**
 * The number of a member's coupons for one prize. Additive: when the first of them expires, and `isByHand`: support hands
 * out the prize. Source: R182.
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

/** Returns the index of the slice with this code, or null if the wheel has none; then nothing turns (D-37). */
export function sliceAt(slices: readonly Slice[], code: string): number | null {
  const at = slices.findIndex((slice) => slice.code === code)
  return at < 0 ? null : at
}

/** A spin's random values, each from 0 to 1: turns, seconds, position in the slice. */
export type Chance = { turns: number; seconds: number; inside: number }
/** The wheel's turn: degrees, and duration in ms. */
export type Turn = { degrees: number; duration: number }

/**
 * The turn that brings the middle part of slice `at` of `count` under the pointer. It makes 3 or 4 full turns, then
 * continues to the slice; its duration is 4 to 5 s times the full turns times 0.1. Source: R545–R546, D-54.
 */
export function turnTo(at: number, count: number, { turns, seconds, inside }: Chance): Turn {
  const width = 360 / count
  const full = 3 + Math.round(turns)
  // a fifth of the slice at each edge is left out, so that the result is never in doubt
  const within = width * (0.2 + 0.6 * inside)
  return { degrees: (full + 1) * 360 - (at * width + within), duration: (4 + seconds) * full * 100 }
}

export const spinCalls = {
  'spin.setup': read('GET /api/spinwheel/setup', none, SpinSetup),
  'spin.active': spinActive,
  /** Refused: NO_COIN, NO_WHEEL, each with a message. */
  'spin.spin': change('POST /api/spinwheel/spin', none, SpinResult),
  'spin.coupons': read('GET /api/spinwheel/coupon', none, rows(Coupon)),
  /** `coupon` is the code of the coupon's slice (D-37). Refused with the codes of SPIN_CODES. */
  'spin.claim': change(
    'POST /api/spinwheel/coupon/claim',
    v.strictObject({ coupon: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
    done,
  ),
}
