import { eq, sql } from 'drizzle-orm'
import type { Satang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { accounts, postings } from '#server/core/schema/money.ts'

/**
 * Returns the sum of each account's postings by account id, in satang. For the outside account, this sum is the only
 * balance.
 */
export async function postedTo(db: Db): Promise<Map<number, Satang>> {
  const sums = await db
    .select({ id: accounts.id, sum: sql`coalesce(sum(${postings.amount}), 0)`.mapWith(readSatang) })
    .from(accounts)
    .leftJoin(postings, eq(postings.accountId, accounts.id))
    .groupBy(accounts.id)
  return new Map(sums.map(({ id, sum }) => [id, sum]))
}
