import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time, whole } from './columns.ts'

/**
 * Seals, numbered from 1 without a gap; rows are never changed. A seal covers a batch of entries: `entryIds` are their ids,
 * `digests` their SHA-256. `lastId` is the greatest entry id in this and all earlier seals. `hash` is an HMAC over all of
 * that and the previous seal's hash; its key is not in the database.
 */
export const seals = pgTable(
  'seals',
  {
    no: integer().primaryKey(),
    entryIds: whole().array().notNull(),
    digests: text().array().notNull(),
    lastId: whole().notNull(),
    hash: text().notNull(),
    at: time().notNull().defaultNow(),
  },
  (t) => [
    check(
      'seal_digests',
      sql`cardinality(${t.entryIds}) > 0 and cardinality(${t.entryIds}) = cardinality(${t.digests})`,
    ),
  ],
)
