import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { none } from './lookup.ts'

/**
 * The promotion that a code refers to. `percentFail` is the percentage of lost stakes that counts towards the turnover.
 * Source: R174.
 */
export const Promotion = v.object({ percentFail: v.number(), description: v.string() })
export type Promotion = v.InferOutput<typeof Promotion>

/** Trims a typed promotion code and converts it to upper case. Source: R132, R281. */
export const promotionCode = (text: string): string => text.trim().toUpperCase()

const code = v.strictObject({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })

export const promotionCalls = {
  'promotion.find': read('GET /api/promotion/find/:code', code, v.nullish(Promotion)),
  /** Activates a promotion. Refused with NO_PROMOTION, PROMOTION_RECEIVED, BONUS_ALREADY_ACTIVE or BONUS_REMAINING. */
  'promotion.activate': change('GET /api/promotion/activate/:code', code, done),
  /** No screen uses this call (D-18). */
  'promotion.current': read('GET /api/promotion/current', none, v.nullish(Promotion)),
}
