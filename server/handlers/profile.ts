import { eq } from 'drizzle-orm'
import { isEnglishName } from '#contract/bank.ts'
import type { profileCalls } from '#contract/profile.ts'
import type { Handlers, Tools } from '../call.ts'
import { hashPassword, isPassword } from '../password.ts'
import { Refusal } from '../refusal.ts'
import { accountNameOf, bankAccountOf, nameOf, passwordOf, refuseTaken } from '../registration.ts'
import { members } from '../schema/members.ts'
import { endOtherSessions } from '../session.ts'

/** The member who asks; locked, so that two changes at once come one after the other. */
async function lockedMember({ db, owner }: Tools) {
  const [member] = await db.select().from(members).where(eq(members.id, owner)).for('update')
  if (!member) throw new Error('a signed-in member is gone')
  return member
}

/** The fields of the payout account. A change stores them in capitals. */
const PAYEE = ['bankCode', 'bankAccountName', 'bankAccountNo'] as const

/** What members know and change of themselves. Source: R146, R320–R323, D-07. */
export const profileHandlers: Pick<Handlers, keyof typeof profileCalls> = {
  'account.profile': async (_, { db, owner }) => {
    const [member] = await db.select().from(members).where(eq(members.id, owner))
    if (!member) throw new Error('a signed-in member is gone')
    return { _id: member.id, name: member.name, username: member.username }
  },

  /** WRONG_PASSWORD if the bank account changes and the current password is missing or wrong. */
  'account.update': async ({ name, ...account }, tools) => {
    const member = await lockedMember(tools)
    const payee = await bankAccountOf(tools, account)
    const isSame = PAYEE.every((field) => payee[field] === member[field].toUpperCase())
    if (!isSame && !(await isPassword(tools.currentPassword ?? '', member.password)))
      throw new Refusal('WRONG_PASSWORD', 403)
    await tools.db
      .update(members)
      .set({ name: nameOf(name), ...payee })
      .where(eq(members.id, member.id))
      .catch(refuseTaken)
    return {}
  },

  /** Of the member's own bank (else INVALID_BANK), in English letters whatever the bank. Source: R260–R262. */
  'account.rename': async ({ bankCode, bankAccountName }, tools) => {
    const member = await lockedMember(tools)
    if (bankCode !== member.bankCode) throw new Refusal('INVALID_BANK')
    const name = accountNameOf(bankAccountName)
    if (!isEnglishName(name)) throw new Refusal('BANK_ACCOUNT_NAME_ENG')
    await tools.db.update(members).set({ bankAccountName: name }).where(eq(members.id, member.id))
    return {}
  },

  /** WRONG_PASSWORD for the old one; ends the other sessions. */
  'account.password': async ({ oldPassword, newPassword }, tools) => {
    const member = await lockedMember(tools)
    if (!(await isPassword(oldPassword, member.password))) throw new Refusal('WRONG_PASSWORD', 403)
    const password = await hashPassword(passwordOf(newPassword))
    await tools.db.update(members).set({ password }).where(eq(members.id, member.id))
    tools.hangUp(await endOtherSessions(tools.db, member.id, tools.session, tools.now()))
    return {}
  },
}
