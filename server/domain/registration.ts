import { and, eq, ne } from 'drizzle-orm'
import { accountName, accountNoOf, canBeNamed } from '#contract/bank.ts'
import { inviterIn } from '#contract/invite.ts'
import { phoneOf, phoneProblem } from '#contract/register.ts'
import type { Digits } from '#contract/settings.ts'
import { ApiError, databaseError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { members } from '#server/core/schema/members.ts'
import type { Settings } from '#server/core/settings.ts'
import { banks } from './banks.ts'
import { isCommon, isOfSite, type SiteWords } from './common-passwords.ts'
import { sources } from './operator.ts'
import { hasProved } from './otp.ts'

/**
 * The operator's rules for passwords and bank account numbers. The server sends them to the client with the site's
 * settings.
 */
export const PASSWORD_MIN = 8
export const ACCOUNT_DIGITS: Digits = { min: 6, max: 20 }

const NAME_MOST = 50
/** Control characters, lone surrogates, line breaks, and marks that change the writing direction. */
const NO_TEXT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
/** A visible character. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}]/u

const graphemes = (text: string) => [...new Intl.Segmenter('th').segment(text)].length

/**
 * Returns a name as it is stored. Throws INVALID_USER_INFO if the name has no visible character, more than `most`
 * characters, or a control character.
 */
export function nameOf(text: string, most = NAME_MOST): string {
  const name = text.normalize('NFC').trim()
  if (NO_TEXT.test(name) || !VISIBLE.test(name) || graphemes(name) > most) throw new ApiError('INVALID_USER_INFO')
  return name
}

/**
 * Returns a phone number in plain digits. If it is invalid, throws PHONE_NUMBER_REQUIRE_10_DIGIT, or INVALID_USER_INFO
 * on a Laos site. Source: R251, R253.
 */
export function phoneIn(typed: string, { isLaos }: Settings): string {
  const phone = phoneOf(typed)
  if (!phoneProblem(phone, isLaos)) return phone
  throw new ApiError(isLaos ? 'INVALID_USER_INFO' : 'PHONE_NUMBER_REQUIRE_10_DIGIT')
}

/** Returns a phone number without the country code of Thailand or Laos and without leading zeros. */
const shortPhone = (text: string) => phoneOf(text).replace(/^(?:66|856)?0*/, '')

/**
 * Checks and returns a new password for the member with this phone number. Throws INVALID_USER_INFO if it is too short.
 * Throws PASSWORD_COMMON if it is the phone number in any form, consists only of site-specific words, or is one of the
 * most common passwords (assumed).
 */
export async function passwordOf(password: string, phone: string, site: SiteWords): Promise<string> {
  if (password.length < PASSWORD_MIN) throw new ApiError('INVALID_USER_INFO')
  if (shortPhone(password) === shortPhone(phone) || isOfSite(password, site) || (await isCommon(password)))
    throw new ApiError('PASSWORD_COMMON')
  return password
}

/** Returns a bank account name as it is stored. Throws INVALID_USER_INFO if the name is invalid. Source: R258. */
export const accountNameOf = (text: string): string => accountName(nameOf(text, 2 * NAME_MOST), '')

/** A member's bank account as the client sends it. */
export type BankAccount = { bankCode: string; bankAccountName: string; bankAccountNo: string }

/**
 * Returns a bank account as it is stored. Throws INVALID_BANK, INVALID_USER_INFO or BANK_ACCOUNT_NAME_ENG.
 * Source: R257, R258.
 */
export function bankAccountIn({ bankCode, ...sent }: BankAccount, { isLaos }: Settings): BankAccount {
  if (!banks(isLaos).some(({ code }) => code === bankCode)) throw new ApiError('INVALID_BANK')
  const bankAccountNo = accountNoOf(sent.bankAccountNo, ACCOUNT_DIGITS)
  if (bankAccountNo === null) throw new ApiError('INVALID_USER_INFO')
  const bankAccountName = accountNameOf(sent.bankAccountName)
  if (!canBeNamed(bankCode, bankAccountName)) throw new ApiError('BANK_ACCOUNT_NAME_ENG')
  return { bankCode, bankAccountName, bankAccountNo }
}

/**
 * Throws EXISTING_BANK if the bank account belongs to a member other than `owner`. Call this last, so that a caller who
 * is refused for another reason does not learn that the account belongs to a member.
 */
export async function expectFree({ db, owner }: HandlerContext, { bankCode, bankAccountNo }: BankAccount) {
  const others = and(eq(members.bankCode, bankCode), eq(members.bankAccountNo, bankAccountNo), ne(members.id, owner))
  if ((await db.$count(members, others)) > 0) throw new ApiError('EXISTING_BANK', 409)
}

/**
 * Throws EXISTING_USER or EXISTING_BANK if a concurrent change caused this unique violation. Otherwise rethrows the
 * error.
 */
export function refuseTaken(error: unknown): never {
  const { constraint } = databaseError(error)
  if (constraint === 'members_username_unique') throw new ApiError('EXISTING_USER', 409)
  if (constraint === 'members_bank_account') throw new ApiError('EXISTING_BANK', 409)
  throw error
}

/**
 * Returns the id of a new member's inviter, or null without an invite code. Throws INVITE_CODE_INVALID if no member has
 * the code. Source: R141, D-41.
 */
async function inviterOf({ db }: HandlerContext, code: string): Promise<string | null> {
  if (code === '') return null
  const id = inviterIn(code)
  const [inviter] = id ? await db.select({ id: members.id }).from(members).where(eq(members.id, id)) : []
  if (!inviter) throw new ApiError('INVITE_CODE_INVALID')
  return inviter.id
}

/** True if a member has this phone number. */
export const isMember = async ({ db }: HandlerContext, phone: string): Promise<boolean> =>
  (await db.$count(members, eq(members.username, phone))) > 0

/** The personal data in a registration. */
export type Person = { name: string; username: string; password: string; sourceCode: string; inviteCode: string }

/**
 * Checks the personal data in a registration, and returns it as it is stored, except that the password stays in plain
 * text. Throws PHONE_NUMBER_REQUIRE_10_DIGIT, EXISTING_USER, UNVERIFIED_OTP (unless the phone is `verified`),
 * INVALID_USER_INFO, PASSWORD_COMMON or INVITE_CODE_INVALID. Nobody can register with their own invite code, because
 * its owner already has an account with this phone. Source: R141, R263.
 */
export async function personOf(context: HandlerContext, sent: Person, verified: (phone: string) => Promise<boolean>) {
  const { settings, language } = context
  const username = phoneIn(sent.username, settings)
  // Comes first because it may wait for a concurrent registration with the same phone. The checks below must see the
  // member created by that registration.
  const isVerified = await verified(username)
  // Only callers who have proved that the phone is theirs learn that it belongs to a member.
  const isTold = isVerified || (await hasProved(context, username))
  if (isTold && (await isMember(context, username))) throw new ApiError('EXISTING_USER', 409)
  if (!isVerified) throw new ApiError('UNVERIFIED_OTP', 403)
  const name = nameOf(sent.name)
  const password = await passwordOf(sent.password, username, settings)
  if (!sources(language).some(({ code }) => code === sent.sourceCode)) throw new ApiError('INVALID_USER_INFO')
  const inviterId = await inviterOf(context, sent.inviteCode)
  return { username, name, password, sourceCode: sent.sourceCode, inviterId }
}
