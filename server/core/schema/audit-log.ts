import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { oneOf, serial, time, whole } from './columns.ts'
import { memberId } from './members.ts'
import { entries } from './money.ts'

/** Event kinds: `money` is a ledger entry; all others, including refused attempts, concern an account. */
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

/** The condition for an account's own events, which are few compared with those of its money. */
export const isOfAccount = (kind: AnyPgColumn) => sql`${kind} <> 'money'`

/**
 * Events with their actor and cause; rows are never changed. `memberId`: the member concerned, or null for an unknown
 * username. `actor`: a member's id, `anyone`, `bank`, `checker` (of slips), `game`, `limits` (which release a held
 * deposit) or `operator`. `cause`: the id of the request or operation, or the actor's own reference. `detail`: the
 * requested value of a `limit`. `entryId`: the entry that moved the money. Contains no phone, name, account number,
 * token or address.
 */
export const auditLog = pgTable(
  'auditLog',
  {
    id: serial(),
    at: time().notNull(),
    kind: text({ enum: AUDITED }).notNull(),
    memberId: memberId(),
    actor: text().notNull(),
    cause: text().notNull(),
    detail: text(),
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
 * The browser from which an event of a member's account came; unknown parts are null, and `address` is shortened.
 * Separate from the audit log, because these rows are deleted after a while, and with the member's data.
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
