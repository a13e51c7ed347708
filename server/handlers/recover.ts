import { eq } from 'drizzle-orm'
import type { recoverCalls } from '#contract/recover.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { members } from '#server/core/schema/members.ts'
import { passkeys } from '#server/core/schema/passkeys.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { closedBy } from '#server/domain/hold.ts'
import { checkCode, endCodes, hasVerification, sendCode, takeVerification } from '#server/domain/otp.ts'
import { hashPassword } from '#server/domain/password.ts'
import { passwordOf, phoneIn } from '#server/domain/registration.ts'
import type { Handlers } from './handler.ts'
import { endSessions } from './sessions.ts'

/**
 * Returns the member with this phone, for a caller who has proved that the phone is theirs. Throws NO_USER if there is
 * no such member, or the same error as a login if the account is closed.
 */
async function memberOf({ db, settings }: HandlerContext, phone: string) {
  const [member] = await db.select().from(members).where(eq(members.username, phone))
  if (!member) throw new ApiError('NO_USER', 404, { commits: true })
  const closed = closedBy(member, settings)
  if (closed) throw new ApiError(closed, 403)
  return member
}

/** Lets a member who has forgotten their password set a new one. Source: R568–R572, D-62. */
export const recoverHandlers: Pick<Handlers, keyof typeof recoverCalls> = {
  /** Sends a code to any phone, so that nobody learns whether it belongs to a member. */
  'recover.send': async ({ phoneNumber }, context) => {
    if (!(await context.switches(context.db)).registerOTP) throw new ApiError('OTP_SEND_FAIL')
    const phone = phoneIn(phoneNumber, context.settings)
    if (await hasVerification(context, phone, 'recover')) await memberOf(context, phone)
    return sendCode(context, phone, 'recover')
  },

  'recover.verify': async ({ otpToken, otpCode }, context) => {
    await memberOf(context, await checkCode(context, otpToken, otpCode, 'recover'))
    return {}
  },

  /**
   * Ends all of the member's sessions and all other password reset codes. Also forgets the member's devices and
   * passkeys, because somebody who knew the old password could have added a passkey.
   */
  'recover.password': {
    before: async ({ phoneNumber, password }, outer) => {
      const phone = phoneIn(phoneNumber, outer.settings)
      // This check comes first, because hashing a password is slow.
      if (!(await hasVerification(outer, phone, 'recover'))) throw new ApiError('UNVERIFIED_OTP', 403)
      const { id } = await memberOf(outer, phone)
      const hash = await hashPassword(await passwordOf(password, phone, outer.settings))
      return async (context) => {
        const { db, now } = context
        if (!(await takeVerification(context, phone, 'recover'))) throw new ApiError('UNVERIFIED_OTP', 403)
        await db
          .update(members)
          .set({ password: hash, payoutsWaitSince: new Date(now()) })
          .where(eq(members.id, id))
        await endCodes(context, phone)
        await db.delete(passkeys).where(eq(passkeys.memberId, id))
        await auditedOf(context, 'recovered', id)
        await endSessions(context, id, '')
        return {}
      }
    },
  },
}
