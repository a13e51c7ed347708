import type { Digits } from './settings.ts'
import { plainDigits } from './typed.ts'

/** Banks that accept account names in English letters only. Source: R257, R511. */
const ENGLISH_ONLY = ['KTB', 'TMB', 'BBL']

/** Returns the account name in upper case, as its input field shows it. Works in any script. Source: R258. */
export const upperName = (text: string): string => text.toUpperCase()

/** Returns an account holder's first and last name, joined by a space, in upper case. Source: R142, R259. */
export const accountName = (first: string, last: string): string =>
  upperName(`${first} ${last}`.normalize('NFC').replace(/\s+/g, ' ').trim())

/** True if the name contains only English letters and spaces. Source: R261. */
export const isEnglishName = (name: string): boolean => /^[A-Za-z ]*[A-Za-z][A-Za-z ]*$/.test(name)

/** True if the bank accepts account names in English letters only. Source: R257. */
export const needsEnglishName = (bankCode: string): boolean => ENGLISH_ONLY.includes(bankCode)

/** True if the bank accepts this account name. Source: R257. */
export const canBeNamed = (bankCode: string, name: string): boolean =>
  !needsEnglishName(bankCode) || isEnglishName(name)

/** Returns the typed account number in plain digits, or null if it is empty or breaks the operator's `digits` rule. */
export function accountNoOf(text: string, digits?: Digits): string | null {
  const plain = plainDigits(text)
  if (!digits) return plain || null
  return /^\d+$/.test(plain) && plain.length >= digits.min && plain.length <= digits.max ? plain : null
}
