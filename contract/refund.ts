import * as v from 'valibot'
import { Banners } from './banner.ts'
import { change, read } from './call.ts'
import { additive, orNull } from './field.ts'
import { none } from './lookup.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'
import { PageInput, Total } from './statement.ts'

/**
 * The refund of losses that the member can receive. `refundAmount` is in satang, and `info` is markup. `refundSuccess`
 * and `refundFail` are percentages, or null if unknown. Source: R170, D-55.
 */
export const RefundCheck = v.object({
  result: v.boolean(),
  bonus: v.nullish(v.boolean()),
  info: v.nullish(v.string()),
  refundAmount: v.nullish(Baht, 0),
  refundSuccess: orNull(v.number()),
  refundFail: orNull(v.number()),
})
export type RefundCheck = v.InferOutput<typeof RefundCheck>

/** True if the member can receive the refund: it is above 0, and no bonus is active. Source: R220, R276. */
export const canReceive = ({ result, bonus, refundAmount }: RefundCheck): boolean =>
  result && !bonus && refundAmount > 0

/** A refund that the member has received, in satang. Source: R171. */
export const Refund = v.object({ refundAmount: Baht, createdAt: v.string() })
export type Refund = v.InferOutput<typeof Refund>

/** The list of past refunds, with the `total` number of them. A bare list is accepted too (D-34). */
const RefundLog = v.union([
  v.object({ refunds: rows(Refund), total: additive(Total) }),
  v.pipe(
    rows(Refund),
    v.transform((refunds): { refunds: (Refund | null)[]; total?: number | undefined } => ({ refunds })),
  ),
])

/** The reply to a call that credits a refund. `amount` is the refund in satang (additive). */
const received = v.fallback(v.object({ message: additive(v.string()), amount: additive(Baht) }), {})

export const refundCalls = {
  'refund.list': read('POST /api/refund', PageInput, RefundLog),
  'refund.check': read('GET /api/refund/check', none, RefundCheck),
  'refund.banners': read('GET /api/refund/banners', none, Banners),
  /** Credits the refund. Refused with NO_REFUND, REFUND_CONDITION, REFUND_INACTIVE or REFUND_MINIMUM. */
  'refund.receive': change('GET /api/refund/receive', none, received),
  /** Credits the same refund as `refund.receive`. No screen uses this call (D-21). */
  'refund.addWallet': change('GET /api/refund/addWallet', none, received),
}
