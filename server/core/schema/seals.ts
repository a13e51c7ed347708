import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time, whole } from './columns.ts'

/**
 * Seals, which make later changes to entries detectable. They are numbered from 1 without gaps, and their rows never
 * change. Each seal covers a batch of entries.
 */
export const seals = pgTable(
  'seals',
  {
    no: integer().primaryKey(),
    /** The ids of the entries in the batch. */
    entryIds: whole().array().notNull(),
    /** The SHA-256 of each entry in the batch. */
    digests: text().array().notNull(),
    /** The greatest entry id in this seal and all earlier ones. */
    lastId: whole().notNull(),
    /** An HMAC over the columns above and the hash of the previous seal. Its key is not in the database. */
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
