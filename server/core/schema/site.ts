import { bigserial, boolean, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Switches of the site that are not as they start. */
export const switches = pgTable('switches', { name: text().primaryKey(), isOn: boolean().notNull() })

/**
 * Changes already answered, with yes or no: from `id`, `hash` and `reply` neither owner, call, key, input nor answer can be
 * read without the key.
 */
export const requests = pgTable(
  'requests',
  {
    id: text().primaryKey(),
    hash: text().notNull(),
    reply: text(),
    isRefused: boolean().notNull().default(false),
    at: time().notNull(),
  },
  (t) => [index().on(t.at)],
)

/**
 * How often something was tried since the first time, by the hash of what it is and who tried it. A row counts for a day at
 * most.
 */
export const limits = pgTable(
  'limits',
  {
    key: text().primaryKey(),
    since: time().notNull(),
    count: integer().notNull(),
  },
  (t) => [index().on(t.since)],
)

/** Keys that all processes of a site share, each made once: base64. Also `production`, since when the database has served it. */
export const siteKeys = pgTable('siteKeys', { name: text().primaryKey(), key: text().notNull() })

/** What processes tell each other that is too long for a notification of the database: the adapter of the socket names it so. */
export const socketAttachments = pgTable('socket_io_attachments', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  created_at: time().defaultNow(),
  payload: bytes(),
})
