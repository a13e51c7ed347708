import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { satang as inSatang } from '#contract/money.ts'
import { id, oneOf, satang, serial, time, whole } from './columns.ts'
import { games } from './games.ts'
import { memberId } from './members.ts'

export const ACCOUNT_KINDS = ['wallet', 'game', 'pending', 'held', 'transit', 'outside'] as const
const STATEMENT_TYPES = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const
/** The possible states of a withdrawal, a slip, a held deposit and a statement row. */
export const OUTCOMES = ['PENDING', 'SUCCESS', 'FAILED'] as const

/**
 * Accounts with their balances in satang. There are six kinds: a member's wallet, a member's account in a game (opened
 * when the member activates the game), a member's pending withdrawals, deposits held because they exceed a limit
 * (`held`), money on its way to or from games (`transit`), and a single outside account.
 *
 * The balance of the outside account is the sum of its postings. It is not stored, because otherwise every deposit
 * would have to wait for the lock on its row.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: serial(),
    kind: text({ enum: ACCOUNT_KINDS }).notNull(),
    memberId: memberId(),
    gameCode: text().references(() => games.code),
    balance: satang().notNull().default(inSatang(0)),
  },
  (t) => [
    oneOf(t.kind, ACCOUNT_KINDS),
    unique('accounts_owner').on(t.memberId, t.kind, t.gameCode).nullsNotDistinct(),
    check('balance_not_negative', sql`${t.balance} >= 0`),
    check('outside_not_stored', sql`${t.kind} <> 'outside' or ${t.balance} = 0`),
  ],
)

/**
 * The reasons for moving money. `seed` is the initial balance in the demo or in a test. `correction` means that the
 * operator reverses an entry.
 */
export const REASONS = [
  'seed',
  'correction',
  'deposit',
  'deposit held',
  'deposit released',
  'deposit returned',
  'reward',
  'game',
  'withdraw',
  'withdrawal paid',
  'withdrawal rejected',
  'transfer asked',
  'transfer',
  'transfer refused',
  'bonus end asked',
  'bonus ended',
  'bonus kept',
] as const
export type Reason = (typeof REASONS)[number]

/** Movements of money, each with its reason. */
export const entries = pgTable(
  'entries',
  {
    id: serial(),
    reason: text({ enum: REASONS }).notNull(),
    /** The reference number that the external party assigned to the movement. */
    reference: text().unique(),
    at: time().notNull(),
    /** The member concerned, or null if there are several. */
    memberId: memberId(),
    /**
     * The member's request or operation that caused the movement, or null if a bank, a game or the operator caused it.
     * It is not a foreign key, because requests are kept for only 30 days.
     */
    requestId: text(),
  },
  (t) => [oneOf(t.reason, REASONS), index('entries_request').on(t.requestId).where(sql`${t.requestId} is not null`)],
)

/** The amounts by which an entry changes each account, in satang. The amounts of an entry sum to zero. */
export const postings = pgTable(
  'postings',
  {
    entryId: whole()
      .notNull()
      .references(() => entries.id),
    accountId: whole()
      .notNull()
      .references(() => accounts.id),
    amount: satang().notNull(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.accountId] }), check('amount_not_zero', sql`${t.amount} <> 0`)],
)

/** The kinds of links in a statement row. The link shows the reason for the row. Source: R176. */
export const STATEMENT_LINKS = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const

/**
 * The rows of members' statements: movements of money and failed attempts, as the member sees them. Each member's rows
 * are numbered from 1 without gaps, so that even an old page can be found quickly by its row numbers.
 * Source: R175–R177.
 */
export const statements = pgTable(
  'statements',
  {
    memberId: memberId().notNull(),
    no: integer().notNull(),
    type: text({ enum: STATEMENT_TYPES }).notNull(),
    /** The same as `withdrawals.status` for a withdrawal, and as `heldDeposits.status` for a held deposit. */
    status: text({ enum: OUTCOMES }).notNull(),
    /** The source, as shown to the member. In both `from` and `to`, `WALLET` is the main wallet. */
    from: text().notNull(),
    to: text().notNull(),
    /** The amount in satang. */
    amount: satang().notNull(),
    createdAt: time().notNull(),
    link: text({ enum: STATEMENT_LINKS }),
    description: text(),
    /** The entry that moved the money or, for a failed transfer, returned it. */
    entryId: whole().references(() => entries.id),
  },
  (t) => [
    oneOf(t.type, STATEMENT_TYPES),
    oneOf(t.status, OUTCOMES),
    oneOf(t.link, STATEMENT_LINKS),
    primaryKey({ columns: [t.memberId, t.no] }),
    index('statements_withdrawals').on(t.memberId, t.createdAt).where(sql`${t.type} = 'withdraw'`),
    index('statements_deposits').on(t.memberId, t.createdAt).where(sql`${t.type} = 'deposit'`),
    check('statement_above_0', sql`${t.amount} > 0`),
    check('statement_has_entry', sql`${t.entryId} is not null`),
    check('link_with_description', sql`(${t.link} is null) = (${t.description} is null)`),
  ],
)

/** The number of rows in each member's statement, which is also the number of the newest row. */
export const statementCounts = pgTable('statementCounts', {
  memberId: memberId().primaryKey(),
  count: integer().notNull(),
})

/** Withdrawals, with the bank account at the time of the request. Their other data is in the statement row. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    memberId: memberId().notNull(),
    no: integer().notNull(),
    status: text({ enum: OUTCOMES }).notNull(),
    bankCode: text().notNull(),
    bankAccountName: text().notNull(),
    bankAccountNo: text().notNull(),
    /** The entry that settled the withdrawal. */
    endEntryId: whole().references(() => entries.id),
  },
  (t) => [
    oneOf(t.status, OUTCOMES),
    index('withdrawals_pending').on(t.memberId).where(sql`${t.status} = 'PENDING'`),
    check('withdrawal_end_has_entry', sql`(${t.status} = 'PENDING') = (${t.endEntryId} is null)`),
    foreignKey({ columns: [t.memberId, t.no], foreignColumns: [statements.memberId, statements.no] }),
    unique('withdrawals_row').on(t.memberId, t.no),
  ],
)
