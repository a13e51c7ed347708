import { eq, sql } from 'drizzle-orm'
import { negate, type Satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Db } from '#server/core/db.ts'
import { heldDeposits, qrcodes } from '#server/core/schema/money.ts'
import type { By } from './audit-log.ts'
import { exceeds } from './deposit-limit.ts'
import { accountOf, post } from './ledger.ts'
import { record } from './statement.ts'

/** A bank's report: its own number for the payment, the scanned code, the amount received. */
export type Payment = { reference: string; qrcodeId: string; amount: Satang }
/**
 * Money from outside for a member: `from` is its source, as the statement shows it; `reference` the number of
 * `issuer`, which is the same as `from` unless specified.
 */
export type Deposit = {
  memberId: string
  by: By
  from: string
  issuer?: string
  reference: string
  amount: Satang
}

/**
 * Credits a deposit to the member's main wallet, once per reference; one that exceeds a limit of the member waits instead.
 * Returns the id of the entry, and whether it waits; null if the reference is already booked. Source: R175, R385, R586, R588.
 */
export async function credit(tx: Db, deposit: Deposit, at: Date): Promise<{ entryId: number; isHeld: boolean } | null> {
  const { memberId, by, from, issuer = from, reference, amount } = deposit
  const outside = await accountOf(tx, { kind: 'outside' })
  const wallet = await accountOf(tx, { kind: 'wallet', memberId })
  const isHeld = await exceeds(tx, { memberId, wallet, amount }, at)
  const entryId = await post(tx, {
    memberId,
    by,
    reason: isHeld ? 'deposit held' : 'deposit',
    at,
    reference: `${issuer}:${reference}`,
    postings: [
      { account: outside, amount: negate(amount) },
      { account: isHeld ? await accountOf(tx, { kind: 'held', memberId }) : wallet, amount },
    ],
  })
  if (entryId === null) return null
  const status = isHeld ? 'PENDING' : 'SUCCESS'
  const row = { type: 'deposit', status, from, to: WALLET } as const
  const no = await record(tx, { ...row, memberId, amount, createdAt: at, entryId })
  if (isHeld) await tx.insert(heldDeposits).values({ memberId, no, status })
  return { entryId, isHeld }
}

/**
 * Credits a payment to the owner of the code, whatever the code's state (late, cancelled, superseded, paid before)
 * and amount: received money is never lost. Once per reference; returns false if nothing was booked.
 */
export async function receive(tx: Db, { reference, qrcodeId, amount }: Payment, at: Date): Promise<boolean> {
  const [code] = await tx.select().from(qrcodes).where(eq(qrcodes.id, qrcodeId)).for('update')
  if (!code) return false
  const { memberId, provider } = code
  const by = { actor: 'bank', cause: `${provider}:${reference}` }
  const isBooked = (await credit(tx, { memberId, by, from: provider, reference, amount }, at)) !== null
  if (isBooked)
    await tx
      .update(qrcodes)
      .set({ status: 'paid', paidAmount: sql`${qrcodes.paidAmount} + ${amount}`, paidAt: at })
      .where(eq(qrcodes.id, qrcodeId))
  return isBooked
}
