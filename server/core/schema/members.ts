import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { CURRENCIES } from '#contract/money.ts'
import { id, newId, oneOf, time } from './columns.ts'

/** The members. */
export const members = pgTable(
  'members',
  {
    id: id(),
    /** The phone number in plain digits. */
    username: text().notNull().unique(),
    name: text().notNull(),
    /** An argon2id hash. */
    password: text().notNull(),
    isActive: boolean().notNull().default(true),
    /** True for a demo member, who is refused in production. */
    isDemo: boolean().notNull().default(false),
    /**
     * The reason code (1–4, assumed) for the suspension of the account by the operator, or null if the account is not
     * suspended.
     */
    hold: integer(),
    /** A whole number of coins. */
    coin: integer().notNull().default(0),
    bankCode: text().notNull(),
    bankAccountName: text().notNull(),
    bankAccountNo: text().notNull(),
    /** How the member found the site. */
    sourceCode: text().notNull().default('other'),
    inviterId: text().references((): AnyPgColumn => members.id),
    /** Set only on a Laos site. */
    currency: text({ enum: CURRENCIES }),
    createdAt: time().notNull(),
    /** When the password was last reset with a code or the payout account was last changed, whichever is later. */
    payoutsWaitSince: time(),
    /** The end of the last break from play. */
    breakUntil: time(),
    /** True if the last break from play is a self-exclusion. */
    isExclusion: boolean().notNull().default(false),
    /**
     * The interval between time reminders, in minutes: 0 for no reminders, and null if the member has not chosen yet.
     */
    checkMinutes: integer(),
    /** When the member asked for the erasure of their data. */
    erasureAskedAt: time(),
    /** When the member last set a limit, chose to have none, or confirmed their limits, or null if never. */
    limitsReviewedAt: time(),
  },
  (t) => [
    oneOf(t.currency, CURRENCIES),
    unique('members_bank_account').on(t.bankCode, t.bankAccountNo),
    index('members_invited').on(t.inviterId, t.createdAt),
    check('coin_not_negative', sql`${t.coin} >= 0`),
    check('hold_1_to_4', sql`${t.hold} between 1 and 4`),
  ],
)

/** A column that references a member. */
export const memberId = () => text().references(() => members.id)

/**
 * The sessions of members. Ended and expired sessions are kept as long as the rows of `requests`, because a member can
 * still receive stored replies with them.
 */
export const tokens = pgTable(
  'tokens',
  {
    /** The SHA-256 of the token. */
    hash: text().primaryKey(),
    /** The id in the member's list of sessions. */
    id: text().notNull().unique().$defaultFn(newId),
    memberId: memberId().notNull(),
    isRemembered: boolean().notNull(),
    /** True if the session was ended before it expired. */
    isEnded: boolean().notNull().default(false),
    /** The `hash` in {@link devices} of the browser in which the session was opened. */
    device: text(),
    /** `browser`, `system` and `address` are null if unknown. The address is shortened. */
    browser: text(),
    system: text(),
    address: text(),
    /**
     * The thumbprint of the browser's key that signs each request of the session, or null if the session is not bound
     * to a key.
     */
    key: text(),
    openedAt: time().notNull(),
    /** The time of the last use, updated at most once a minute. */
    seenAt: time().notNull(),
    /** The time of the member's newest login in another browser since this session was opened. */
    newLoginAt: time(),
    /** The time at which another session last changed the account. */
    accountChangedAt: time(),
    expiresAt: time().notNull(),
    /** The latest time at which the session can end, however much it is used. */
    endsAt: time().notNull(),
  },
  (t) => [index().on(t.memberId), index().on(t.expiresAt)],
)

/** The browsers in which a member has logged in. `hash` is the SHA-256 of a random value that only the browser has. */
export const devices = pgTable(
  'devices',
  {
    hash: text().notNull(),
    memberId: memberId().notNull(),
    seenAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.memberId] }), index().on(t.memberId), index().on(t.seenAt)],
)

/** The purposes of a one-time code. A code is valid only for its own purpose. */
export const OTP_PURPOSES = ['register', 'recover'] as const
export type OtpPurpose = (typeof OTP_PURPOSES)[number]

/** One-time codes sent to phones. */
export const otps = pgTable(
  'otps',
  {
    /** The SHA-256 of the token that belongs to the code. */
    token: text().primaryKey(),
    phone: text().notNull(),
    purpose: text({ enum: OTP_PURPOSES }).notNull().default('register'),
    /** An HMAC of the code, with the token as its key. */
    code: text().notNull(),
    /** True for the newest code sent to the phone. */
    isCurrent: boolean().notNull().default(true),
    tries: integer().notNull().default(0),
    sentAt: time().notNull(),
    blockedAt: time(),
    verifiedAt: time(),
    /** True once the verified code has served its purpose. */
    isUsed: boolean().notNull().default(false),
  },
  (t) => [
    oneOf(t.purpose, OTP_PURPOSES),
    uniqueIndex('otps_one_current').on(t.phone).where(sql`${t.isCurrent}`),
    index().on(t.phone, t.sentAt),
    index().on(t.sentAt),
  ],
)
