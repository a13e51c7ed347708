import { eq } from 'drizzle-orm'
import { negate, satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { members } from '#server/core/schema/members.ts'
import { callerOf } from './audit-log.ts'
import { accountOf, lockAccounts, post } from './ledger.ts'
import { isUnderWay } from './operation.ts'
import { PLAY_BREAK } from './operator.ts'
import { record } from './statement.ts'
import { activeBonusOf, clearOf, end, nameOf } from './turnover.ts'

/** Refuses with PLAY_BREAK before `until`, the end of the member's break from play. Source: R575, D-63. */
export function expectPlay(until: Date | null, { now, language }: HandlerContext) {
  if (until && now() < until.getTime()) throw new ApiError('PLAY_BREAK', 403, { message: PLAY_BREAK[language](until) })
}

/**
 * Refuses as {@link expectPlay} a change that brings money into play. A break that starts at the same moment waits for the
 * transaction.
 */
export async function expectNoBreak(context: HandlerContext): Promise<void> {
  const [member] = await context.db
    .select({ until: members.breakUntil })
    .from(members)
    .where(eq(members.id, context.owner))
    // a weaker lock would deadlock with a change of the row in the same transaction
    .for('no key update')
  expectPlay(member?.until ?? null, context)
}

/**
 * Ends the active bonus of a member who excludes themselves, so that its turnover does not hold their money. Takes the bonus
 * amount as far as it is in the main wallet, unless the turnover is reached; the balance in the games stays the member's. Does
 * nothing while the bonus is being ended. Call it with the member locked. Source: R578, D-63.
 */
export async function giveUpBonus(context: HandlerContext): Promise<void> {
  const { db, owner: memberId, now, language } = context
  const held = await activeBonusOf(db, memberId)
  if (!held || (await isUnderWay(db, clearOf(memberId)))) return
  const wallet = await accountOf(db, { kind: 'wallet', memberId })
  const outside = await accountOf(db, { kind: 'outside' })
  const balance = (await lockAccounts(db, [wallet])).get(wallet) ?? satang(0)
  const amount = satang(held.remaining > 0 ? Math.min(held.amount, balance) : 0)
  const at = new Date(now())
  if (amount > 0) {
    const postings = [
      { account: wallet, amount: negate(amount) },
      { account: outside, amount },
    ]
    const entryId = await post(db, { memberId, by: callerOf(context), reason: 'bonus ended', at, postings })
    const link = held.bonus ? 'bonus' : 'promotion'
    const row = { type: 'finish_bonus', status: 'SUCCESS', from: WALLET, to: link.toUpperCase(), link } as const
    await record(db, { ...row, memberId, description: nameOf(held, language), amount, createdAt: at, entryId })
  }
  await end(db, held)
}
