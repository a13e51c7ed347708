import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { satang as inSatang } from '#contract/money.ts'
import { QR_PROVIDERS } from '#contract/qr.ts'
import { SLIP_TYPES } from '#contract/slip.ts'
import { id, oneOf, satang, time, whole } from './columns.ts'
import { memberId } from './members.ts'
import { entries, OUTCOMES, statements } from './money.ts'

const CODE_STATES = ['open', 'paid', 'cancelled', 'superseded'] as const
const BANK_TYPES = ['PAYMENT', 'bank'] as const
const MODES = ['AUTO', 'SMS'] as const

/**
 * Deposits that exceed one of the member's limits. They are released into the main wallet once the limits allow it, or
 * returned. Their other data is in the statement row.
 */
export const heldDeposits = pgTable(
  'heldDeposits',
  {
    id: id(),
    memberId: memberId().notNull(),
    no: integer().notNull(),
    status: text({ enum: OUTCOMES }).notNull(),
    /** The entry that released or returned the deposit. */
    endEntryId: whole().references(() => entries.id),
  },
  (t) => [
    oneOf(t.status, OUTCOMES),
    index('heldDeposits_pending').on(t.memberId).where(sql`${t.status} = 'PENDING'`),
    check('held_deposit_end_has_entry', sql`(${t.status} = 'PENDING') = (${t.endEntryId} is null)`),
    foreignKey({ columns: [t.memberId, t.no], foreignColumns: [statements.memberId, statements.no] }),
    unique('heldDeposits_row').on(t.memberId, t.no),
  ],
)

/**
 * QR codes for deposits. A member has at most one `open` code. A code in any state becomes `paid` when money is
 * received for it. Amounts are in satang.
 */
export const qrcodes = pgTable(
  'qrcodes',
  {
    id: text().primaryKey(),
    memberId: memberId().notNull(),
    provider: text({ enum: QR_PROVIDERS }).notNull(),
    amount: satang().notNull(),
    payload: text().notNull(),
    status: text({ enum: CODE_STATES }).notNull(),
    createdAt: time().notNull(),
    expireAt: time().notNull(),
    paidAmount: satang().notNull().default(inSatang(0)),
    paidAt: time(),
    /** True if the last payment of this code is held because it exceeds a deposit limit. */
    isHeld: boolean().notNull().default(false),
  },
  (t) => [
    oneOf(t.provider, QR_PROVIDERS),
    oneOf(t.status, CODE_STATES),
    uniqueIndex('qrcodes_one_open').on(t.memberId).where(sql`${t.status} = 'open'`),
    index().on(t.memberId, t.provider, t.paidAt),
  ],
)

/** The operator's bank accounts, which players pay into. Source: R165. */
export const depositBanks = pgTable(
  'depositBanks',
  {
    position: integer().primaryKey(),
    bankCode: text().notNull(),
    bankType: text({ enum: BANK_TYPES }).notNull(),
    mode: text({ enum: MODES }).notNull(),
    bankAccountName: text().notNull(),
    bankAccountNo: text().notNull(),
  },
  (t) => [oneOf(t.bankType, BANK_TYPES), oneOf(t.mode, MODES)],
)

/** The operator's wallets, into which gift links are redeemed. Source: R166. */
export const depositWallets = pgTable(
  'depositWallets',
  {
    walletAccountName: text().primaryKey(),
    mode: text({ enum: MODES }).notNull(),
  },
  (t) => [oneOf(t.mode, MODES)],
)

/** Slips of bank transfers, sent by members. Source: R178, R496. */
export const slips = pgTable(
  'slips',
  {
    id: id(),
    memberId: memberId().notNull(),
    /** The random name under which the slip's image is stored, or null once the image has been deleted. */
    file: text().unique(),
    /** The image's media type. */
    type: text({ enum: SLIP_TYPES }).notNull(),
    status: text({ enum: OUTCOMES }).notNull(),
    /** The amount that the checker read from the slip, in satang. */
    amount: satang().notNull().default(inSatang(0)),
    /** The bank's reference number that the checker read from the slip. */
    reference: text(),
    /** The reason why the slip failed the check. */
    note: text(),
    /** The entry that credited the amount. */
    entryId: whole().references(() => entries.id),
    createdAt: time().notNull(),
  },
  (t) => [
    oneOf(t.type, SLIP_TYPES),
    oneOf(t.status, OUTCOMES),
    index().on(t.memberId, t.createdAt),
    index('slips_with_file').on(t.createdAt).where(sql`${t.file} is not null`),
    check('slip_has_entry', sql`(${t.status} = 'SUCCESS') = (${t.entryId} is not null)`),
    index('slips_pending').on(t.createdAt).where(sql`${t.status} = 'PENDING'`),
  ],
)

/**
 * Redeemed gift links, stored as the SHA-256 of the link. Each link can be redeemed only once, no matter who sends it.
 * Source: R338, R484–R485.
 */
export const giftLinks = pgTable('giftLinks', {
  hash: text().primaryKey(),
  memberId: memberId().notNull(),
  at: time().notNull(),
})
