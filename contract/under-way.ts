import * as v from 'valibot'
import { additive } from './field.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'

/**
 * Money that is not where it should be yet. `kind`: an open QR code, a slip that is being checked, a withdrawal on its
 * way to the bank, or a deposit held by a limit. `amount` in satang; undefined if it is not known yet. `createdAt`: when
 * it began, and `expiresAt`: when a QR code expires, ISO times. A slip and a withdrawal keep their outcome for a while,
 * so that the player can read it.
 */
const Piece = v.object({
  kind: v.picklist(['qr', 'slip', 'withdraw', 'held']),
  status: v.picklist(['PENDING', 'SUCCESS', 'FAILED']),
  amount: additive(Baht),
  createdAt: v.string(),
  expiresAt: additive(v.string()),
})
/**
 * A code and a held deposit leave the list when they are settled: a paid code that still looks payable could be paid
 * twice.
 */
const UnderWay = v.pipe(
  Piece,
  v.check(({ kind, status }) => status === 'PENDING' || kind === 'slip' || kind === 'withdraw'),
)
export type UnderWay = v.InferOutput<typeof UnderWay>

/** The list in the reply of `wallet.get`: a code first, then everything that is pending (additive, assumed). Source: R597. */
export const UnderWayList = rows(UnderWay)

/** True if anything on the list can still change. Source: R598. */
export const isUnderWay = (list: readonly (UnderWay | null)[] | undefined): boolean =>
  list?.some((row) => row?.status === 'PENDING') === true
