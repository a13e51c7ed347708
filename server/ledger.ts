import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Satang } from '#contract/money.ts'
import type { Db } from './db.ts'
import { databaseError, Refusal } from './refusal.ts'
import { accounts, entries, postings } from './schema.ts'

/** Whose money: a member's wallet, a member's account in a game, or the world outside. */
export type Owner =
  | { kind: 'wallet'; memberId: string }
  | { kind: 'game'; memberId: string; gameCode: string }
  | { kind: 'outside' }

/** One movement: why, when, the outside world's number for it, and what it does to which account (sum zero). */
export type Entry = {
  reason: string
  at: Date
  reference?: string
  postings: readonly { account: number; amount: Satang }[]
}

/** The id of the account of `owner`, opened with nothing in it when there is none. */
export async function accountOf(tx: Db, owner: Owner): Promise<number> {
  const memberId = 'memberId' in owner ? owner.memberId : null
  const gameCode = 'gameCode' in owner ? owner.gameCode : null
  const [opened] = await tx
    .insert(accounts)
    .values({ kind: owner.kind, memberId, gameCode })
    .onConflictDoNothing()
    .returning({ id: accounts.id })
  if (opened) return opened.id
  const [found] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.kind, owner.kind),
        memberId === null ? isNull(accounts.memberId) : eq(accounts.memberId, memberId),
        gameCode === null ? isNull(accounts.gameCode) : eq(accounts.gameCode, gameCode),
      ),
    )
  if (!found) throw new Error(`no account for ${owner.kind}`)
  return found.id
}

/**
 * Books one entry; false when its `reference` is booked already. Amounts in satang; one account may be named once.
 * Throws on a sum other than zero, refuses with MONEY_NOT_ENOUGH what would take an account below zero.
 */
export async function post(tx: Db, { reason, at, reference, postings: lines }: Entry): Promise<boolean> {
  if (!lines.every(({ amount }) => Number.isSafeInteger(amount))) throw new Error(`${reason}: not whole satang`)
  if (lines.reduce((sum, { amount }) => sum + amount, 0) !== 0) throw new Error(`${reason}: does not add up to zero`)
  const [entry] = await tx
    .insert(entries)
    .values({ reason, at, reference })
    .onConflictDoNothing({ target: entries.reference })
    .returning({ id: entries.id })
  if (!entry) return false
  const ids = lines.map(({ account }) => account)
  // In id order, so that two entries over the same accounts wait for each other and never deadlock.
  await tx.select().from(accounts).where(inArray(accounts.id, ids)).orderBy(asc(accounts.id)).for('update')
  for (const { account, amount } of lines)
    await tx
      .update(accounts)
      .set({ balance: sql`${accounts.balance} + ${amount}` })
      .where(eq(accounts.id, account))
      .catch((error) => {
        throw databaseError(error).constraint === 'balance_not_negative' ? new Refusal('MONEY_NOT_ENOUGH') : error
      })
  await tx
    .insert(postings)
    .values(lines.map(({ account, amount }) => ({ entryId: entry.id, accountId: account, amount })))
  return true
}
