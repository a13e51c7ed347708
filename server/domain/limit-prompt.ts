import { and, eq, sql } from 'drizzle-orm'
import { type LimitPrompt, REVIEW_DAYS } from '#contract/limit-prompt.ts'
import { DAY } from '#contract/limits.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { statements } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'

const owner = sql.placeholder('owner')

/**
 * Returns an SQL expression for queries on `members`: the reason to prompt a member about their limits, or null. A
 * member who has set a limit, answered the prompt or made a deposit is not prompted before the next review. The query
 * needs the parameters of {@link promptAt}. Source: R632, R635.
 */
export function limitPrompt(db: Db) {
  const limit = db.select({ one: sql`1` }).from(playLimits).where(eq(playLimits.memberId, owner))
  const deposit = db
    .select({ one: sql`1` })
    .from(statements)
    .where(and(eq(statements.memberId, owner), eq(statements.type, 'deposit'), eq(statements.status, 'SUCCESS')))
  const { limitsReviewedAt, createdAt } = members
  return sql<LimitPrompt | null>`case
    when ${limitsReviewedAt} is null and not exists (${limit}) and not exists (${deposit}) then 'first'
    when coalesce(${limitsReviewedAt}, ${createdAt}) <= ${sql.placeholder('reviewedBefore')} then 'review'
  end`
}

/** Returns the parameters of {@link limitPrompt} for the time `at`, in epoch ms. */
export const promptAt = (at: number) => ({ reviewedBefore: new Date(at - REVIEW_DAYS * DAY) })

/**
 * Stores the time of the member's review of their limits. Call this before locking accounts, because it locks the
 * member.
 */
export const storeReview = async ({ db, owner, now }: HandlerContext): Promise<void> =>
  void (await db
    .update(members)
    .set({ limitsReviewedAt: new Date(now()) })
    .where(eq(members.id, owner)))
