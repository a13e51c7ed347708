import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { id, orEmpty } from './field.ts'
import { none } from './lookup.ts'
import { isEmpty, passwordProblem, type TypingProblem } from './register.ts'
import { secret, text } from './text.ts'

/** The member's profile. `username` is the phone number. Source: R146. */
export const Profile = v.object({ _id: id, name: secret(orEmpty), username: secret(orEmpty) })
export type Profile = v.InferOutput<typeof Profile>

/** The fields of a password change. */
export const Passwords = v.object({
  oldPassword: secret(v.string()),
  newPassword: secret(v.string()),
  confirm: secret(v.string()),
})
export type Passwords = v.InferOutput<typeof Passwords>

/**
 * The header that carries the current password, as percent-encoded UTF-8, for calls that require it in addition to the
 * token. These are `account.update` if the bank account changes and, with the setting `asksPassword`, `account.rename`
 * and the calls that end sessions (assumed). The password is not a field, because a strict backend refuses unknown
 * fields.
 */
export const PASSWORD_HEADER = 'X-Current-Password'
/** Returns the header with `password`, or an empty object if the password is empty. */
export const passwordHeader = (password: string): Record<string, string> =>
  password === '' ? {} : { [PASSWORD_HEADER]: encodeURIComponent(password) }

/** Returns the problem with the typed passwords, or null if they are valid. Source: R278–R279. */
export const changeProblem = (
  { oldPassword, newPassword, confirm }: Passwords,
  least?: number,
): TypingProblem | null =>
  isEmpty(oldPassword, newPassword, confirm) ? 'empty' : passwordProblem(newPassword, confirm, least)

/**
 * Calls for the account data that members may change themselves. No screen uses the PUT call `account.update` (D-07,
 * D-56). Source: R320–R323.
 */
export const profileCalls = {
  'account.profile': read('GET /api/account/profile', none, Profile),
  'account.update': change(
    'PUT /api/account/profile',
    v.strictObject({
      name: secret(text(100)),
      bankCode: text(64),
      bankAccountName: secret(text(200)),
      bankAccountNo: secret(text(64)),
    }),
    done,
  ),
  'account.rename': change(
    'PUT /api/account/bankAccountName',
    v.strictObject({ bankCode: text(64), bankAccountName: secret(text(200)) }),
    done,
  ),
  /**
   * On a backend with the setting `passwordEndsSessions`, a new password ends all other sessions of the member. If the
   * reply has a `token`, it replaces the token of this session (assumed). Source: R606.
   */
  'account.password': change(
    'PUT /api/account/changepwd',
    v.strictObject({ oldPassword: secret(text(256)), newPassword: secret(text(256)) }),
    v.fallback(v.object({ token: v.optional(secret(v.string())) }), {}),
  ),
}
