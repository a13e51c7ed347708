import { eq, sql } from 'drizzle-orm'
import type { Satang } from '#contract/money.ts'
import type { Db } from './db.ts'
import { accountOf, post } from './ledger.ts'
import { qrcodes } from './schema.ts'

/** What a bank reports: its own number for the payment, the code that was scanned, what came in. */
export type Payment = { reference: string; qrcodeId: string; amount: Satang }

/**
 * Credits a payment to the member who owns the code, whatever has become of the code (late, cancelled, superseded, paid
 * before) and whatever it was made for: money that came in is never lost. Once per reference; false when nothing was booked.
 */
export async function receive(tx: Db, { reference, qrcodeId, amount }: Payment, at: Date): Promise<boolean> {
  const [code] = await tx.select().from(qrcodes).where(eq(qrcodes.id, qrcodeId)).for('update')
  if (!code) return false
  const outside = await accountOf(tx, { kind: 'outside' })
  const wallet = await accountOf(tx, { kind: 'wallet', memberId: code.memberId })
  const isBooked = await post(tx, {
    reason: 'deposit',
    at,
    reference: `${code.provider}:${reference}`,
    postings: [
      { account: outside, amount: -amount },
      { account: wallet, amount },
    ],
  })
  if (isBooked)
    await tx
      .update(qrcodes)
      .set({ status: 'paid', paidAmount: sql`${qrcodes.paidAmount} + ${amount}`, paidAt: at })
      .where(eq(qrcodes.id, qrcodeId))
  return isBooked
}
