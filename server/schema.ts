import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { QR_PROVIDERS } from '#contract/qr.ts'

/** A fresh id of 12 characters (72 random bits), safe in a URL. */
export const newId = () => randomBytes(9).toString('base64url')

const id = () => text().primaryKey().$defaultFn(newId)
const time = () => timestamp({ withTimezone: true })
const satang = () => bigint({ mode: 'number' })
const serial = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** Players. `username` is the phone number in plain digits; `password` an argon2id hash; `coin` whole coins. */
export const members = pgTable(
  'members',
  {
    id: id(),
    username: text().notNull().unique(),
    name: text().notNull(),
    password: text().notNull(),
    isActive: boolean().notNull().default(true),
    coin: integer().notNull().default(0),
    bankCode: text().notNull(),
    bankAccountName: text().notNull(),
    bankAccountNo: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [check('coin_not_negative', sql`${t.coin} >= 0`)],
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

/**
 * Where money is, in satang: a member's wallet, a member's account in a game (there is one as soon as the game is
 * active for the member), and the one account that stands for the world outside, the only one below zero.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: serial(),
    kind: text({ enum: ['wallet', 'game', 'outside'] }).notNull(),
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

/** Bonuses of the operator and which members hold. */
export const bonuses = pgTable('bonuses', {
  code: text().primaryKey(),
  type: text({ enum: ['limit', 'day', 'week'] }).notNull(),
  maxReceived: integer().notNull(),
  percentFail: integer().notNull(),
})
export const userBonuses = pgTable('userBonuses', {
  id: id(),
  memberId: memberId().notNull(),
  bonusCode: text()
    .notNull()
    .references(() => bonuses.code),
  isActive: boolean().notNull(),
})

/** Switches of the site that are not as they start. */
export const switches = pgTable('switches', { name: text().primaryKey(), isOn: boolean().notNull() })

/** Changes already done: `id` and `hash` stand for owner, call, key and input, from which none of them can be read. */
export const requests = pgTable('requests', {
  id: text().primaryKey(),
  hash: text().notNull(),
  reply: json(),
  at: time().notNull(),
})
