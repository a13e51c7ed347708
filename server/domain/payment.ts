import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { negate, type Satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { type Db, prepared } from '#server/core/db.ts'
import { heldDeposits, qrcodes } from '#server/core/schema/deposits.ts'
import { accounts } from '#server/core/schema/money.ts'
import type { By } from './audit-log.ts'
import { exceeds } from './deposit-limit.ts'
import { accountOf, lockAccounts, post } from './ledger.ts'
import { record } from './statement.ts'

/** A payment as reported by a bank: the bank's reference, the id of the scanned code, and the amount received. */
export type Payment = { reference: string; qrcodeId: string; amount: Satang }
/**
 * Money that a member receives from outside. `from` is the source shown in the statement. `issuer` is the party that
 * issued the `reference`, by default `from`.
 */
export type Deposit = {
  memberId: string
  by: By
  from: string
  issuer?: string
  reference: string
  amount: Satang
}

const accountsFor = prepared((db) => {
  const [wallet, outside] = [alias(accounts, 'wallet'), alias(accounts, 'outside')]
  return db
    .select({ wallet: wallet.id, outside: outside.id })
    .from(wallet)
    .leftJoin(outside, and(isNull(outside.memberId), eq(outside.kind, 'outside')))
    .where(and(eq(wallet.memberId, sql.placeholder('memberId')), eq(wallet.kind, 'wallet')))
    .for('no key update', { of: wallet })
    .prepare('accounts of a deposit')
})

/**
 * Locks a member's wallet until the transaction ends, and returns the accounts that a deposit needs. Opens the accounts
 * that do not exist yet.
 */
async function lockForDeposit(tx: Db, memberId: string): Promise<{ wallet: number; outside: number }> {
  const [found] = await accountsFor(tx).execute({ memberId })
  const outside = found?.outside ?? (await accountOf(tx, { kind: 'outside' }))
  if (found) return { wallet: found.wallet, outside }
  const wallet = await accountOf(tx, { kind: 'wallet', memberId })
  await lockAccounts(tx, [wallet])
  return { wallet, outside }
}

/**
 * Credits a deposit to the member's main wallet, once per reference. If the deposit exceeds one of the member's limits,
 * holds it instead. Returns the id of the entry and whether the deposit is held, or null if the reference is already
 * booked. Source: R175, R385, R586, R588.
 */
export async function credit(tx: Db, deposit: Deposit, at: Date): Promise<{ entryId: number; isHeld: boolean } | null> {
  const { memberId, by, from, issuer = from, reference, amount } = deposit
  const { wallet, outside } = await lockForDeposit(tx, memberId)
  const isHeld = await exceeds(tx, { memberId, amount }, at)
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
 * Credits a payment to the member who owns the code. Accepts any amount, and a code in any state (expired, cancelled,
 * superseded or already paid), so that received money is never lost. Credits each reference only once. Returns false if
 * nothing was booked.
 */
export async function receive(tx: Db, { reference, qrcodeId, amount }: Payment, at: Date): Promise<boolean> {
  const [code] = await tx.select().from(qrcodes).where(eq(qrcodes.id, qrcodeId)).for('update')
  if (!code) return false
  const { memberId, provider } = code
  const by = { actor: 'bank', cause: `${provider}:${reference}` }
  const credited = await credit(tx, { memberId, by, from: provider, reference, amount }, at)
  if (credited === null) return false
  const { isHeld } = credited
  await tx
    .update(qrcodes)
    .set({ status: 'paid', paidAmount: sql`${qrcodes.paidAmount} + ${amount}`, paidAt: at, isHeld })
    .where(eq(qrcodes.id, qrcodeId))
  return true
}
