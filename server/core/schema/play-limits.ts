import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { LIMIT_KINDS, LIMIT_PERIODS } from '#contract/play-limit.ts'
import { oneOf, time, whole } from './columns.ts'
import { memberId } from './members.ts'

/**
 * A member's limits on deposits and on losses, in satang, and on playing time, in minutes. A period without a row has
 * no limit.
 */
export const playLimits = pgTable(
  'playLimits',
  {
    memberId: memberId().notNull(),
    kind: text({ enum: LIMIT_KINDS }).notNull(),
    period: text({ enum: LIMIT_PERIODS }).notNull(),
    amount: whole().notNull(),
    /**
     * The higher limit that the member has requested. If null while `wishFrom` is set, the member has requested to have
     * no limit.
     */
    wishAmount: whole(),
    /** The time from which the member can confirm the request, or null if there is no request. */
    wishFrom: time(),
  },
  (t) => [
    oneOf(t.kind, LIMIT_KINDS),
    oneOf(t.period, LIMIT_PERIODS),
    primaryKey({ columns: [t.memberId, t.kind, t.period] }),
    check('limit_above_0', sql`${t.amount} > 0`),
    check('wish_above_limit', sql`${t.wishAmount} is null or ${t.wishAmount} > ${t.amount}`),
    check('wish_has_time', sql`${t.wishFrom} is not null or ${t.wishAmount} is null`),
  ],
)
