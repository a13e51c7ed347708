import { sql } from 'drizzle-orm'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { auditLog, eventOrigins, NOTIFIED } from '#server/core/schema/audit-log.ts'
import { browserOf } from './browser.ts'
import { notifyOthers } from './session.ts'

/** The actor and the cause of an event, as in {@link auditLog}. */
export type By = Pick<typeof auditLog.$inferInsert, 'actor' | 'cause'>

/** Returns the caller of a change as the actor, and the request as the cause. */
export const callerOf = ({ owner, request }: Pick<HandlerContext, 'owner' | 'request'>): By => ({
  actor: owner,
  cause: request,
})

type Event = By & Omit<typeof auditLog.$inferInsert, 'id' | 'at'>

/** Adds a row to the audit log in the transaction `tx`, which must commit even if the row records a refusal. */
export const audited = async (tx: Db, event: Event, at: Date): Promise<void> =>
  void (await tx.insert(auditLog).values({ ...event, at }))

/** Returns the building blocks of an SQL statement that records an account event and the browser that caused it. */
export function recording({ db, now, userAgent, address }: HandlerContext, event: Event) {
  const at = new Date(now())
  const { browser, system, address: shortened } = browserOf(userAgent, address)
  const insert = db.insert(auditLog).values({ ...event, at })
  const added = db.$with('added').as(insert.returning({ id: auditLog.id }))
  const origin = db
    .select({
      eventId: added.id,
      at: sql`${at}::timestamptz`.as('at'),
      browser: sql`${browser}::text`.as('browser'),
      system: sql`${system}::text`.as('system'),
      address: sql`${shortened}::text`.as('address'),
    })
    .from(added)
  return { added, origin }
}

/** Records an account event. The kinds in {@link NOTIFIED} are also reported to the caller's other sessions. */
export async function auditedOf(
  context: HandlerContext,
  kind: Event['kind'],
  memberId: string | null = context.owner,
  detail: string | null = null,
): Promise<void> {
  const { db, now } = context
  const event = { ...callerOf(context), kind, memberId, detail }
  if (memberId === null) return audited(db, event, new Date(now()))
  const { added, origin } = recording(context, event)
  await db.with(added).insert(eventOrigins).select(origin)
  if (NOTIFIED.includes(kind)) await notifyOthers(context)
}

/**
 * Returns the CTEs to add to the SQL statement of a read, so that the statement also records the read as an event of
 * the caller's account.
 */
export function readingRecorded(context: HandlerContext, kind: Event['kind']) {
  const { db, owner } = context
  const { added, origin } = recording(context, { ...callerOf(context), kind, memberId: owner })
  const place = db.insert(eventOrigins).select(origin).returning({ eventId: eventOrigins.eventId })
  return [added, db.$with('place').as(place)] as const
}
