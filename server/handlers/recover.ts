import { eq } from 'drizzle-orm'
import type { recoverCalls } from '#contract/recover.ts'
import { ApiError } from '#server/core/api-error.ts'
import { members } from '#server/core/schema/members.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { checkCode, hasVerification, sendCode, takeVerification } from '#server/domain/otp.ts'
import { hashPassword } from '#server/domain/password.ts'
import { isMember, passwordOf, phoneIn } from '#server/domain/registration.ts'
import type { Handlers } from './handler.ts'
import { endSessions } from './sessions.ts'

const unverified = () => new ApiError('UNVERIFIED_OTP', 403)

/** A new password for a member who has forgotten the old one. Source: R568–R572, D-62. */
export const recoverHandlers: Pick<Handlers, keyof typeof recoverCalls> = {
  /** Every phone gets a code: nobody learns here whether it is a member's. */
  'recover.send': async ({ phoneNumber }, context) => {
    if (!(await context.switches(context.db)).registerOTP) throw new ApiError('OTP_SEND_FAIL')
    return sendCode(context, phoneIn(phoneNumber, context.settings), 'recover')
  },

  /** NO_USER for a phone without an account, to those who have its code. */
  'recover.verify': async ({ otpToken, otpCode }, context) => {
    const phone = await checkCode(context, otpToken, otpCode, 'recover')
    if (!(await isMember(context, phone))) throw new ApiError('NO_USER', 404, { commits: true })
    return {}
  },

  /** Ends all sessions of the member, and forgets all their devices. */
  'recover.password': {
    before: async ({ phoneNumber, password }, outer) => {
      const phone = phoneIn(phoneNumber, outer.settings)
      // First, because the hash of a password takes long.
      if (!(await hasVerification(outer, phone, 'recover'))) throw unverified()
      const hash = await hashPassword(await passwordOf(password, phone))
      return async (context) => {
        const { db, now } = context
        if (!(await takeVerification(context, phone, 'recover'))) throw unverified()
        const [member] = await db
          .update(members)
          .set({ password: hash, recoveredAt: new Date(now()) })
          .where(eq(members.username, phone))
          .returning({ id: members.id })
        if (!member) throw new ApiError('NO_USER', 404)
        await auditedOf(context, 'recovered', member.id)
        await endSessions(context, member.id, '')
        return {}
      }
    },
  },
}
