import * as v from 'valibot'
import { change, done } from './call.ts'
import { OtpSent } from './register.ts'
import { secret, text } from './text.ts'

const phoneNumber = secret(text(64))

/**
 * Calls that set a new password for a member who has forgotten the old one, using a code sent to the member's phone.
 * `recover.password` always sends the token of the verified code in `OTP_HEADER` (`register.ts`). `recover.send` sends
 * that token if this tab has one. These calls are not in the spec, so a backend may lack them (assumed).
 * Source: R568–R572, D-62.
 */
export const recoverCalls = {
  'recover.send': change('POST /api/account/recover/otp', v.strictObject({ phoneNumber }), OtpSent, {
    access: 'anyone',
    needs: 'recover',
    repeatable: true,
  }),
  'recover.verify': change(
    'POST /api/account/recover/verify',
    v.strictObject({ otpToken: secret(text(64)), otpCode: secret(text(64)) }),
    done,
    { access: 'anyone', needs: 'recover' },
  ),
  'recover.password': change(
    'POST /api/account/recover',
    v.strictObject({ phoneNumber, password: secret(text(256)) }),
    done,
    { access: 'anyone', needs: 'recover' },
  ),
}
