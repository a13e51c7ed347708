import type { playLimitCalls } from '#contract/play-limit.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { limitsOf, setLimit } from '#server/domain/deposit-limit.ts'
import type { Handlers } from './handler.ts'

/** The member's own deposit limits. Source: R585–R588, D-64. */
export const playLimitHandlers: Pick<Handlers, keyof typeof playLimitCalls> = {
  'limits.read': (_, { db, owner, now }) => limitsOf(db, owner, new Date(now())),
  'limits.set': async (asked, context) => {
    const { db, owner } = context
    const at = new Date(context.now())
    await setLimit(db, { ...asked, memberId: owner }, at)
    await auditedOf(context, 'limit')
    return limitsOf(db, owner, at)
  },
}
