import { eq, sql } from 'drizzle-orm'
import { negate, type Satang, satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { prepared } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { callerOf } from './audit-log.ts'
import { accountOf, post } from './ledger.ts'
import { PLAY_BREAK } from './operator.ts'
import { record } from './statement.ts'
import { expectTimeLeft } from './time-limit.ts'
import { end, type Held, nameOf } from './turnover.ts'

/** A member's break from play. */
export type Break = Pick<typeof members.$inferSelect, 'breakUntil' | 'isExclusion'>

/** True while a member's self-exclusion lasts. Source: R578. */
export const isExcluded = ({ breakUntil, isExclusion }: Break, now: number): boolean =>
  isExclusion && breakUntil !== null && now < breakUntil.getTime()

/** Throws PLAY_BREAK if the member's break from play, which ends at `until`, is not over. Source: R575, D-63. */
export function expectPlay(until: Date | null, { now, language }: HandlerContext) {
  if (until && now() < until.getTime()) throw new ApiError('PLAY_BREAK', 403, { message: PLAY_BREAK[language](until) })
}

/** The columns of {@link Break}. */
export const BREAK = { breakUntil: members.breakUntil, isExclusion: members.isExclusion }

const locking = prepared((db) =>
  db
    .select({ breakUntil: members.breakUntil })
    .from(members)
    .where(eq(members.id, sql.placeholder('owner')))
    // with a weaker lock, updating the row in the same transaction could deadlock
    .for('no key update')
    .prepare('lock player'),
)

/**
 * Throws PLAY_BREAK during the caller's break from play, and TIME_LIMIT once a time limit is reached. Call this in
 * every change that leads to play, before locking accounts. The call locks the member, so that a break or limit set
 * concurrently waits for the transaction.
 */
export async function expectMayPlay(context: HandlerContext): Promise<void> {
  const { db, owner } = context
  const [member] = await locking(db).execute({ owner })
  if (!member) throw new Error('a signed-in member is gone')
  expectPlay(member.breakUntil, context)
  await expectTimeLeft(context)
}

/**
 * Returns the part of `balance` that is taken back when a member gives up a bonus. This is at most the bonus amount,
 * and nothing if the turnover is reached.
 */
export const takenBack = ({ amount, remaining }: Pick<Held, 'amount' | 'remaining'>, balance: Satang): Satang =>
  satang(remaining > 0 ? Math.min(amount, balance) : 0)

/**
 * Ends the bonus of a self-excluded member, and takes `amount` back from the main wallet. `wallet` is the id of that
 * wallet's account, which the caller must have locked. Source: R578, D-63.
 */
export async function giveUp(context: HandlerContext, held: Held, wallet: number, amount: Satang): Promise<void> {
  const { db, owner: memberId, now, language } = context
  const at = new Date(now())
  const postings = [
    { account: wallet, amount: negate(amount) },
    { account: await accountOf(db, { kind: 'outside' }), amount },
  ]
  const entryId = await post(db, { memberId, by: callerOf(context), reason: 'bonus ended', at, postings })
  const link = held.bonus ? 'bonus' : 'promotion'
  const row = { type: 'finish_bonus', status: 'SUCCESS', from: WALLET, to: link.toUpperCase(), link } as const
  await record(db, { ...row, memberId, description: nameOf(held, language), amount, createdAt: at, entryId })
  await end(db, held)
}
