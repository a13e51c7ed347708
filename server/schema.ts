import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { BONUS_TYPES } from '#contract/bonus.ts'
import type { Language } from '#contract/language.ts'
import { QR_PROVIDERS } from '#contract/qr.ts'
import { CURRENCIES } from '#contract/register.ts'
import { SLIP_TYPES } from '#contract/slip.ts'

/** A fresh id of 12 characters (72 random bits), safe in a URL. */
export const newId = () => randomBytes(9).toString('base64url')

const id = () => text().primaryKey().$defaultFn(newId)
const time = () => timestamp({ withTimezone: true })
const satang = () => bigint({ mode: 'number' })
const serial = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/**
 * Players. `username` is the phone number in plain digits; `password` an argon2id hash; `coin` whole coins; `hold` why
 * the operator holds the account, 1–4 (assumed); `sourceCode` how they found the site; `currency` a Laos site's.
 */
export const members = pgTable(
  'members',
  {
    id: id(),
    username: text().notNull().unique(),
    name: text().notNull(),
    password: text().notNull(),
    isActive: boolean().notNull().default(true),
    hold: integer(),
    coin: integer().notNull().default(0),
    bankCode: text().notNull(),
    bankAccountName: text().notNull(),
    bankAccountNo: text().notNull(),
    sourceCode: text().notNull().default('other'),
    inviterId: text().references((): AnyPgColumn => members.id),
    currency: text({ enum: CURRENCIES }),
    createdAt: time().notNull(),
  },
  (t) => [
    unique('members_bank_account').on(t.bankCode, t.bankAccountNo),
    index('members_invited').on(t.inviterId, t.createdAt),
    check('coin_not_negative', sql`${t.coin} >= 0`),
    check('hold_1_to_4', sql`${t.hold} between 1 and 4`),
  ],
)

const memberId = () => text().references(() => members.id)

/** Signed-in sessions by the SHA-256 of their token. */
export const tokens = pgTable(
  'tokens',
  {
    hash: text().primaryKey(),
    memberId: memberId().notNull(),
    isRemembered: boolean().notNull(),
    expiresAt: time().notNull(),
  },
  (t) => [index().on(t.memberId)],
)

/**
 * Codes sent to phones, by the SHA-256 of their token; `code` is an HMAC keyed by that token. The newest of a phone is
 * `isCurrent`; `isUsed` once an account was made by its verification.
 */
export const otps = pgTable(
  'otps',
  {
    token: text().primaryKey(),
    phone: text().notNull(),
    code: text().notNull(),
    isCurrent: boolean().notNull().default(true),
    tries: integer().notNull().default(0),
    sentAt: time().notNull(),
    blockedAt: time(),
    verifiedAt: time(),
    isUsed: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex('otps_one_current').on(t.phone).where(sql`${t.isCurrent}`), index().on(t.phone, t.sentAt)],
)

/** Games of the operator, in shelf order; `ftWalletSlot` is the game's credit per baht. */
export const games = pgTable('games', {
  code: text().primaryKey(),
  position: integer().notNull(),
  name: text().notNull(),
  category: text().notNull(),
  logo: text().notNull(),
  background: text().notNull(),
  ftWalletSlot: doublePrecision().notNull(),
  web: text(),
  android: text(),
  ios: text(),
})

/** What the simulated games know of their players: a login each, in plain text as it is shown to them. Source: R163. */
export const gameLogins = pgTable(
  'gameLogins',
  {
    memberId: memberId().notNull(),
    gameCode: text()
      .notNull()
      .references(() => games.code),
    username: text().notNull(),
    password: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.gameCode] })],
)

/**
 * Where money is, in satang: a member's wallet, a member's account in a game (there is one as soon as the game is
 * active for the member), what a member has asked to withdraw and is not paid yet, and the one account that stands for
 * the world outside, the only one below zero.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: serial(),
    kind: text({ enum: ['wallet', 'game', 'pending', 'outside'] }).notNull(),
    memberId: memberId(),
    gameCode: text().references(() => games.code),
    balance: satang().notNull().default(0),
  },
  (t) => [
    unique('accounts_owner').on(t.kind, t.memberId, t.gameCode).nullsNotDistinct(),
    check('balance_not_negative', sql`${t.kind} = 'outside' or ${t.balance} >= 0`),
  ],
)

/** Money movements, each with its reason; `reference` is the outside world's own number for it. */
export const entries = pgTable('entries', {
  id: serial(),
  reason: text().notNull(),
  reference: text().unique(),
  at: time().notNull(),
})

/** What an entry did to each account, in satang; they add up to zero. */
export const postings = pgTable(
  'postings',
  {
    entryId: bigint({ mode: 'number' })
      .notNull()
      .references(() => entries.id),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    amount: satang().notNull(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.accountId] }), check('amount_not_zero', sql`${t.amount} <> 0`)],
)

/** What a row of the statement may be linked to. Source: R176. */
export const STATEMENT_LINKS = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const

/**
 * Rows of the statement: what a member is shown of money that moved, or failed to. A member's rows are numbered from 1
 * without a gap, so that any page is found by its numbers, however far back. Amounts in satang; `from` and `to` as shown,
 * `WALLET` for the main wallet. Source: R175–R177.
 */
export const statements = pgTable(
  'statements',
  {
    memberId: memberId().notNull(),
    no: integer().notNull(),
    type: text({ enum: ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] }).notNull(),
    status: text({ enum: ['SUCCESS', 'FAILED', 'PENDING'] }).notNull(),
    from: text().notNull(),
    to: text().notNull(),
    amount: satang().notNull(),
    createdAt: time().notNull(),
    link: text({ enum: STATEMENT_LINKS }),
    description: text(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.no] }),
    index('statements_pending').on(t.createdAt).where(sql`${t.status} = 'PENDING'`),
    check('statement_above_0', sql`${t.amount} > 0`),
    check('link_with_description', sql`(${t.link} is null) = (${t.description} is null)`),
  ],
)

/** How many rows each member's statement has: the number of the newest. */
export const statementCounts = pgTable('statementCounts', {
  memberId: memberId().primaryKey(),
  count: integer().notNull(),
})

/** The bank account that each withdrawal goes to, as it was when it was asked for; the rest is in its row of the statement. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    memberId: memberId().notNull(),
    no: integer().notNull(),
    bankCode: text().notNull(),
    bankAccountName: text().notNull(),
    bankAccountNo: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.memberId, t.no], foreignColumns: [statements.memberId, statements.no] }),
    unique('withdrawals_row').on(t.memberId, t.no),
  ],
)

/** Deposit codes. A member has at most one `open` one; money that arrives makes any of them `paid`. Amounts in satang. */
export const qrcodes = pgTable(
  'qrcodes',
  {
    id: text().primaryKey(),
    memberId: memberId().notNull(),
    provider: text({ enum: QR_PROVIDERS }).notNull(),
    amount: satang().notNull(),
    payload: text().notNull(),
    status: text({ enum: ['open', 'paid', 'cancelled', 'superseded'] }).notNull(),
    createdAt: time().notNull(),
    expireAt: time().notNull(),
    paidAmount: satang().notNull().default(0),
    paidAt: time(),
  },
  (t) => [
    uniqueIndex('qrcodes_one_open').on(t.memberId).where(sql`${t.status} = 'open'`),
    index().on(t.memberId, t.provider, t.paidAt),
  ],
)

/** Bank accounts of the operator that players pay into. Source: R165. */
export const depositBanks = pgTable('depositBanks', {
  position: integer().primaryKey(),
  bankCode: text().notNull(),
  bankType: text({ enum: ['PAYMENT', 'bank'] }).notNull(),
  mode: text({ enum: ['AUTO', 'SMS'] }).notNull(),
  bankAccountName: text().notNull(),
  bankAccountNo: text().notNull(),
})

/** Wallets of the operator that gift links are sent to. Source: R166. */
export const depositWallets = pgTable('depositWallets', {
  walletAccountName: text().primaryKey(),
  mode: text({ enum: ['AUTO', 'SMS'] }).notNull(),
})

/**
 * Pictures of bank transfers that members sent: `file` the random name it is kept under, `type` its media type. What the
 * checker found: `amount` in satang, `reference` the bank's number on the slip, `note` why it failed. Source: R178, R496.
 */
export const slips = pgTable(
  'slips',
  {
    id: id(),
    memberId: memberId().notNull(),
    file: text().notNull().unique(),
    type: text({ enum: SLIP_TYPES }).notNull(),
    status: text({ enum: ['PENDING', 'SUCCESS', 'FAILED'] }).notNull(),
    amount: satang().notNull().default(0),
    reference: text(),
    note: text(),
    createdAt: time().notNull(),
  },
  (t) => [
    index().on(t.memberId, t.createdAt),
    index('slips_pending').on(t.createdAt).where(sql`${t.status} = 'PENDING'`),
  ],
)

/** Gift links that were cashed, by the SHA-256 of the link: each once, whoever sends it. Source: R338, SPEC §8. */
export const giftLinks = pgTable('giftLinks', {
  hash: text().primaryKey(),
  memberId: memberId().notNull(),
  at: time().notNull(),
})

/** Texts in each language. */
export type Words = Record<Language, string>
const words = () => jsonb().$type<Words>()

/**
 * Bonuses of the operator, in order: what each gives, in satang, and asks for; `percentFail` of lost stakes counts for its
 * turnover. `leastBalance` is what the main wallet must hold to take it, above `endMost` in the games it cannot be ended
 * (0: neither), `quota` how often all members together may take it, `taken` how often they did, counted with a quota alone. Source: R172, R536, D-16.
 */
export const bonuses = pgTable(
  'bonuses',
  {
    code: text().primaryKey(),
    position: integer().notNull().default(0),
    type: text({ enum: BONUS_TYPES }).notNull(),
    maxReceived: integer().notNull(),
    percentFail: integer().notNull(),
    amount: satang().notNull().default(10_000),
    multiplier: integer().notNull().default(1),
    leastBalance: satang().notNull().default(0),
    endMost: satang().notNull().default(0),
    quota: integer(),
    taken: integer().notNull().default(0),
    image: text().notNull().default('/banners/welcome.svg'),
    name: words().notNull().default({ th: 'โบนัส', la: 'ໂບນັດ', en: 'Bonus' }),
    description: words().notNull().default({ th: '', la: '', en: '' }),
  },
  (t) => [check('bonus_above_0', sql`${t.amount} > 0`), check('quota_kept', sql`${t.taken} <= ${t.quota}`)],
)

/** Promotion codes, in upper case; as bonuses, but each once a member. Source: R174, R281. */
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
 * What a member has taken, each bonus and each promotion in one row: `isActive` while it is in effect, which one at a time
 * is; then `remaining` is the turnover still to reach, in satang. Source: R172–R173, D-16.
 */
export const userBonuses = pgTable(
  'userBonuses',
  {
    id: id(),
    memberId: memberId().notNull(),
    bonusCode: text().references(() => bonuses.code),
    promotionCode: text().references(() => promotions.code),
    isActive: boolean().notNull(),
    remaining: satang().notNull().default(0),
    amount: satang().notNull().default(0),
  },
  (t) => [
    uniqueIndex('userBonuses_one_active').on(t.memberId).where(sql`${t.isActive}`),
    unique('userBonuses_bonus').on(t.memberId, t.bonusCode),
    unique('userBonuses_promotion').on(t.memberId, t.promotionCode),
    check('bonus_or_promotion', sql`(${t.bonusCode} is null) <> (${t.promotionCode} is null)`),
    check('remaining_not_negative', sql`${t.remaining} >= 0`),
  ],
)

/** Each time that a bonus was received: `number` counts from 1 within `period` (periodOf). Source: R172, R225–R227, D-35. */
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

/** Stakes that members played in games, in satang; `refundedIn` the period of the refund that counted it. Source: R8. */
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
    check('stake_above_0', sql`${t.stake} > 0`),
  ],
)

/** What each play of somebody invited brings the inviter, in satang; `collectedAt` once it was collected. Source: R7, D-55. */
export const inviteShares = pgTable(
  'inviteShares',
  {
    playId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => plays.id),
    inviterId: memberId().notNull(),
    inviteeId: memberId().notNull(),
    amount: satang().notNull(),
    collectedAt: time(),
  },
  (t) => [index('shares_to_collect').on(t.inviterId).where(sql`${t.collectedAt} is null`), index().on(t.inviteeId)],
)

/** Losses given back, in satang: once a member and `period`, the Bangkok day. Source: R171, D-21. */
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

/** Spins of the wheel: a coin each, and what was won by it. Source: R183. */
export const spins = pgTable('spins', {
  id: serial(),
  memberId: memberId().notNull(),
  slice: text().notNull(),
  at: time().notNull(),
})

/** Prizes won and kept, by the code of the slice. Source: R182. */
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
  (t) => [index('coupons_to_claim').on(t.memberId, t.slice, t.wonAt).where(sql`${t.claimedAt} is null`)],
)

/** Slices of the wheel whose prize the operator has withdrawn: not won, and not claimed. */
export const withdrawnPrizes = pgTable('withdrawnPrizes', { slice: text().primaryKey() })

/** Switches of the site that are not as they start. */
export const switches = pgTable('switches', { name: text().primaryKey(), isOn: boolean().notNull() })

/** Changes already answered, with yes or no: from `id`, `hash` and `reply` neither owner, call, key, input nor answer can be read without the key. */
export const requests = pgTable('requests', {
  id: text().primaryKey(),
  hash: text().notNull(),
  reply: text(),
  isRefused: boolean().notNull().default(false),
  at: time().notNull(),
})
