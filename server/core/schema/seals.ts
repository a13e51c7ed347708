import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time, whole } from './columns.ts'

/**
 * Seals, numbered from 1 without a gap. Each holds a batch of entries by their ids, with the SHA-256 of each, `lastId`, the
 * greatest id of this and all seals before, and `hash`, an HMAC over all that and the hash of the seal before. Its key is not
 * in the database. Rows are never changed.
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
