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

/**
 * Players. `username` is the phone number in plain digits; `password` an argon2id hash; `coin` whole coins; `hold` why
 * the operator suspended the account, 1–4 (assumed); `isDemo` marks a demo member, who is refused in production;
 * `sourceCode` how they found the site; `currency` on a Laos site only; `payoutsWaitSince` when the password was last
 * set with a code, or the payout account was changed; `breakUntil` the end of the last break from play; `isExclusion`
 * that this break is a self-exclusion; `checkMinutes` the interval of time reminders, 0 for never, null if they have
 * not chosen yet; `erasureAskedAt` when they asked for the erasure of their data; `limitsReviewedAt` when they last set
 * a limit, chose to have none or confirmed their limits, null if never.
 */
export const members = pgTable(
  'members',
  {
    id: id(),
    username: text().notNull().unique(),
    name: text().notNull(),
    password: text().notNull(),
    isActive: boolean().notNull().default(true),
    isDemo: boolean().notNull().default(false),
    hold: integer(),
    coin: integer().notNull().default(0),
    bankCode: text().notNull(),
    bankAccountName: text().notNull(),
    bankAccountNo: text().notNull(),
    sourceCode: text().notNull().default('other'),
    inviterId: text().references((): AnyPgColumn => members.id),
    currency: text({ enum: CURRENCIES }),
    createdAt: time().notNull(),
    payoutsWaitSince: time(),
    breakUntil: time(),
    isExclusion: boolean().notNull().default(false),
    checkMinutes: integer(),
    erasureAskedAt: time(),
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
 * Sessions by the SHA-256 of their token. `isEnded`: the session was ended before it expired. Ended and expired
 * sessions are kept as long as changes, so that their members can still get stored replies. `device`: the `hash` in
 * {@link devices} of the browser in which the session was opened. `endsAt`: when the session ends at the latest, even
 * if it is used. `id`: the id in the member's session list. `seenAt`: the last use, written at most once a minute.
 * `browser`, `system` and the shortened `address` are null if unknown. `newLoginAt`: the member's newest login in
 * another browser since the session was opened. `accountChangedAt`: the newest change of the account by another
 * session. `key`: the thumbprint of the browser's key that signs each request of the session, or null if the session is
 * not bound to a key.
 */
export const tokens = pgTable(
  'tokens',
  {
    hash: text().primaryKey(),
    id: text().notNull().unique().$defaultFn(newId),
    memberId: memberId().notNull(),
    isRemembered: boolean().notNull(),
    isEnded: boolean().notNull().default(false),
    device: text(),
    browser: text(),
    system: text(),
    address: text(),
    key: text(),
    openedAt: time().notNull(),
    seenAt: time().notNull(),
    newLoginAt: time(),
    accountChangedAt: time(),
    expiresAt: time().notNull(),
    endsAt: time().notNull(),
  },
  (t) => [index().on(t.memberId), index().on(t.expiresAt)],
)

/** Browsers in which a member has logged in, by the SHA-256 of a random value that only the browser has. */
export const devices = pgTable(
  'devices',
  {
    hash: text().notNull(),
    memberId: memberId().notNull(),
    seenAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.memberId] }), index().on(t.memberId), index().on(t.seenAt)],
)

/** Code purposes. A code is valid only for its own purpose. */
export const OTP_PURPOSES = ['register', 'recover'] as const
export type OtpPurpose = (typeof OTP_PURPOSES)[number]

/**
 * Codes sent to phones, by the SHA-256 of their token; `code` is an HMAC keyed by that token. `isCurrent` marks a
 * phone's newest code, `isUsed` a code whose verification has served its purpose.
 */
export const otps = pgTable(
  'otps',
  {
    token: text().primaryKey(),
    phone: text().notNull(),
    purpose: text({ enum: OTP_PURPOSES }).notNull().default('register'),
    code: text().notNull(),
    isCurrent: boolean().notNull().default(true),
    tries: integer().notNull().default(0),
    sentAt: time().notNull(),
    blockedAt: time(),
    verifiedAt: time(),
    isUsed: boolean().notNull().default(false),
  },
  (t) => [
    oneOf(t.purpose, OTP_PURPOSES),
    uniqueIndex('otps_one_current').on(t.phone).where(sql`${t.isCurrent}`),
    index().on(t.phone, t.sentAt),
    index().on(t.sentAt),
  ],
)
