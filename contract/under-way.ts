import * as v from 'valibot'
import { additive } from './field.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'

/** A payment that is still pending, or whose outcome is still shown. */
const Piece = v.object({
  /**
   * An unpaid QR code, a slip that is being checked, a withdrawal on its way to the bank, or a deposit that is held
   * because it exceeds a limit.
   */
  kind: v.picklist(['qr', 'slip', 'withdraw', 'held']),
  /**
   * A slip or a withdrawal stays on the list for a while after it is settled, so that the player can see its outcome.
   */
  status: v.picklist(['PENDING', 'SUCCESS', 'FAILED']),
  /** The amount in satang, or undefined if it is not known yet. */
  amount: additive(Baht),
  /** The time at which the payment began, in ISO format. */
  createdAt: v.string(),
  /** When a QR code expires, in ISO format. */
  expiresAt: additive(v.string()),
})
/**
 * QR codes and held deposits must leave the list once they are settled, because a paid code that still looks payable
 * could be paid twice.
 */
const UnderWay = v.pipe(
  Piece,
  v.check(({ kind, status }) => status === 'PENDING' || kind === 'slip' || kind === 'withdraw'),
)
export type UnderWay = v.InferOutput<typeof UnderWay>

/**
 * The list of pending and recently settled payments in the reply of `wallet.get`. An open QR code comes first
 * (additive, assumed). Source: R597.
 */
export const UnderWayList = rows(UnderWay)

/** True if anything on the list is still pending. Source: R598. */
export const isUnderWay = (list: readonly (UnderWay | null)[] | undefined): boolean =>
  list?.some((row) => row?.status === 'PENDING') === true
