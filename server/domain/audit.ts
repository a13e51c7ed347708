import { sql } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { BOOK_CHECKS } from './audit-books.ts'
import { HELD_CHECKS } from './audit-held.ts'
import { OPERATION_CHECKS } from './audit-operations.ts'
import { checkSeals } from './seals.ts'

/**
 * Returns a line for each ledger row that breaks a rule or differs from its seal. With `ledgerKey`, also returns a line
 * for each invalid seal. Reads one snapshot of the database and changes nothing.
 */
export const audit = (db: Db, ledgerKey?: string): Promise<string[]> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      const wrong: string[] = []
      for (const { name, query } of [...BOOK_CHECKS, ...HELD_CHECKS, ...OPERATION_CHECKS]) {
        const found = await tx.execute<{ row: string; what: string }>(query)
        wrong.push(...found.rows.map(({ row, what }) => `${name}: ${row} ${what}`))
      }
      return [...wrong, ...(await checkSeals(tx, ledgerKey))]
    },
    { accessMode: 'read only', isolationLevel: 'repeatable read' },
  )
