import { eq } from 'drizzle-orm'
import { isEnglishName } from '#contract/bank.ts'
import type { profileCalls } from '#contract/profile.ts'
import { ApiError } from '#server/core/api-error.ts'
import { members } from '#server/core/schema/members.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { endCodes } from '#server/domain/otp.ts'
import { checkedPassword, lockedMember, refusePassword } from '#server/domain/own-password.ts'
import { hashPassword } from '#server/domain/password.ts'
import {
  accountNameOf,
  bankAccountIn,
  expectFree,
  nameOf,
  passwordOf,
  refuseTaken,
} from '#server/domain/registration.ts'
import { renewSession } from '#server/domain/session.ts'
import { proving } from '#server/domain/step-up.ts'
import { expectNoWait } from '#server/domain/withdrawal.ts'
import type { Handlers } from './handler.ts'
import { endOthers } from './sessions.ts'

/** The fields of the payout account. Changing the account stores them in upper case. */
const PAYEE = ['bankCode', 'bankAccountName', 'bankAccountNo'] as const

/** The member's own data and changes to it. Source: R146, R320–R323, D-07. */
export const profileHandlers: Pick<Handlers, keyof typeof profileCalls> = {
  'account.profile': async (_, { db, owner }) => {
    const [member] = await db.select().from(members).where(eq(members.id, owner))
    if (!member) throw new Error('a signed-in member is gone')
    return { _id: member.id, name: member.name, username: member.username }
  },

  /**
   * Throws WRONG_PASSWORD if the bank account is changed without the current password or a passkey. For some time after
   * a change, withdrawals and further changes of the bank account fail with WITHDRAW_WAIT.
   */
  'account.update': {
    before: async ({ name, ...account }, outer) => {
      const change = { name: 'account.update', input: { name, ...account }, refused: 'payee refused' } as const
      const proved = await proving(outer, { ...change, password: outer.currentPassword })
      return async (context) => {
        const member = await lockedMember(context)
        const payee = bankAccountIn(account, context.settings)
        const isSame = PAYEE.every((field) => payee[field] === member[field].toUpperCase())
        if (!isSame) {
          await proved(context, member)
          expectNoWait(member.payoutsWaitSince, context)
          await expectFree(context, payee)
        }
        const wait = isSame ? {} : { payoutsWaitSince: new Date(context.now()) }
        await context.db
          .update(members)
          .set({ name: nameOf(name), ...payee, ...wait })
          .where(eq(members.id, member.id))
          .catch(refuseTaken)
        if (!isSame) await auditedOf(context, 'payee')
        return {}
      }
    },
  },

  /**
   * Throws INVALID_BANK if the bank is not the member's own, and WRONG_PASSWORD if the name is changed without the
   * current password or a passkey. The name must be in English letters, whatever the bank. Source: R260–R262, R642.
   */
  'account.rename': {
    before: async ({ bankCode, bankAccountName }, outer) => {
      const change = { name: 'account.rename', input: { bankCode, bankAccountName }, refused: 'payee refused' } as const
      const proved = await proving(outer, { ...change, password: outer.currentPassword })
      return async (context) => {
        const member = await lockedMember(context)
        if (bankCode !== member.bankCode) throw new ApiError('INVALID_BANK')
        const name = accountNameOf(bankAccountName)
        if (!isEnglishName(name)) throw new ApiError('BANK_ACCOUNT_NAME_ENG')
        const isSame = name === member.bankAccountName.toUpperCase()
        if (!isSame) await proved(context, member)
        await context.db.update(members).set({ bankAccountName: name }).where(eq(members.id, member.id))
        if (!isSame) await auditedOf(context, 'payee')
        return {}
      }
    },
  },

  /**
   * Throws WRONG_PASSWORD if the old password is wrong, and PASSWORD_COMMON if the new one is too common. Ends the
   * other sessions and all password reset codes, forgets the other devices, and replaces the token. Source: R606.
   */
  'account.password': {
    before: async ({ oldPassword, newPassword }, outer) => {
      const { isRight, username } = await checkedPassword(outer, oldPassword)
      const hash = await hashPassword(await passwordOf(newPassword, username, outer.settings))
      return async (context) => {
        const member = await lockedMember(context)
        if (!isRight(member)) return refusePassword(context, 'password refused')
        await context.db.update(members).set({ password: hash }).where(eq(members.id, member.id))
        await endCodes(context, username)
        await auditedOf(context, 'password')
        await endOthers(context)
        context.hangUp([context.session])
        return { token: await renewSession(context.db, context.session, context.now()) }
      }
    },
  },
}
