import * as v from 'valibot'
import { additive } from './field.ts'
import { Baht } from './money.ts'
import { readable, rows } from './rows.ts'

/**
 * Money that is not where it should be yet: an open QR code, a slip that is checked, a withdrawal on its way to the bank, a
 * deposit that a limit holds.
 */
export const UNDER_WAY_KINDS = ['qr', 'slip', 'withdraw', 'held'] as const

/**
 * One of them. `amount` in satang; undefined if it is not known yet. `createdAt`: when it began, and `expiresAt`: when a
 * QR code expires, ISO times. A slip and a withdrawal keep their outcome for a while, so that the player can read it.
 */
const Piece = v.object({
  kind: v.picklist(UNDER_WAY_KINDS),
  status: v.picklist(['PENDING', 'SUCCESS', 'FAILED']),
  amount: additive(Baht),
  createdAt: v.string(),
  expiresAt: additive(v.string()),
})
/** A code and a held deposit leave the list when they are settled: as a code to pay, a paid one would be paid twice. */
const UnderWay = v.pipe(
  Piece,
  v.check(({ kind, status }) => status === 'PENDING' || kind === 'slip' || kind === 'withdraw'),
)
export type UnderWay = v.InferOutput<typeof UnderWay>

/** The list in the reply of `wallet.get`, a code first, then what is pending (additive, assumed). Rows that cannot be
 * read are left out. Source: R597. */
export const UnderWayList = v.pipe(rows(UnderWay), v.transform(readable))

/** True if anything on the list can still change. Source: R598. */
export const isUnderWay = (list: readonly UnderWay[] | undefined): boolean =>
  list?.some(({ status }) => status === 'PENDING') === true
