import * as v from 'valibot'
import { Banners } from './banner.ts'
import { change, read } from './call.ts'
import { additive, orNull } from './field.ts'
import { DAY } from './limits.ts'
import { none } from './lookup.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'

/** A bonus's claim limit: this many times in total, per day, or per week. Source: R172, R225–R227. */
export const BONUS_TYPES = ['limit', 'day', 'week'] as const
export type BonusType = (typeof BONUS_TYPES)[number]
/** The origin of an active bonus: one of the operator's bonuses, or a promotion code. Source: R173. */
export const HELD_TYPES = [...BONUS_TYPES, 'promotion'] as const

const UserBonus = v.object({
  _id: v.string(),
  isActive: v.boolean(),
  received: v.array(v.object({ updatedAt: v.string() })),
})

/**
 * Reasons why a bonus cannot be claimed now: another one is active, its site-wide quota is used up, or the main wallet's
 * balance is too low (assumed).
 */
export const BLOCKS = ['held', 'gone', 'balance'] as const

/**
 * An operator's bonus and the member's claims; `percentFail` is a percentage. Additive: why it is `blocked`, and
 * `leastBalance`, the main wallet balance that it requires. Source: R172.
 */
export const Bonus = v.object({
  code: v.string(),
  type: v.picklist(BONUS_TYPES),
  maxReceived: v.nullish(v.number()),
  percentFail: v.number(),
  banners: Banners,
  userBonus: v.nullish(UserBonus),
  blocked: additive(v.picklist(BLOCKS)),
  leastBalance: additive(Baht),
})
export type Bonus = v.InferOutput<typeof Bonus>

/**
 * `current`: active; `full`: claimed up to its limit; `blocked`: not claimable now (assumed); `open`: can be claimed.
 * Source: R222–R227.
 */
export type CardState = 'current' | 'full' | 'blocked' | 'open'

export const BANGKOK = 7 * 60 * 60_000
/** Returns the days since 1 January 1970, a Thursday, in Bangkok; NaN if `time` is NaN. */
const dayOf = (time: number) => Math.floor((time + BANGKOK) / DAY)
/** The last midnight in Bangkok before `time`; both in epoch ms. */
export const startOfDay = (time: number): number => dayOf(time) * DAY - BANGKOK
/** The weeks since 1 January 1970 in Bangkok, each starting on Sunday. */
const weekOf = (time: number) => Math.floor((dayOf(time) + 4) / 7)

/** The number of a bonus's period at `time` (epoch ms): its day or week; a `limit` has a single period. Source: D-35. */
export function periodOf(type: BonusType, time: number): number {
  if (type === 'limit') return 0
  return type === 'day' ? dayOf(time) : weekOf(time)
}

/** The number of claims in the period that contains `now` (epoch ms). Source: R225–R227, D-35. */
export function receivedOf({ type, userBonus }: Pick<Bonus, 'type' | 'userBonus'>, now: number): number {
  const times = (userBonus?.received ?? []).map(({ updatedAt }) => Date.parse(updatedAt))
  return times.filter((time) => periodOf(type, time) === periodOf(type, now)).length
}

/** The state of a bonus at `now` (epoch ms). Used by client and server. Source: R222–R227, D-35, D-36. */
export function cardState(
  bonus: Pick<Bonus, 'type' | 'maxReceived' | 'userBonus' | 'blocked'>,
  now: number,
): CardState {
  if (bonus.userBonus?.isActive) return 'current'
  if (receivedOf(bonus, now) >= (bonus.maxReceived ?? 1)) return 'full'
  return bonus.blocked ? 'blocked' : 'open'
}

/**
 * An active bonus; `type` is its kind. Additive (D-16, D-45): `name`; `turnover`, the total turnover required;
 * `remaining`, the part still missing; `percentFail`, for the notice. Source: R173, R600.
 */
export const ActiveBonus = v.object({
  status: v.boolean(),
  type: v.nullish(v.string()),
  name: additive(v.string()),
  remaining: additive(Baht),
  turnover: additive(Baht),
  percentFail: additive(v.number()),
})
export type ActiveBonus = v.InferOutput<typeof ActiveBonus>

const code = v.strictObject({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })

export const bonusCalls = {
  'bonus.list': read('GET /api/bonus', none, rows(Bonus)),
  'bonus.active': read('GET /api/bonus/check/active', none, ActiveBonus),
  /** No screen calls it (D-17). */
  'bonus.minimum': read('GET /api/bonus/check/minimum', none, v.object({ status: v.boolean(), minimum: Baht })),
  /** Refused: BONUS_ALREADY_ACTIVE, BONUS_MAX_CLAIMED, BONUS_CONDITION, BONUS_REMAINING, BONUS_FULL. */
  'bonus.activate': change('GET /api/bonus/activate/:code', code, orNull(UserBonus)),
  /**
   * Clears the game balances, and takes the bonus amount back if the turnover has not been reached; `message` is a code
   * or a text. Source: R24, R367.
   */
  'bonus.clear': change('GET /api/bonus/clear', none, v.object({ message: v.string() })),
}
