import { eq } from 'drizzle-orm'
import type { SLIP_REASONS } from '#contract/codes.ts'
import type { Satang } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { credit } from './payment.ts'
import { payeeName } from './withdrawal.ts'

/**
 * The checker's verdict on a slip: the amount in satang and the bank's reference, or the reason for a refusal.
 * Source: R178, R496.
 */
export type Verdict = { amount: Satang; reference: string } | { reason: (typeof SLIP_REASONS)[number] }

/** Returns a bank's reference in normalised form, so that different spellings of the same reference are equal. */
const plainReference = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

/**
 * Settles a slip according to the checker's verdict. Credits the amount only once per bank reference, no matter who
 * sends the slip. A second slip with the same reference fails with SLIP_REFNO_DUPLICATED. Returns false and changes
 * nothing if the slip was already settled. Throws NO_DATA if there is no such slip. Source: R243, R501.
 */
export async function settleSlip(tx: Db, id: string, verdict: Verdict, at: Date): Promise<boolean> {
  const [slip] = await tx.select().from(slips).where(eq(slips.id, id)).for('update')
  if (!slip) throw new ApiError('NO_DATA', 404)
  if (slip.status !== 'PENDING') return false
  const end = (change: Partial<typeof slip>) => tx.update(slips).set(change).where(eq(slips.id, id))
  if ('reason' in verdict) {
    await end({ status: 'FAILED', note: verdict.reason })
    return true
  }
  const { memberId } = slip
  const { bankCode, bankAccountName, bankAccountNo } = members
  const [payer] = await tx
    .select({ bankCode, bankAccountName, bankAccountNo })
    .from(members)
    .where(eq(members.id, memberId))
  if (!payer) throw new Error('the slip has no member')
  const { amount } = verdict
  const reference = plainReference(verdict.reference)
  const by = { actor: 'checker', cause: id }
  const credited = await credit(tx, { memberId, by, from: payeeName(payer), issuer: 'SLIP', reference, amount }, at)
  const result =
    credited === null
      ? { status: 'FAILED' as const, note: 'SLIP_REFNO_DUPLICATED' }
      : { status: 'SUCCESS' as const, entryId: credited.entryId }
  await end({ ...result, amount, reference })
  return true
}
