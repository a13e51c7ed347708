import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { statementCalls } from '#contract/statement.ts'
import { prepared } from '#server/core/db.ts'
import { statementCounts, statements } from '#server/core/schema/money.ts'
import type { Handlers } from './handler.ts'

const [owner, newer, all] = [sql.placeholder('owner'), sql.placeholder('newer'), sql.placeholder('all')]

/**
 * Selects a page of a member's statement and the total number of rows. The page consists of the newest `all` rows
 * without the newest `newer` ones. Filters by row number, because an offset would be slower for older pages.
 */
const pageOf = prepared((db) => {
  const { count, memberId } = statementCounts
  return db
    .select({ total: count, row: statements })
    .from(statementCounts)
    .leftJoin(
      statements,
      and(
        eq(statements.memberId, memberId),
        gt(statements.no, sql`${count} - ${all}::integer`),
        lte(statements.no, sql`${count} - ${newer}::integer`),
      ),
    )
    .where(eq(memberId, owner))
    .orderBy(desc(statements.no))
    .prepare('statement_page')
})

const shown = ({ type, status, from, to, amount, createdAt, link, description }: typeof statements.$inferSelect) => ({
  statementType: type,
  status,
  from,
  to,
  amount,
  createdAt: createdAt.toISOString(),
  ...(link && description !== null && { [link]: { description } }),
})

/** The member's statement, newest first. Source: R175–R177, R359, D-33. */
export const statementHandlers: Pick<Handlers, keyof typeof statementCalls> = {
  'statement.list': async ({ page, limit }, { db, owner }) => {
    const found = await pageOf(db).execute({ owner, newer: (page - 1) * limit, all: page * limit })
    return {
      total: found[0]?.total ?? 0,
      statements: found.flatMap(({ row }) => (row ? [shown(row)] : [])),
    }
  },
}
