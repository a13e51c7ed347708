import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { BONUS_TYPES } from '#contract/bonus.ts'
import type { Language } from '#contract/language.ts'
import { satang as inSatang } from '#contract/money.ts'
import { id, oneOf, satang, serial, time, whole } from './columns.ts'
import { games } from './games.ts'
import { memberId } from './members.ts'

/** A text in every language of the site. */
export type Words = Record<Language, string>
const words = () => jsonb().$type<Words>()

/** The operator's bonuses, in the order in which they are shown. Source: R172, R536, D-16. */
export const bonuses = pgTable(
  'bonuses',
  {
    code: text().primaryKey(),
    position: integer().notNull().default(0),
    type: text({ enum: BONUS_TYPES }).notNull(),
    maxReceived: integer().notNull(),
    /** The percentage of lost stakes that counts towards the turnover. */
    percentFail: integer().notNull(),
    /** The amount in satang. */
    amount: satang().notNull().default(inSatang(10_000)),
    multiplier: integer().notNull().default(1),
    /** The minimum balance that the main wallet must have for a claim. */
    leastBalance: satang().notNull().default(inSatang(0)),
    /** The highest total game balance at which the bonus can still be ended. 0 means no limit. */
    endMost: satang().notNull().default(inSatang(0)),
    /** The maximum number of claims by all members together, or null for no limit. */
    quota: integer(),
    /** The number of claims so far. Counted only if there is a quota. */
    taken: integer().notNull().default(0),
    image: text().notNull().default('/banners/welcome.svg'),
    name: words().notNull().default({ th: 'โบนัส', la: 'ໂບນັດ', en: 'Bonus' }),
    description: words().notNull().default({ th: '', la: '', en: '' }),
  },
  (t) => [
    oneOf(t.type, BONUS_TYPES),
    check('bonus_above_0', sql`${t.amount} > 0`),
    check('quota_kept', sql`${t.taken} <= ${t.quota}`),
  ],
)

/**
 * Promotion codes, in upper case. Promotions are like bonuses, but each member can claim a code only once.
 * Source: R174, R281.
 */
export const promotions = pgTable(
  'promotions',
  {
    code: text().primaryKey(),
    percentFail: integer().notNull(),
    amount: satang().notNull(),
    multiplier: integer().notNull().default(1),
    description: words().notNull(),
  },
  (t) => [check('promotion_above_0', sql`${t.amount} > 0`)],
)

/**
 * The bonuses and promotions that members have claimed, one row per member and code. At most one of a member's rows is
 * active. Source: R172–R173, R600, D-16.
 */
export const userBonuses = pgTable(
  'userBonuses',
  {
    id: id(),
    memberId: memberId().notNull(),
    bonusCode: text().references(() => bonuses.code),
    promotionCode: text().references(() => promotions.code),
    isActive: boolean().notNull(),
    /** For the active bonus, the turnover that is still required, in satang. */
    remaining: satang().notNull().default(inSatang(0)),
    /**
     * For the active bonus, the required turnover in satang, or null if the claim was made before this column existed.
     */
    turnover: satang(),
    amount: satang().notNull().default(inSatang(0)),
  },
  (t) => [
    uniqueIndex('userBonuses_one_active').on(t.memberId).where(sql`${t.isActive}`),
    unique('userBonuses_bonus').on(t.memberId, t.bonusCode),
    unique('userBonuses_promotion').on(t.memberId, t.promotionCode),
    check('bonus_or_promotion', sql`(${t.bonusCode} is null) <> (${t.promotionCode} is null)`),
    check('remaining_not_negative', sql`${t.remaining} >= 0`),
  ],
)

/**
 * Bonus claims. Within each `period` (see `periodOf`), `number` counts a member's claims of one bonus from 1.
 * Source: R172, R225–R227, D-35.
 */
export const bonusReceipts = pgTable(
  'bonusReceipts',
  {
    memberId: memberId().notNull(),
    bonusCode: text()
      .notNull()
      .references(() => bonuses.code),
    period: integer().notNull(),
    number: integer().notNull(),
    at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.bonusCode, t.period, t.number] })],
)

/**
 * The stakes that members have placed in games, in satang. `refundedIn` is the period of the refund that included the
 * stake. Source: R8.
 */
export const plays = pgTable(
  'plays',
  {
    id: serial(),
    memberId: memberId().notNull(),
    gameCode: text()
      .notNull()
      .references(() => games.code),
    stake: satang().notNull(),
    isWon: boolean().notNull(),
    at: time().notNull(),
    refundedIn: integer(),
  },
  (t) => [
    index('plays_to_refund').on(t.memberId).where(sql`${t.refundedIn} is null`),
    index('plays_of_member').on(t.memberId, t.at),
    check('stake_above_0', sql`${t.stake} > 0`),
  ],
)

/**
 * The inviter's share of each play by an invited friend, in satang. `collectedAt` is set once the inviter has collected
 * the share. Source: R7, D-55.
 */
export const inviteShares = pgTable(
  'inviteShares',
  {
    playId: whole()
      .primaryKey()
      .references(() => plays.id),
    inviterId: memberId().notNull(),
    inviteeId: memberId().notNull(),
    amount: satang().notNull(),
    collectedAt: time(),
  },
  (t) => [index().on(t.inviterId, t.collectedAt), index().on(t.inviteeId)],
)

/**
 * Refunds of losses, in satang. A member has at most one per `period`, which is a day in Bangkok. Source: R171, D-21.
 */
export const refunds = pgTable(
  'refunds',
  {
    memberId: memberId().notNull(),
    period: integer().notNull(),
    amount: satang().notNull(),
    at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.period] }), check('refund_above_0', sql`${t.amount} > 0`)],
)

/** Spins of the wheel and their results. Each spin costs one coin. Source: R183. */
export const spins = pgTable(
  'spins',
  {
    id: serial(),
    memberId: memberId().notNull(),
    slice: text().notNull(),
    at: time().notNull(),
  },
  (t) => [index('spins_of_member').on(t.memberId, t.id)],
)

/** Coupons for prizes that members have won. `slice` is the code of the slice. Source: R182. */
export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    memberId: memberId().notNull(),
    slice: text().notNull(),
    wonAt: time().notNull(),
    expiresAt: time().notNull(),
    claimedAt: time(),
  },
  (t) => [
    index('coupons_to_claim').on(t.memberId, t.slice, t.wonAt).where(sql`${t.claimedAt} is null`),
    index('coupons_of_member').on(t.memberId, t.wonAt, t.id),
  ],
)

/** The wheel slices whose prizes the operator has withdrawn. Such a prize can be neither won nor claimed. */
export const withdrawnPrizes = pgTable('withdrawnPrizes', { slice: text().primaryKey() })
