import * as v from 'valibot'
import { accountName, accountNoOf, canBeNamed } from './bank.ts'
import { nameEN } from './bank-name.ts'
import { change, done, read } from './call.ts'
import { sometimes } from './field.ts'
import { flag } from './flag.ts'
import { none } from './lookup.ts'
import { CURRENCIES } from './money.ts'
import { rows } from './rows.ts'
import type { Digits, SiteSettings } from './settings.ts'
import { secret, text } from './text.ts'
import { plainDigits } from './typed.ts'

/** The number of digits in a code sent to a phone. */
export const OTP_LENGTH = 6

const typedText = text(200)
/**
 * The registration form as typed. Passwords and codes are not part of it: they stay in their input fields until the
 * form is submitted.
 */
export const Typed = v.object({
  phone: secret(typedText),
  name: secret(typedText),
  sourceCode: typedText,
  inviteCode: typedText,
  bankCode: typedText,
  accountNo: secret(typedText),
  firstName: secret(typedText),
  lastName: secret(typedText),
  currency: v.picklist(CURRENCIES),
})
export type Typed = v.InferOutput<typeof Typed>
/**
 * The validation errors of the registration form. `empty` only marks the field, without a message. Source: R254–R257.
 */
export type TypingProblem = 'empty' | 'phone' | 'digits' | 'short' | 'passwords' | 'account' | 'name'

/** True if one of the strings is empty or contains only spaces. */
export const isEmpty = (...texts: string[]) => texts.some((text) => text.trim() === '')

/**
 * Returns a typed phone number in plain digits. Thai and Lao digits are converted, because players type and paste them
 * (assumed).
 */
export const phoneOf = (text: string): string => plainDigits(text).replace(/^\+/, '')

/**
 * Returns the problem with a phone number, or null if the number is valid. A number is invalid if it is empty, contains
 * anything but digits, or (except in Laos) has the wrong length. Source: R251, R253.
 */
export function phoneProblem(text: string, isLaos: boolean): TypingProblem | null {
  const phone = phoneOf(text)
  if (isEmpty(text)) return 'empty'
  if (!isLaos && phone.length !== 10) return 'phone'
  return /^\d{1,20}$/.test(phone) ? null : 'digits'
}

/**
 * Returns the problem with a password and its confirmation, or null. The password must have at least `least`
 * characters. Source: R256.
 */
export function passwordProblem(password: string, confirm: string, least = 1): TypingProblem | null {
  if (password.length < least) return 'short'
  return password === confirm ? null : 'passwords'
}

/**
 * Returns the problem with the fields of registration step 3, or null. The invite code is optional. Source: R254, D-38.
 */
export function profileProblem(
  { name, sourceCode }: Typed,
  { password, confirm }: { password: string; confirm: string },
  { passwordMin }: SiteSettings,
): TypingProblem | null {
  return isEmpty(name, sourceCode, password, confirm) ? 'empty' : passwordProblem(password, confirm, passwordMin)
}

/** Returns the operator's rule for a bank's account numbers, or undefined if no rule applies. */
export const digitsOf = (bankCode: string, { bankDigits, accountDigits }: SiteSettings): Digits | undefined =>
  bankDigits?.[bankCode] ?? accountDigits

/** Returns the problem with the fields of registration step 4, or null. Source: R255, R257. */
export function bankProblem(
  { bankCode, accountNo, firstName, lastName }: Typed,
  settings: SiteSettings,
): TypingProblem | null {
  if (isEmpty(bankCode, plainDigits(accountNo), firstName, lastName)) return 'empty'
  if (accountNoOf(accountNo, digitsOf(bankCode, settings)) === null) return 'account'
  return canBeNamed(bankCode, accountName(firstName, lastName)) ? null : 'name'
}

/**
 * An option in a list of the registration form: a bank, or a way in which players hear about the site. Source: R144,
 * R145.
 */
export const Bank = v.object({ code: v.string(), nameTH: v.string(), nameEN })
export type Bank = v.InferOutput<typeof Bank>
export const Source = v.object({ code: v.string(), description: v.string() })
export type Source = v.InferOutput<typeof Source>

/**
 * The reply to a request for a code. `otpRef` is a reference that the player sees, and `otpToken` identifies the code
 * when it is checked. If `code` is `OTP_VERIFIED`, the phone number needs no verification. Source: R147, R206.
 */
export const OtpSent = v.object({
  otpRef: sometimes(v.string()),
  otpToken: sometimes(secret(v.string())),
  code: v.nullish(v.string()),
})
export type OtpSent = v.InferOutput<typeof OtpSent>

const profile = {
  name: secret(text(100)),
  username: secret(text(64)),
  password: secret(text(256)),
  sourceCode: text(64),
  inviteCode: v.optional(text(64), ''),
}
const bank = { bankCode: text(64), bankAccountName: secret(text(200)), bankAccountNo: secret(text(64)) }

/** A new member. `username` is the phone number, and `currency` is set only on a Laos site. Source: R141, R143. */
export const Registration = v.strictObject({ ...profile, ...bank, currency: v.optional(v.picklist(CURRENCIES)) })

/** Returns the part of a registration that is sent at step 3. `phone` is in plain digits. */
export const profileOf = (
  { typed: { name, sourceCode, inviteCode }, phone }: { typed: Typed; phone: string },
  password: string,
) => ({ name: name.trim(), username: phone, password, sourceCode, inviteCode: inviteCode.trim() })

/** Returns the part of a registration that step 4 adds. Includes the currency only on a Laos site. */
export const bankOf = ({ typed, isLaos }: { typed: Typed; isLaos: boolean }) => ({
  bankCode: typed.bankCode,
  bankAccountNo: accountNoOf(typed.accountNo) ?? '',
  bankAccountName: accountName(typed.firstName, typed.lastName),
  ...(isLaos ? { currency: typed.currency } : {}),
})

/**
 * The header with the `otpToken` of the verified code, for `otp.send`, `account.validate` and `account.create`. It
 * ensures that a phone number counts as verified only in the browser that verified it (additive, assumed).
 * Source: R207, R208.
 */
export const OTP_HEADER = 'X-Otp-Token'

export const registerCalls = {
  'lookup.registerOTP': read('GET /api/lookup/registerOTP', none, flag('registerOTP'), { access: 'anyone' }),
  'lookup.banks': read('GET /api/lookup/banks', none, rows(Bank), { access: 'anyone' }),
  'lookup.sources': read('GET /api/lookup/sources', none, rows(Source), { access: 'anyone' }),
  'otp.send': change('POST /api/otp/send', v.strictObject({ phoneNumber: secret(text(64)) }), OtpSent, {
    access: 'anyone',
    repeatable: true,
  }),
  'otp.verify': change(
    'POST /api/otp/verify',
    v.strictObject({ otpToken: secret(text(64)), otpCode: secret(text(64)) }),
    v.fallback(v.object({ code: v.nullish(v.string()) }), {}),
    { access: 'anyone' },
  ),
  /** This call is made before the bank account is known, so it requires only the profile (D-39). */
  'account.validate': read(
    'POST /api/account/validate',
    v.strictObject({ ...profile, ...v.partial(v.object(bank)).entries }),
    done,
    { access: 'anyone' },
  ),
  'account.create': change('POST /api/account', Registration, done, { access: 'anyone' }),
}
