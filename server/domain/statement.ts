import { sql } from 'drizzle-orm'
import { type Db, prepared } from '#server/core/db.ts'
import { statementCounts, statements } from '#server/core/schema/money.ts'

/** A statement row without its number. The database rejects rows without an entry. Source: R175–R176. */
export type StatementRow = Omit<typeof statements.$inferInsert, 'no'> & { entryId: number | null }

const adding = prepared((db) => {
  const { placeholder } = sql
  const counted = db.$with('counted').as(
    db
      .insert(statementCounts)
      .values({ memberId: placeholder('memberId'), count: 1 })
      .onConflictDoUpdate({ target: statementCounts.memberId, set: { count: sql`${statementCounts.count} + 1` } })
      .returning({ no: statementCounts.count }),
  )
  return db
    .with(counted)
    .insert(statements)
    .values({
      memberId: placeholder('memberId'),
      no: sql`(select ${counted.no} from ${counted})`,
      type: placeholder('type'),
      status: placeholder('status'),
      from: placeholder('from'),
      to: placeholder('to'),
      amount: placeholder('amount'),
      createdAt: placeholder('createdAt'),
      link: placeholder('link'),
      description: placeholder('description'),
      entryId: placeholder('entryId'),
    })
    .returning({ no: statements.no })
    .prepare('statement row')
})

/**
 * Adds a row to a member's statement and returns its number. Call this only after locking accounts, because every
 * transaction must lock the member's row counter last. Source: R177.
 */
export async function record(tx: Db, row: StatementRow): Promise<number> {
  const [added] = await adding(tx).execute({ link: null, description: null, ...row })
  if (!added) throw new Error('no row added')
  return added.no
}
