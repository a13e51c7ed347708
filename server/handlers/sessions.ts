import type { sessionCalls } from '#contract/sessions.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { removeOtherDevices } from '#server/domain/device.ts'
import { lockMembers } from '#server/domain/ledger.ts'
import { lockedMember } from '#server/domain/own-password.ts'
import { endOtherSessions, endSessionOf, openSessionsOf } from '#server/domain/session.ts'
import { proving } from '#server/domain/step-up.ts'
import type { Handlers } from './handler.ts'

/** Records that a member's sessions have ended and closes their sockets. */
async function close(context: HandlerContext, memberId: string, ended: readonly string[]) {
  if (ended.length > 0) await auditedOf(context, 'sessions ended', memberId)
  context.hangUp(ended)
}

/**
 * Ends a member's sessions except the one with the token hash `kept`, and forgets all devices except the device of that
 * session.
 */
export async function endSessions(context: HandlerContext, memberId: string, kept: string) {
  const { db, now } = context
  // Waits for a login in progress, so that its session is ended too.
  await lockMembers(db, [memberId])
  await removeOtherDevices(db, memberId, kept)
  await close(context, memberId, await endOtherSessions(db, memberId, kept, now()))
}

/** Ends the caller's other sessions and forgets all devices except the caller's. */
export const endOthers = (context: HandlerContext) => endSessions(context, context.owner, context.session)

/** Returns a handler that ends sessions and requires the current password or a passkey. Source: R628, R643. */
const withProof = (name: keyof typeof sessionCalls, end: (id: string, context: HandlerContext) => Promise<void>) => ({
  before: async (input: { id?: string }, outer: HandlerContext) => {
    const proved = await proving(outer, { name, input, password: outer.currentPassword, refused: 'password refused' })
    return async (context: HandlerContext) => {
      await proved(context, await lockedMember(context))
      await end(input.id ?? '', context)
      return {}
    }
  },
})

/** The member's own open sessions. Source: D-58. */
export const sessionHandlers: Pick<Handlers, keyof typeof sessionCalls> = {
  'session.list': async (_, { db, owner, session, now }) => ({
    sessions: (await openSessionsOf(db, owner, now())).map(({ id, browser, system, address, ...row }) => ({
      ...{ id, browser, system, address },
      openedAt: row.openedAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
      isCurrent: row.hash === session,
    })),
  }),

  /**
   * Throws WRONG_PASSWORD without the current password or a passkey, and NO_DATA if the session has ended, belongs to
   * another member, or does not exist.
   */
  'session.end': withProof('session.end', async (id, context) => {
    const ended = await endSessionOf(context.db, context.owner, id, context.now())
    if (ended.length === 0) throw new ApiError('NO_DATA', 404)
    await close(context, context.owner, ended)
  }),

  /** Throws WRONG_PASSWORD without the current password or a passkey. */
  'session.endOthers': withProof('session.endOthers', (_, context) => endOthers(context)),
}
