import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredStep } from '../world.ts'
import { oneOf, time } from './columns.ts'
import { memberId } from './members.ts'

/** The kinds of operations, which are changes that need a provider. */
export const OPERATIONS = ['transfer', 'clear', 'gift', 'qr', 'open', 'reset', 'invite', 'sms'] as const
export const STATES = ['sent', 'unknown', 'settled', 'refused'] as const

/**
 * Operations at providers. The row is committed before the provider is called. `id` is the id of the request and the
 * provider's idempotency key. `steps` are sent in order until one is refused. A step whose input contains a secret is
 * stored without it and cannot be resent. `payload` is the data needed to book the outcome. Only one operation per
 * `subject` may be pending at a time.
 *
 * `settled` and `refused` are final; `reply` is then the answer. `sealed`, if set, is the answer of a settled
 * operation, and can be read only with the request's key. One process holds the operation's lease until `nextAt`, by
 * the database's clock.
 */
export const operations = pgTable(
  'operations',
  {
    id: text().primaryKey(),
    kind: text({ enum: OPERATIONS }).notNull(),
    memberId: memberId(),
    subject: text(),
    steps: jsonb().$type<readonly StoredStep[]>().notNull(),
    payload: jsonb().$type<object>().notNull(),
    state: text({ enum: STATES }).notNull().default('sent'),
    attempts: integer().notNull().default(1),
    reply: jsonb(),
    sealed: text(),
    at: time().notNull(),
    endedAt: time(),
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
