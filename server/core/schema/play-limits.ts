import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { LIMIT_KINDS, LIMIT_PERIODS } from '#contract/play-limit.ts'
import { oneOf, time, whole } from './columns.ts'
import { memberId } from './members.ts'

/**
 * A member's limits for deposits and for losses, in satang, and for playing time, in minutes; a period without a row
 * has no limit. `wishAmount`: the requested higher limit (null: no limit), which can be confirmed from `wishFrom` on;
 * without `wishFrom` none was requested.
 */
export const playLimits = pgTable(
  'playLimits',
  {
    memberId: memberId().notNull(),
    kind: text({ enum: LIMIT_KINDS }).notNull(),
    period: text({ enum: LIMIT_PERIODS }).notNull(),
    amount: whole().notNull(),
    wishAmount: whole(),
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
