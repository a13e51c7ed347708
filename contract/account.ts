import * as v from 'valibot'
import { change, done } from './call.ts'
import { none } from './lookup.ts'
import { secret } from './text.ts'

/**
 * Login credentials: the phone number and the password. `remember` keeps the member signed in for 14 days (additive,
 * assumed). Source: R317.
 */
export const Login = v.strictObject({
  username: secret(v.pipe(v.string(), v.maxLength(64))),
  password: secret(v.pipe(v.string(), v.maxLength(256))),
  remember: v.optional(v.boolean(), false),
})

export const accountCalls = {
  'account.login': change('POST /api/login', Login, v.object({ token: secret(v.pipe(v.string(), v.minLength(1))) }), {
    secret: true,
    access: 'anyone',
    login: true,
  }),
  /**
   * Ends the session that the sent token belongs to, if there is one. This call is not in the spec, so a backend may
   * lack it (assumed). Source: R74, R79.
   */
  'account.logout': change('POST /api/logout', none, done, {
    access: 'anyone',
    needs: 'logout',
    repeatable: true,
  }),
}
