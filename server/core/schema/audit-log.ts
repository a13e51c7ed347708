import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { oneOf, serial, time, whole } from './columns.ts'
import { memberId } from './members.ts'
import { entries } from './money.ts'

/**
 * The kinds of events. `money` is an entry in the ledger. All other kinds, including refused attempts, concern an
 * account.
 */
export const AUDITED = [
  'money',
  'register',
  'login',
  'login refused',
  'logout',
  'password',
  'password refused',
  'recovered',
  'sessions ended',
  'passkey added',
  'passkey removed',
  'passkey refused',
  'payee',
  'payee refused',
  'hold',
  'break',
  'break refused',
  'limit',
  'limits reviewed',
  'data copied',
  'erasure asked',
  'erasure cancelled',
  'erasure refused',
] as const

/**
 * The changes that are reported to the member's other sessions. A password change is excluded, because it ends those
 * sessions. Source: R651.
 */
export const NOTIFIED: readonly (typeof AUDITED)[number][] = [
  'payee',
  'passkey added',
  'passkey removed',
  'erasure asked',
]

/** The SQL condition that selects account events, which are far fewer than `money` events. */
export const isOfAccount = (kind: AnyPgColumn) => sql`${kind} <> 'money'`

/**
 * The audit log: events with their actor and cause. Its rows never change. It contains no phone number, name, account
 * number, token or address.
 */
export const auditLog = pgTable(
  'auditLog',
  {
    id: serial(),
    at: time().notNull(),
    kind: text({ enum: AUDITED }).notNull(),
    /** The member concerned, or null if the username is unknown. */
    memberId: memberId(),
    /**
     * A member's id, `anyone`, `bank`, `checker` (checks slips), `game`, `limits` (releases held deposits) or
     * `operator`.
     */
    actor: text().notNull(),
    /** The id of the request or operation, or the actor's own reference. */
    cause: text().notNull(),
    /** The requested value of a `limit` event. */
    detail: text(),
    /** The entry that moved the money. */
    entryId: whole().references(() => entries.id),
  },
  (t) => [
    oneOf(t.kind, AUDITED),
    uniqueIndex().on(t.entryId),
    index().on(t.memberId, t.id),
    index('auditLog_of_account').on(t.memberId, t.id).where(isOfAccount(t.kind)),
  ],
)

/**
 * The browser that caused an account event. Unknown fields are null, and `address` is shortened. This is a separate
 * table because its rows, unlike those of the audit log, are deleted after a while or with the member's data.
 */
export const eventOrigins = pgTable(
  'eventOrigins',
  {
    eventId: whole()
      .primaryKey()
      .references(() => auditLog.id),
    at: time().notNull(),
    browser: text(),
    system: text(),
    address: text(),
  },
  (t) => [index().on(t.at)],
)
