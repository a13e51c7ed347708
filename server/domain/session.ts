import { createHash } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { DAY } from '#contract/limits.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Base, HandlerContext } from '#server/core/context.ts'
import { type Db, prepared } from '#server/core/db.ts'
import { randomWord } from '#server/core/random-word.ts'
import { auditLog, isOfAccount, NOTIFIED } from '#server/core/schema/audit-log.ts'
import { heldDeposits } from '#server/core/schema/deposits.ts'
import { members, tokens } from '#server/core/schema/members.ts'
import { statements } from '#server/core/schema/money.ts'
import type { Browser } from './browser.ts'

const MINUTE = 60_000
/** How long a session stays open without a call, in ms: 30 minutes, or 14 days if it is remembered (assumed). */
const idleTime = (isRemembered: boolean) => (isRemembered ? 14 * 24 * 60 : 30) * MINUTE

/** Returns when a session expires if it is used at `now` and not again. */
const expiry = (now: number, isRemembered: boolean, endsAt: number) =>
  new Date(Math.min(now + idleTime(isRemembered), endsAt))

/** Returns the hash under which a token is stored. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Returns the 8 characters that all of a member's tokens begin with. A browser uses them to tell members' data apart.
 */
const handleOf = (memberId: string) => createHash('sha256').update(`handle ${memberId}`).digest('base64url').slice(0, 8)

/**
 * How long a login still reports a change to the account, if the browser has not been used since the change, in ms
 * (assumed).
 */
const REPORTED = 7 * DAY

/**
 * SQL for the time of the newest change in {@link NOTIFIED} that the browser `device` has not seen, or null. A login
 * reports the change too, because an intruder with the password could have ended the sessions that would have reported
 * it. Source: R656.
 */
function unseenChange(memberId: string, device: string | undefined, now: number): SQL<Date | null> {
  const { at, kind, memberId: whose } = auditLog
  const before = new Date(now - REPORTED).toISOString()
  const ofBrowser = sql`${tokens.memberId} = ${memberId} and ${tokens.device} = ${device ? hashOf(device) : null}`
  return sql`(
    select max(${at}) from ${auditLog}
    where ${whose} = ${memberId} and ${isOfAccount(kind)} and ${inArray(kind, [...NOTIFIED])} and ${at} > greatest(
      ${before}::timestamptz, (select max(${tokens.seenAt}) from ${tokens} where ${ofBrowser})
    )
  )`
}

/**
 * Opens a session for `memberId` in the browser `from`, and returns its token: the member's handle and 256 random bits.
 * Stores only hashes of the token and of `device`. Also stores the time of this login in the member's sessions in other
 * browsers. If `key`, the thumbprint of the browser's key, is not null, the session is bound to that key. Source: D-57,
 * D-68, R567, R602.
 */
export async function openSession(
  tx: Db,
  memberId: string,
  isRemembered: boolean,
  { now, settings }: Pick<Base, 'now' | 'settings'>,
  from: Partial<Browser & { device: string; key: string | null }> = {},
): Promise<string> {
  const token = handleOf(memberId) + randomWord(32)
  const { device, ...browser } = from
  const at = new Date(now())
  await tx
    .update(tokens)
    .set({ newLoginAt: at })
    .where(
      and(
        isOpen(now()),
        eq(tokens.memberId, memberId),
        device ? sql`${tokens.device} is distinct from ${hashOf(device)}` : undefined,
      ),
    )
  const endsAt = now() + (isRemembered ? settings.rememberedTime : settings.sessionTime)
  await tx.insert(tokens).values({
    ...{ hash: hashOf(token), memberId, isRemembered, device: device ? hashOf(device) : null, ...browser },
    ...{ openedAt: at, seenAt: at, expiresAt: expiry(now(), isRemembered, endsAt), endsAt: new Date(endsAt) },
    accountChangedAt: unseenChange(memberId, device, now()),
  })
  return token
}

const isOpen = (now: number) => and(eq(tokens.isEnded, false), gt(tokens.expiresAt, new Date(now)))

/** Ends the open sessions that `which` selects, and returns their hashes. Keeps their rows for {@link signerOf}. */
async function end(tx: Db, now: number, ...which: (SQL | undefined)[]): Promise<string[]> {
  const ended = await tx
    .update(tokens)
    .set({ isEnded: true, expiresAt: new Date(now) })
    .where(and(isOpen(now), ...which))
    .returning({ hash: tokens.hash })
  return ended.map(({ hash }) => hash)
}

/**
 * Ends the session with this token hash, reopens it under a new token, and returns that token. Copies of the old token
 * no longer work. Source: R606.
 */
export async function renewSession(tx: Db, hash: string, now: number): Promise<string> {
  const [old] = await tx.select().from(tokens).where(eq(tokens.hash, hash)).for('update')
  if (!old) throw new Error('the session of a call is gone')
  const { id: _, ...row } = old
  const token = handleOf(row.memberId) + randomWord(32)
  await endSession(tx, hash, old.key, now)
  await tx.insert(tokens).values({ ...row, hash: hashOf(token) })
  return token
}

const isHeldBy = (key: string | null) => or(isNull(tokens.key), key === null ? undefined : eq(tokens.key, key))

/**
 * Ends the session with this token hash, unless it is bound to a key other than `key`. Returns the hashes of the ended
 * sessions.
 */
export const endSession = (tx: Db, hash: string, key: string | null, now: number) =>
  end(tx, now, and(eq(tokens.hash, hash), isHeldBy(key)))

/**
 * Ends the sessions of `memberId` except the one with the token hash `kept`. Returns the hashes of the ended sessions.
 */
export const endOtherSessions = (tx: Db, memberId: string, kept: string, now: number) =>
  end(tx, now, eq(tokens.memberId, memberId), ne(tokens.hash, kept))

/** Ends the open session of `memberId` with this id, if there is one. Returns the hashes of the ended sessions. */
export const endSessionOf = (tx: Db, memberId: string, id: string, now: number) =>
  end(tx, now, eq(tokens.memberId, memberId), eq(tokens.id, id))

/**
 * Marks the caller's other sessions so that their next replies report the change that was just made to the account.
 * Marks the caller's own session as having seen the change.
 */
export async function notifyOthers({ db, owner, session, now }: HandlerContext): Promise<void> {
  const [isOwn, at] = [eq(tokens.hash, session), new Date(now()).toISOString()]
  await db
    .update(tokens)
    .set({
      accountChangedAt: sql`case when ${isOwn} then ${tokens.accountChangedAt} else ${at}::timestamptz end`,
      seenAt: sql`case when ${isOwn} then ${at}::timestamptz else ${tokens.seenAt} end`,
    })
    .where(and(isOpen(now()), eq(tokens.memberId, owner)))
}

/** A member's open sessions, most recently used first. */
export const openSessionsOf = (db: Db, memberId: string, now: number) =>
  db
    .select()
    .from(tokens)
    .where(and(isOpen(now), eq(tokens.memberId, memberId)))
    .orderBy(desc(tokens.seenAt), desc(tokens.openedAt))

/** Ends the sessions of demo members, who may not sign in to a production site. */
export const endDemoSessions = (tx: Db, now: number) =>
  end(tx, now, inArray(tokens.memberId, tx.select({ id: members.id }).from(members).where(eq(members.isDemo, true))))

/**
 * The token of a request, and the thumbprint of the browser's key that signed the request, or null if no key signed it.
 */
export type Credentials = { token: string | undefined; key: string | null }

/**
 * Returns the id of the member to whom a token was issued, even if the session has ended or expired. Returns null for a
 * token that is unknown or bound to another key. Use this only to return stored replies to the member again.
 */
export const signerOf = (db: Db, { token = '', key }: Credentials): Promise<string | null> =>
  memberOfSession(db, hashOf(token), isHeldBy(key))

/** Like {@link signerOf}, but accepts the hash of the token and a condition that the session must meet. */
export async function memberOfSession(db: Db, hash: string, which?: SQL): Promise<string | null> {
  const [found] = await db
    .select({ memberId: tokens.memberId })
    .from(tokens)
    .where(and(eq(tokens.hash, hash), which))
  return found?.memberId ?? null
}

const sessionWith = prepared((db) =>
  db
    .select({
      memberId: members.id,
      isRemembered: tokens.isRemembered,
      seenAt: tokens.seenAt,
      newLoginAt: tokens.newLoginAt,
      accountChangedAt: tokens.accountChangedAt,
      heldAt: sql`(
        select max(${statements.createdAt}) from ${heldDeposits}
        join ${statements} on ${statements.memberId} = ${heldDeposits.memberId} and ${statements.no} = ${heldDeposits.no}
        where ${heldDeposits.memberId} = ${members.id} and ${heldDeposits.status} = 'PENDING'
      )`.mapWith(statements.createdAt),
      checkMinutes: members.checkMinutes,
      expiresAt: tokens.expiresAt,
      endsAt: tokens.endsAt,
      key: tokens.key,
    })
    .from(tokens)
    .innerJoin(members, eq(members.id, tokens.memberId))
    .where(
      and(
        eq(tokens.hash, sql.placeholder('hash')),
        eq(tokens.isEnded, false),
        eq(members.isActive, true),
        isNull(members.hold),
      ),
    )
    .prepare('session'),
)

/** Returns the open session of a token. Throws the same errors as {@link memberOf}. */
async function sessionOf(db: Db, { token, key }: Credentials, now: number) {
  if (!token) throw new ApiError('UNAUTHORIZED', 401)
  const hash = hashOf(token)
  const [found] = await sessionWith(db).execute({ hash })
  if (!found || (found.key !== null && found.key !== key))
    throw new ApiError('UNAUTHORIZED', 401, { message: 'invalid-token' })
  if (found.expiresAt.getTime() <= now) throw new ApiError('EXPIRED_AUTH_TOKEN', 401)
  return { ...found, hash }
}

/**
 * Callbacks that report what the member should be notified about. Each receives the time of the event, except
 * `timeCheck`, which receives the interval between time reminders, in minutes.
 */
export type Notify = Record<'newLogin' | 'accountChanged' | 'heldDeposit', (at: Date) => void> & {
  timeCheck: (minutes: number) => void
}

/**
 * Returns the id of the member who is signed in with a token. Throws UNAUTHORIZED (with the message `invalid-token` if
 * the token is invalid or bound to another key) or EXPIRED_AUTH_TOKEN.
 *
 * If `isUse`, extends the session up to its maximum lifetime, and writes the extension at most once a minute.
 *
 * Passes to `notify`, if they exist:
 * - the time of the newest login in another browser since the session was opened
 * - the time of the newest change of the account by another session
 * - the time of the newest held deposit
 * - the interval of the time reminders
 *
 * Source: R388–R391, R567, R588, R590, R602, D-57, D-68.
 */
export async function memberOf(
  db: Db,
  from: Credentials,
  now: number,
  { isUse, notify }: { isUse: boolean; notify: Notify },
): Promise<string> {
  const session = await sessionOf(db, from, now)
  const { memberId, isRemembered, seenAt, newLoginAt, accountChangedAt, heldAt, checkMinutes, endsAt, hash } = session
  if (isUse && now - seenAt.getTime() >= MINUTE)
    await db
      .update(tokens)
      .set({ seenAt: new Date(now), expiresAt: expiry(now, isRemembered, endsAt.getTime()) })
      .where(and(eq(tokens.hash, hash), eq(tokens.isEnded, false)))
  if (newLoginAt) notify.newLogin(newLoginAt)
  if (accountChangedAt) notify.accountChanged(accountChangedAt)
  if (heldAt) notify.heldDeposit(heldAt)
  if (checkMinutes !== null) notify.timeCheck(checkMinutes)
  return memberId
}

/** Like {@link memberOf}, but does not extend the session. Used for an open socket. */
export const quietMemberOf = async (db: Db, from: Credentials, now: number): Promise<string> =>
  (await sessionOf(db, from, now)).memberId
