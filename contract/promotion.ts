import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { none } from './lookup.ts'

/** The promotion behind a code; `percentFail` is a percentage. Source: R174. */
export const Promotion = v.object({ percentFail: v.number(), description: v.string() })
export type Promotion = v.InferOutput<typeof Promotion>

/** A promotion code as typed, in upper case. Source: R132, R281. */
export const promotionCode = (text: string): string => text.trim().toUpperCase()

const code = v.strictObject({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })

export const promotionCalls = {
  'promotion.find': read('GET /api/promotion/find/:code', code, v.nullish(Promotion)),
  /** Refused: NO_PROMOTION, PROMOTION_RECEIVED, BONUS_ALREADY_ACTIVE, BONUS_REMAINING. */
  'promotion.activate': change('GET /api/promotion/activate/:code', code, done),
  /** No screen calls it (D-18). */
  'promotion.current': read('GET /api/promotion/current', none, v.nullish(Promotion)),
}
