import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type Satang, satang, toBaht } from '#contract/money.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { auditLog, eventOrigins, isOfAccount } from '#server/core/schema/audit-log.ts'
import { chatMessages } from '#server/core/schema/chat.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { qrcodes, slips } from '#server/core/schema/deposits.ts'
import { gameLogins } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts, statements, withdrawals } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import {
  bonusReceipts,
  coupons,
  inviteShares,
  plays,
  refunds,
  spins,
  userBonuses,
} from '#server/core/schema/rewards.ts'
import { readingRecorded } from './audit-log.ts'
import { passkeysOf } from './passkey.ts'
import { openSessionsOf } from './session.ts'

/** The maximum number of records per page, so that a page never exceeds a few MB. */
export const OWN_PAGE = 500

/**
 * A record as it is sent to the member. `at` is the record's position within its part of the data. The next page starts
 * after the position of the last record.
 */
type Placed = { at: number; record: Record<string, unknown> }
/** Returns up to {@link OWN_PAGE} of the member's records after the position `after`, using one SQL statement. */
type Part = (context: HandlerContext, after: number) => Promise<Placed[]>

/** A query that supports a limit and an offset. */
type Pageable<R> = { limit: (most: number) => { offset: (skipped: number) => PromiseLike<R[]> } }

/** Returns a part whose rows have ascending numbers, which serve as positions. */
const byNumber =
  <R extends { at: number }>(
    rows: (context: HandlerContext, after: number) => { limit: (most: number) => PromiseLike<R[]> },
    recordOf: (row: Omit<R, 'at'>) => Placed['record'],
  ): Part =>
  async (context, after) =>
    (await rows(context, after).limit(OWN_PAGE)).map(({ at, ...row }) => ({ at, record: recordOf(row) }))

/**
 * Returns a part whose rows are sorted by time and never deleted, so that a row's index, counted from 1, serves as its
 * position.
 */
const byTime =
  <R>(rows: (context: HandlerContext) => Pageable<R>, recordOf: (row: R) => Placed['record']): Part =>
  async (context, after) =>
    (await rows(context).limit(OWN_PAGE).offset(after)).map((row, index) => ({
      at: after + index + 1,
      record: recordOf(row),
    }))

/** Returns a part with so few rows that they fit on one page. */
const whole =
  <R>(
    rows: (context: HandlerContext) => PromiseLike<R[]>,
    recordOf: (row: R, context: HandlerContext) => Placed['record'],
  ): Part =>
  async (context) =>
    (await rows(context)).map((row, index) => ({ at: index + 1, record: recordOf(row, context) }))

const baht = (amount: Satang | null) => (amount === null ? null : toBaht(amount))

/**
 * The data that the site stores about a member, by part. It contains no hashes, keys or passwords, and none of the
 * operator's own data. About invited friends, it contains only what the member can see in the list of friends.
 * Source: R610, D-70.
 */
export const ownData = {
  profile: whole(
    // every copy starts with this part, so its statement also records that the data was copied
    (context) =>
      context.db
        .with(...readingRecorded(context, 'data copied'))
        .select()
        .from(members)
        .where(eq(members.id, context.owner)),
    ({ id, username, name, createdAt, sourceCode, coin, checkMinutes, ...row }) => ({
      ...{ id, username, name, createdAt, sourceCode, coin, checkMinutes },
      hasInviter: row.inviterId !== null,
      account: { bankCode: row.bankCode, name: row.bankAccountName, number: row.bankAccountNo, currency: row.currency },
      withdrawalsWaitSince: row.payoutsWaitSince,
      erasureAskedAt: row.erasureAskedAt,
      limitsReviewedAt: row.limitsReviewedAt,
      break: { until: row.breakUntil, isExclusion: row.isExclusion },
    }),
  ),
  balances: whole(
    ({ db, owner }) => db.select().from(accounts).where(eq(accounts.memberId, owner)),
    ({ kind, gameCode, balance }) => ({ kind, game: gameCode, balance: baht(balance) }),
  ),
  games: whole(
    ({ db, owner }) => db.select().from(gameLogins).where(eq(gameLogins.memberId, owner)),
    ({ gameCode, username }) => ({ game: gameCode, username }),
  ),
  sessions: whole(
    ({ db, owner, now }) => openSessionsOf(db, owner, now()),
    ({ id, browser, system, address, openedAt, seenAt, hash }, { session }) => ({
      ...{ id, browser, system, address, openedAt, seenAt },
      isCurrent: hash === session,
    }),
  ),
  passkeys: whole(
    ({ db, owner }) => passkeysOf(db, owner),
    ({ id, browser, system, createdAt, usedAt }) => ({ id, browser, system, createdAt, usedAt }),
  ),
  limits: whole(
    ({ db, owner }) => db.select().from(playLimits).where(eq(playLimits.memberId, owner)),
    ({ kind, period, amount, wishAmount, wishFrom }) => {
      const own = (set: number | null) =>
        kind === 'time' ? { minutes: set } : { amount: baht(set === null ? null : satang(set)) }
      return { kind, period, ...own(amount), wish: wishFrom && { ...own(wishAmount), from: wishFrom } }
    },
  ),
  events: byNumber(
    ({ db, owner }, after) =>
      db
        .select({
          ...{ at: auditLog.id, what: auditLog.kind, detail: auditLog.detail, time: auditLog.at },
          ...{ browser: eventOrigins.browser, system: eventOrigins.system, address: eventOrigins.address },
        })
        .from(auditLog)
        .leftJoin(eventOrigins, eq(eventOrigins.eventId, auditLog.id))
        // leaves out the events about money, because the member's statement already contains the amounts
        .where(and(eq(auditLog.memberId, owner), gt(auditLog.id, after), isOfAccount(auditLog.kind)))
        .orderBy(asc(auditLog.memberId), asc(auditLog.id)),
    (row) => row,
  ),
  statement: byNumber(
    ({ db, owner }, after) =>
      db
        .select({ at: statements.no, row: statements })
        .from(statements)
        .where(and(eq(statements.memberId, owner), gt(statements.no, after)))
        .orderBy(asc(statements.memberId), asc(statements.no)),
    ({ row: { type, status, from, to, amount, createdAt, link, description } }) => ({
      ...{ type, status, from, to, amount: baht(amount), createdAt, link, description },
    }),
  ),
  withdrawals: byNumber(
    ({ db, owner }, after) =>
      db
        .select({ at: withdrawals.no, row: withdrawals, amount: statements.amount, createdAt: statements.createdAt })
        .from(withdrawals)
        .innerJoin(statements, and(eq(statements.memberId, withdrawals.memberId), eq(statements.no, withdrawals.no)))
        .where(and(eq(withdrawals.memberId, owner), gt(withdrawals.no, after)))
        .orderBy(asc(withdrawals.memberId), asc(withdrawals.no)),
    ({ row: { id, status, bankCode, bankAccountName, bankAccountNo }, amount, createdAt }) => ({
      ...{ id, status, amount: baht(amount), createdAt },
      account: { bankCode, name: bankAccountName, number: bankAccountNo },
    }),
  ),
  slips: byTime(
    ({ db, owner }) =>
      db.select().from(slips).where(eq(slips.memberId, owner)).orderBy(asc(slips.createdAt), asc(slips.id)),
    ({ id, type, status, amount, reference, note, createdAt, file }) => ({
      ...{ id, type, status, amount: baht(amount), reference, note, createdAt },
      hasPicture: file !== null,
    }),
  ),
  qrcodes: byTime(
    ({ db, owner }) =>
      db.select().from(qrcodes).where(eq(qrcodes.memberId, owner)).orderBy(asc(qrcodes.createdAt), asc(qrcodes.id)),
    ({ id, provider, amount, status, createdAt, expireAt, paidAmount, paidAt }) => ({
      ...{ id, provider, amount: baht(amount), status, createdAt, expireAt, paidAmount: baht(paidAmount), paidAt },
    }),
  ),
  bonuses: byTime(
    ({ db, owner }) =>
      db.select().from(userBonuses).where(eq(userBonuses.memberId, owner)).orderBy(asc(userBonuses.id)),
    ({ bonusCode, promotionCode, isActive, amount, turnover, remaining }) => ({
      ...{ bonus: bonusCode, promotion: promotionCode, isActive },
      ...{ amount: baht(amount), turnover: baht(turnover), remaining: baht(remaining) },
    }),
  ),
  bonusClaims: byTime(
    ({ db, owner }) =>
      db
        .select({ bonus: bonusReceipts.bonusCode, at: bonusReceipts.at })
        .from(bonusReceipts)
        .where(eq(bonusReceipts.memberId, owner))
        .orderBy(asc(bonusReceipts.at), asc(bonusReceipts.bonusCode)),
    (row) => row,
  ),
  plays: byTime(
    ({ db, owner }) =>
      db
        .select({ game: plays.gameCode, stake: plays.stake, isWon: plays.isWon, time: plays.at })
        .from(plays)
        .where(eq(plays.memberId, owner))
        .orderBy(asc(plays.memberId), asc(plays.at), asc(plays.id)),
    (row) => ({ ...row, stake: baht(row.stake) }),
  ),
  cashback: byTime(
    ({ db, owner }) =>
      db.select().from(refunds).where(eq(refunds.memberId, owner)).orderBy(asc(refunds.memberId), asc(refunds.period)),
    ({ amount, at }) => ({ amount: baht(amount), at }),
  ),
  spins: byNumber(
    ({ db, owner }, after) =>
      db
        .select({ at: spins.id, prize: spins.slice, time: spins.at })
        .from(spins)
        .where(and(eq(spins.memberId, owner), gt(spins.id, after)))
        .orderBy(asc(spins.memberId), asc(spins.id)),
    (row) => row,
  ),
  coupons: byTime(
    ({ db, owner }) =>
      db
        .select()
        .from(coupons)
        .where(eq(coupons.memberId, owner))
        .orderBy(asc(coupons.memberId), asc(coupons.wonAt), asc(coupons.id)),
    ({ slice, wonAt, expiresAt, claimedAt }) => ({ prize: slice, wonAt, expiresAt, claimedAt }),
  ),
  invites: byTime(
    ({ db, owner }) =>
      db
        .select({
          name: members.name,
          createdAt: members.createdAt,
          amount: sql`(select coalesce(sum(${inviteShares.amount}), 0) from ${inviteShares}
            where ${inviteShares.inviteeId} = ${members.id})`.mapWith(readSatang),
        })
        .from(members)
        .where(eq(members.inviterId, owner))
        .orderBy(asc(members.inviterId), asc(members.createdAt), asc(members.id)),
    ({ name, createdAt, amount }) => ({ name, createdAt, amount: baht(amount) }),
  ),
  chat: byNumber(
    ({ db, owner }, after) =>
      db
        .select({
          at: chatMessages.seq,
          sender: chatMessages.sender,
          message: chatMessages.message,
          createdAt: chatMessages.createdAt,
        })
        .from(chatMessages)
        .where(and(eq(chatMessages.chat, owner), gt(chatMessages.seq, after)))
        .orderBy(asc(chatMessages.chat), asc(chatMessages.seq)),
    (row) => row,
  ),
} satisfies Record<string, Part>
export type PartName = keyof typeof ownData

/** The names of the parts, in the order in which a copy contains them. */
export const PARTS = Object.keys(ownData) as [PartName, ...PartName[]]
export const isPart = (name: string): name is PartName => Object.hasOwn(ownData, name)
