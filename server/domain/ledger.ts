import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type Satang, sum } from '#contract/money.ts'
import { ApiError, databaseError } from '#server/core/api-error.ts'
import { type Db, prepared, statement } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts, entries, type Reason } from '#server/core/schema/money.ts'
import type { By } from './audit-log.ts'

/*
 * The order in which transactions lock rows:
 *
 * 1. the subject of an operation ({@link lockSubject})
 * 2. the row that the transaction ends: a request, an operation, a deposit code, a slip, a withdrawal or a held deposit
 * 3. members by id ({@link lockMembers})
 * 4. accounts by id ({@link lockAccounts})
 * 5. everything else
 *
 * Transactions that follow this order wait for each other and never deadlock. The outside account is never locked,
 * because all members share it and would wait for each other.
 */

/**
 * Identifies an account. Each member has one account for the main wallet, for each game, for pending withdrawals, for
 * deposits held because they exceed a limit, and for money in transit to or from games. The outside account belongs to
 * no member.
 */
export type Owner =
  | { kind: 'wallet'; memberId: string }
  | { kind: 'game'; memberId: string; gameCode: string }
  | { kind: 'pending'; memberId: string }
  | { kind: 'held'; memberId: string }
  | { kind: 'transit'; memberId: string }
  | { kind: 'outside' }

/**
 * One entry of the ledger. `memberId` is null if the entry concerns several members. `by` is the actor and the cause,
 * and `reference` is the external reference. The amounts of the postings are in satang and add up to zero.
 */
export type Entry = {
  memberId: string | null
  by: By
  reason: Reason
  at: Date
  reference?: string
  postings: readonly { account: number; amount: Satang }[]
}

const partsOf = (owner: Owner) => ({
  kind: owner.kind,
  memberId: 'memberId' in owner ? owner.memberId : null,
  gameCode: 'gameCode' in owner ? owner.gameCode : null,
})

/** Returns the id of the account that `owner` identifies, or null if there is no such account. */
export async function findAccount(tx: Db, owner: Owner): Promise<number | null> {
  const { kind, memberId, gameCode } = partsOf(owner)
  const [found] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.kind, kind),
        memberId === null ? isNull(accounts.memberId) : eq(accounts.memberId, memberId),
        gameCode === null ? isNull(accounts.gameCode) : eq(accounts.gameCode, gameCode),
      ),
    )
  return found?.id ?? null
}

/** Opens an empty account for `owner` and returns its id, or null if the account already exists. */
export async function openAccount(tx: Db, owner: Owner): Promise<number | null> {
  const [opened] = await tx.insert(accounts).values(partsOf(owner)).onConflictDoNothing().returning({ id: accounts.id })
  return opened?.id ?? null
}

/** Returns the id of the account that `owner` identifies. Opens the account if it does not exist. */
export async function accountOf(tx: Db, owner: Owner): Promise<number> {
  const id =
    (await findAccount(tx, owner)) ??
    (await openAccount(tx, owner)) ??
    // Another transaction may have opened the account in the meantime.
    (await findAccount(tx, owner))
  if (id === null) throw new Error(`no account for ${owner.kind}`)
  return id
}

/** Opens accounts that must not exist yet, and returns their ids in the same order. */
export async function openAccounts(tx: Db, owners: readonly Owner[]): Promise<number[]> {
  const opened = await tx.insert(accounts).values(owners.map(partsOf)).returning({ id: accounts.id })
  return opened.map(({ id }) => id)
}

/**
 * Locks members until the transaction ends. Once this call has returned, no other transaction can change data that is
 * protected by this lock.
 */
export async function lockMembers(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.id, [...ids]))
    .orderBy(asc(members.id))
    // This lock still lets other transactions add rows that reference the member.
    .for('no key update')
}

/**
 * Locks accounts until the transaction ends, and returns their balances in satang. Leaves out the outside account,
 * which has no stored balance.
 */
export async function lockAccounts(tx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Satang>> {
  // Locks in id order, so that two entries with the same accounts wait for each other and never deadlock.
  const locked = await tx
    .select({ id: accounts.id, balance: accounts.balance })
    .from(accounts)
    .where(and(inArray(accounts.id, [...ids]), ne(accounts.kind, 'outside')))
    .orderBy(asc(accounts.id))
    .for('no key update')
  return new Map(locked.map(({ id, balance }) => [id, balance]))
}

/**
 * All writes depend on `entry`, so that nothing is changed or locked if the reference is already booked. `moved` reads
 * `locked`, so that accounts are locked in id order, as in `lockAccounts`.
 */
const posting = prepared((db) => {
  const { placeholder } = sql
  const at = sql.param(placeholder('at'), entries.at)
  return statement<{ id: number | string }>(
    db,
    'post',
    sql`
    with line as (
      select * from unnest(${placeholder('accounts')}::bigint[], ${placeholder('amounts')}::bigint[]) as line(account, amount)
    ), entry as (
      insert into entries (reason, reference, at, "memberId", "requestId")
      values (${placeholder('reason')}, ${placeholder('reference')}, ${at}, ${placeholder('memberId')}, ${placeholder('requestId')})
      on conflict (reference) do nothing returning id
    ), locked as (
      select id from accounts
      where exists (select from entry) and id in (select account from line) and kind <> 'outside'
      order by id for no key update
    ), moved as (
      update accounts set balance = balance + line.amount
      from locked join line on line.account = locked.id
      where accounts.id = locked.id
    ), posted as (
      insert into postings ("entryId", "accountId", amount)
      select entry.id, line.account, line.amount from entry, line
    ), audited as (
      insert into "auditLog" (at, kind, "memberId", actor, cause, "entryId")
      select ${at}, 'money', ${placeholder('memberId')}, ${placeholder('actor')}, ${placeholder('cause')}, entry.id
      from entry
    )
    select id from entry`,
  )
})

/**
 * Books one entry and returns its id, or null if its `reference` is already booked. Amounts are in satang, and each
 * account may appear only once. Throws an error if the amounts do not add up to zero, and MONEY_NOT_ENOUGH if an
 * account would go below zero.
 */
export async function post(
  tx: Db,
  { memberId, by, reason, at, reference, postings: lines }: Entry,
): Promise<number | null> {
  if (!lines.every(({ amount }) => Number.isSafeInteger(amount))) throw new Error(`${reason}: not whole satang`)
  if (sum(lines.map(({ amount }) => amount)) !== 0) throw new Error(`${reason}: does not add up to zero`)
  const values = {
    ...{ reason, reference: reference ?? null, at, memberId, ...by },
    requestId: by.actor === memberId ? by.cause : null,
    accounts: lines.map(({ account }) => account),
    amounts: lines.map(({ amount }) => amount),
  }
  const { rows } = await posting(tx)
    .execute(values)
    .catch((error) => {
      throw databaseError(error).constraint === 'balance_not_negative' ? new ApiError('MONEY_NOT_ENOUGH') : error
    })
  const [entry] = rows
  return entry ? Number(entry.id) : null
}
