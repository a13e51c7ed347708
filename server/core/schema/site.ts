import { bigserial, boolean, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The site's switches that have been set. All others have their default values. */
export const switches = pgTable('switches', { name: text().primaryKey(), isOn: boolean().notNull() })

/**
 * The requests for changes that have been processed, whether accepted or refused. Without the idempotency key, `id`,
 * `hash` and `reply` do not reveal who made the change, which call it was, or what was sent and returned.
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
 * Counters of attempts. `since` is the time of the first attempt. `key` is a hash of the subject and the caller. A row
 * counts for at most a day.
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

/** The names of the site's keys. They sign guest ids, file addresses and passkey challenges. */
export type SiteKey = 'guest' | 'files' | 'passkey'

/**
 * The keys that all processes of a site share, in base64. The row `production` is not a key. It stores the time when
 * the database first served production.
 */
export const siteKeys = pgTable('siteKeys', { name: text().primaryKey(), key: text().notNull() })

/**
 * Messages between processes that are too long for PostgreSQL's NOTIFY. The socket.io adapter requires this table name.
 */
export const socketAttachments = pgTable('socket_io_attachments', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  created_at: time().defaultNow(),
  payload: bytes(),
})
