import * as v from 'valibot'
import { Banners } from './banner.ts'
import { change, read } from './call.ts'
import { additive, orNull } from './field.ts'
import { DAY } from './limits.ts'
import { none } from './lookup.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'

/** How a bonus limits its claims: to a number in total, per day or per week. Source: R172, R225–R227. */
export const BONUS_TYPES = ['limit', 'day', 'week'] as const
export type BonusType = (typeof BONUS_TYPES)[number]
/**
 * The kinds of bonuses that can be active: those that the operator offers, and `promotion` for a bonus from a promotion
 * code. Source: R173.
 */
export const HELD_TYPES = [...BONUS_TYPES, 'promotion'] as const

const UserBonus = v.object({
  _id: v.string(),
  isActive: v.boolean(),
  received: v.array(v.object({ updatedAt: v.string() })),
})

/**
 * The reasons why a bonus cannot be claimed now. `held`: another bonus is active. `gone`: its site-wide quota is used
 * up. `balance`: the balance of the main wallet is too low (assumed).
 */
export const BLOCKS = ['held', 'gone', 'balance'] as const

/** One of the operator's bonuses, including the member's own claims. Source: R172. */
export const Bonus = v.object({
  code: v.string(),
  type: v.picklist(BONUS_TYPES),
  maxReceived: v.nullish(v.number()),
  /** The percentage of lost stakes that counts towards the turnover. */
  percentFail: v.number(),
  banners: Banners,
  userBonus: v.nullish(UserBonus),
  /** The reason why the bonus cannot be claimed now (additive). */
  blocked: additive(v.picklist(BLOCKS)),
  /** The main wallet balance required for a claim (additive). */
  leastBalance: additive(Baht),
})
export type Bonus = v.InferOutput<typeof Bonus>

/**
 * The state of a bonus card. `current`: the bonus is active. `full`: the member has used up all claims. `blocked`: the
 * bonus cannot be claimed now (assumed). `open`: it can be claimed. Source: R222–R227.
 */
export type CardState = 'current' | 'full' | 'blocked' | 'open'

export const BANGKOK = 7 * 60 * 60_000
/**
 * Returns the Bangkok date of `time` (epoch ms) as the number of days since 1 January 1970, a Thursday. Returns NaN if
 * `time` is NaN.
 */
const dayOf = (time: number) => Math.floor((time + BANGKOK) / DAY)
/** Returns the last midnight in Bangkok at or before `time`. Both are in epoch ms. */
export const startOfDay = (time: number): number => dayOf(time) * DAY - BANGKOK
/**
 * Returns the number of the week that contains `time` in Bangkok. Weeks start on Sunday, and week 0 contains 1 January
 * 1970.
 */
const weekOf = (time: number) => Math.floor((dayOf(time) + 4) / 7)

/**
 * Returns the number of the bonus period that contains `time` (epoch ms): its day or its week, depending on the type. A
 * bonus of type `limit` has a single period, 0. Source: D-35.
 */
export function periodOf(type: BonusType, time: number): number {
  if (type === 'limit') return 0
  return type === 'day' ? dayOf(time) : weekOf(time)
}

/**
 * Returns how many times the bonus was claimed in the period that contains `now` (epoch ms). Source: R225–R227, D-35.
 */
export function receivedOf({ type, userBonus }: Pick<Bonus, 'type' | 'userBonus'>, now: number): number {
  const times = (userBonus?.received ?? []).map(({ updatedAt }) => Date.parse(updatedAt))
  return times.filter((time) => periodOf(type, time) === periodOf(type, now)).length
}

/**
 * Returns the state of a bonus at `now` (epoch ms). Both client and server use this function. Source: R222–R227, D-35,
 * D-36.
 */
export function cardState(
  bonus: Pick<Bonus, 'type' | 'maxReceived' | 'userBonus' | 'blocked'>,
  now: number,
): CardState {
  if (bonus.userBonus?.isActive) return 'current'
  if (receivedOf(bonus, now) >= (bonus.maxReceived ?? 1)) return 'full'
  return bonus.blocked ? 'blocked' : 'open'
}

/**
 * Whether the member has an active bonus, and which one. The fields after `type` are additive (D-16, D-45).
 * Source: R173, R600.
 */
export const ActiveBonus = v.object({
  status: v.boolean(),
  /** The kind of the active bonus. */
  type: v.nullish(v.string()),
  name: additive(v.string()),
  /** The turnover that the member must still reach. */
  remaining: additive(Baht),
  /** The total turnover that the bonus requires. */
  turnover: additive(Baht),
  /** The percentage of lost stakes that counts towards the turnover. The operator's notice shows this percentage. */
  percentFail: additive(v.number()),
  /** The amount that is taken back from the main wallet if the member ends the bonus now. Source: R666. */
  takesBack: additive(Baht),
})
export type ActiveBonus = v.InferOutput<typeof ActiveBonus>

const code = v.strictObject({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })

export const bonusCalls = {
  'bonus.list': read('GET /api/bonus', none, rows(Bonus)),
  'bonus.active': read('GET /api/bonus/check/active', none, ActiveBonus),
  /** No screen uses this call (D-17). */
  'bonus.minimum': read('GET /api/bonus/check/minimum', none, v.object({ status: v.boolean(), minimum: Baht })),
  /**
   * Claims a bonus. Refused with BONUS_ALREADY_ACTIVE, BONUS_MAX_CLAIMED, BONUS_CONDITION, BONUS_REMAINING or
   * BONUS_FULL.
   */
  'bonus.activate': change('GET /api/bonus/activate/:code', code, orNull(UserBonus)),
  /**
   * Ends the active bonus: clears the game balances, and takes the bonus amount back if the turnover has not been
   * reached. `message` is either a code or text for the player. Source: R24, R367.
   */
  'bonus.clear': change('GET /api/bonus/clear', none, v.object({ message: v.string() })),
}
