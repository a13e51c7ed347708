import { bigserial, boolean, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The switches of the site that differ from their defaults. */
export const switches = pgTable('switches', { name: text().primaryKey(), isOn: boolean().notNull() })

/**
 * The changes that have run, whether accepted or refused. Without the idempotency key, `id`, `hash` and `reply` reveal
 * neither the owner nor the call, the input or the answer.
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
 * Counts of attempts since the first one. `key` is a hash of the subject and the caller. A row counts for at most a
 * day.
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

/**
 * The names of the site's keys: for the ids of guests, for the addresses of files, and for the challenges for passkeys.
 */
export type SiteKey = 'guest' | 'files' | 'passkey'

/**
 * The keys that all processes of a site share, in base64. The row `production` is not a key, but the time when the
 * database first served production.
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
