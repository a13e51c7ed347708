import { and, count, eq, gte, ne, sql } from 'drizzle-orm'
import { startOfDay } from '#contract/bonus.ts'
import { DAY } from '#contract/limits.ts'
import { minus, negate, type Satang, satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { statements, withdrawals } from '#server/core/schema/money.ts'
import type { Settings } from '#server/core/settings.ts'
import type { By } from './audit-log.ts'
import { bankOf } from './banks.ts'
import { accountOf, post } from './ledger.ts'
import { WITHDRAW_DAY, WITHDRAW_WAIT } from './operator.ts'
import { record } from './statement.ts'

/**
 * Returns the error WITHDRAW_WAIT during the waiting time after `since`, and null afterwards. `since` is when the
 * member last reset the password with a code or changed the payout account. Source: R572, D-62.
 */
export function waitAfter(since: Date | null, { now, settings, language }: HandlerContext): ApiError | null {
  const until = since ? since.getTime() + settings.payoutWait : 0
  if (now() >= until) return null
  return new ApiError('WITHDRAW_WAIT', 403, { message: WITHDRAW_WAIT[language](new Date(until)) })
}

/** Throws the result of {@link waitAfter}, if there is one. */
export function expectNoWait(since: Date | null, context: HandlerContext) {
  const wait = waitAfter(since, context)
  if (wait) throw wait
}

/**
 * Returns the condition that selects a member's withdrawals on the current day in Bangkok, except any that the bank
 * refused.
 */
export const withdrawnToday = (memberId: string, now: number) =>
  and(
    eq(statements.memberId, memberId),
    eq(statements.type, 'withdraw'),
    ne(statements.status, 'FAILED'),
    gte(statements.createdAt, new Date(startOfDay(now))),
  )
/** The sum and the number of the withdrawals that {@link withdrawnToday} selects. */
export const TODAY = {
  sum: sql`coalesce(sum(${statements.amount}), 0)`.mapWith(readSatang),
  times: count(statements.no),
}

/** Returns the maximum amount of a member's next withdrawal in satang, given today's withdrawals. Source: R582. */
export const mostToday = (
  { sum, times }: { sum: Satang; times: number },
  { withdrawMax, withdrawDayMax, withdrawDayTimes }: Settings,
): Satang => satang(times < withdrawDayTimes ? Math.max(0, Math.min(withdrawMax, minus(withdrawDayMax, sum))) : 0)

/** The next midnight in Bangkok. */
export const dayEnd = (now: number) => new Date(startOfDay(now) + DAY)

/** Returns the error WITHDRAW_DAY, for a withdrawal above today's limit. Source: R582. */
export const dayOver = ({ now, language }: HandlerContext) =>
  new ApiError('WITHDRAW_DAY', 403, { message: WITHDRAW_DAY[language](dayEnd(now())) })

/** The destination of a withdrawal. */
export type Payee = { bankCode: string; bankAccountName: string; bankAccountNo: string }

/** Returns the name under which the statement shows a bank account: the bank and the last four digits (assumed). */
export const payeeName = ({ bankCode, bankAccountNo }: Payee): string =>
  `${bankOf(bankCode).nameTH} …${bankAccountNo.slice(-4)}`

type Asked = { memberId: string; wallet: number; pending: number; payee: Payee; amount: Satang; at: Date; by: By }

/**
 * Reserves money from a member's main wallet for a withdrawal. The withdrawal is pending until the bank has paid or
 * refused it. Source: R335, R398.
 */
export async function reserve(tx: Db, { memberId, wallet, pending, payee, amount, at, by }: Asked): Promise<void> {
  const lines = [
    { account: wallet, amount: negate(amount) },
    { account: pending, amount },
  ]
  const entryId = await post(tx, { memberId, by, reason: 'withdraw', at, postings: lines })
  const row = { type: 'withdraw', status: 'PENDING', from: WALLET, to: payeeName(payee), amount } as const
  const no = await record(tx, { ...row, memberId, createdAt: at, entryId })
  await tx.insert(withdrawals).values({ ...payee, memberId, no, status: 'PENDING' })
}

/**
 * Settles a withdrawal. If the bank has paid it, the reserved money leaves the ledger. Otherwise the money returns to
 * the main wallet. Returns false and changes nothing if the withdrawal was already settled. Throws NO_DATA if there is
 * no such withdrawal. Source: R241–R243.
 */
export async function settle(tx: Db, id: string, isPaid: boolean, at: Date): Promise<boolean> {
  const [found] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update')
  if (!found) throw new ApiError('NO_DATA', 404)
  if (found.status !== 'PENDING') return false
  const { memberId, no } = found
  const status = isPaid ? 'SUCCESS' : 'FAILED'
  const [row] = await tx
    .update(statements)
    .set({ status })
    .where(and(eq(statements.memberId, memberId), eq(statements.no, no)))
    .returning({ amount: statements.amount })
  if (!row) throw new Error('a withdrawal without a row of the statement')
  const pending = await accountOf(tx, { kind: 'pending', memberId })
  const target = await accountOf(tx, isPaid ? { kind: 'outside' } : { kind: 'wallet', memberId })
  const endEntryId = await post(tx, {
    memberId,
    by: { actor: 'bank', cause: id },
    reason: isPaid ? 'withdrawal paid' : 'withdrawal rejected',
    at,
    postings: [
      { account: pending, amount: negate(row.amount) },
      { account: target, amount: row.amount },
    ],
  })
  await tx.update(withdrawals).set({ status, endEntryId }).where(eq(withdrawals.id, id))
  return true
}
