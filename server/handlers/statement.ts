import { and, between, desc, eq } from 'drizzle-orm'
import { toBaht } from '#contract/money.ts'
import type { statementCalls } from '#contract/statement.ts'
import { statementCounts, statements } from '#server/core/schema/money.ts'
import type { Handlers } from './handler.ts'

/** What has become of the member's money, newest first. Source: R175–R177, R359, D-33. */
export const statementHandlers: Pick<Handlers, keyof typeof statementCalls> = {
  'statement.list': async ({ page, limit }, { db, owner }) => {
    const [counted] = await db
      .select({ total: statementCounts.count })
      .from(statementCounts)
      .where(eq(statementCounts.memberId, owner))
    const total = counted?.total ?? 0
    // By number, as skipping all newer rows would take the longer the older the page is.
    const newest = total - (page - 1) * limit
    const rows = await db
      .select()
      .from(statements)
      .where(and(eq(statements.memberId, owner), between(statements.no, newest - limit + 1, newest)))
      .orderBy(desc(statements.no))
    return {
      total,
      statements: rows.map(({ type, status, from, to, amount, createdAt, link, description }) => ({
        statementType: type,
        status,
        from,
        to,
        amount: toBaht(amount),
        createdAt: createdAt.toISOString(),
        ...(link && description !== null && { [link]: { description } }),
      })),
    }
  },
}
