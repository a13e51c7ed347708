import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredStep } from '../world.ts'
import { oneOf, time } from './columns.ts'
import { memberId } from './members.ts'

/** The kinds of operations. An operation is a change that a provider has to carry out. */
export const OPERATIONS = ['transfer', 'clear', 'gift', 'qr', 'open', 'reset', 'invite', 'sms'] as const
export const STATES = ['sent', 'unknown', 'settled', 'refused'] as const

/**
 * Operations at providers. The row is committed before the provider is called. Only one operation per `subject` may be
 * pending at a time. The states `settled` and `refused` are final.
 */
export const operations = pgTable(
  'operations',
  {
    /** The id of the request, which is also the idempotency key at the provider. */
    id: text().primaryKey(),
    kind: text({ enum: OPERATIONS }).notNull(),
    memberId: memberId(),
    subject: text(),
    /**
     * The orders to send, one after the other, until one is refused. A step whose input contains a secret is stored
     * without its input and cannot be resent.
     */
    steps: jsonb().$type<readonly StoredStep[]>().notNull(),
    /** The data needed to book the outcome. */
    payload: jsonb().$type<object>().notNull(),
    state: text({ enum: STATES }).notNull().default('sent'),
    attempts: integer().notNull().default(1),
    /** The reply, once the operation is in a final state. */
    reply: jsonb(),
    /**
     * The encrypted reply of a settled operation, or null. Decrypting it requires the idempotency key of the request.
     */
    sealed: text(),
    at: time().notNull(),
    endedAt: time(),
    /** The time, by the database's clock, before which no other process may continue the operation. */
    nextAt: time().notNull(),
  },
  (t) => [
    oneOf(t.kind, OPERATIONS),
    oneOf(t.state, STATES),
    uniqueIndex('operations_one_open').on(t.subject).where(sql`${t.state} in ('sent', 'unknown')`),
    index('operations_open').on(t.nextAt).where(sql`${t.state} in ('sent', 'unknown')`),
    index('operations_member').on(t.memberId, t.at),
    index().on(t.endedAt),
  ],
)
