import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'

/** The actor and the cause of an event, as in {@link auditLog}. */
export type By = Pick<typeof auditLog.$inferInsert, 'actor' | 'cause'>

/** The caller of a change. */
export const callerOf = ({ owner, request }: Pick<HandlerContext, 'owner' | 'request'>): By => ({
  actor: owner,
  cause: request,
})

type Event = By & Omit<typeof auditLog.$inferInsert, 'id' | 'at'>

/** Adds a row to the audit log in the transaction `tx`, which has to commit even if the row records a refusal. */
export const audited = async (tx: Db, event: Event, at: Date): Promise<void> =>
  void (await tx.insert(auditLog).values({ ...event, at }))

/** Records what a caller does to their own account. */
export const auditedOf = (
  context: HandlerContext,
  kind: Event['kind'],
  memberId: string | null = context.owner,
  detail: string | null = null,
) => audited(context.db, { ...callerOf(context), kind, memberId, detail }, new Date(context.now()))
