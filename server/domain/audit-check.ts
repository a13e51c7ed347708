import { type SQL, sql } from 'drizzle-orm'

/**
 * A rule of the ledger. For each row that breaks the rule, `query` returns the row's id as `row` and the fault as
 * `what`.
 */
export type Check = { name: string; query: SQL }

/** The amount that each entry moved, in satang. */
export const moved = sql`select "entryId", sum(amount) filter (where amount > 0) as amount from postings group by "entryId"`
