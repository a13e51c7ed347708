import { sql } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { statementCounts, statements } from '#server/core/schema/money.ts'

/** A row of the statement without its number. The database refuses a row without an entry. Source: R175–R176. */
export type StatementRow = Omit<typeof statements.$inferInsert, 'no'> & { entryId: number | null }

/**
 * Adds a row to a member's statement and gives its number. Called after money was locked, never before: the count is
 * the last thing that the transactions of a member wait for each other at. Source: R177.
 */
export async function record(tx: Db, row: StatementRow): Promise<number> {
  const counted = tx.$with('counted').as(
    tx
      .insert(statementCounts)
      .values({ memberId: row.memberId, count: 1 })
      .onConflictDoUpdate({ target: statementCounts.memberId, set: { count: sql`${statementCounts.count} + 1` } })
      .returning({ no: statementCounts.count }),
  )
  const [added] = await tx
    .with(counted)
    .insert(statements)
    .values({ ...row, no: sql`(select ${counted.no} from ${counted})` })
    .returning({ no: statements.no })
  if (!added) throw new Error('no row added')
  return added.no
}
