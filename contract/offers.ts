/**
 * Offers of a backend beyond the spec. `keys`: it recognises a change by its `Idempotency-Key` and repeats the stored
 * reply; `remember`: its login takes `remember`; `logout`: it has `account.logout`; `device`: its login sets a cookie
 * that identifies the browser later, also on a page of another origin; `sessions`: it has the calls of `sessions.ts` and
 * sends `NEW_LOGIN_HEADER` of `notices.ts`; `otp`: a phone number is verified for those who send the token of its code in
 * `OTP_HEADER` of `register.ts`; `recover`, beside `otp`: it has the calls of `recover.ts`; `care`: it has
 * the calls of `care.ts`; `limits`: it has those of `deposit-limit.ts` and sends `HELD_DEPOSIT_HEADER` of `notices.ts`;
 * `timeCheck`, beside `care`: it has the calls of `time-check.ts` and sends its header (all assumed).
 */
export const OFFERS = [
  'keys',
  'remember',
  'logout',
  'device',
  'sessions',
  'otp',
  'recover',
  'care',
  'limits',
  'timeCheck',
] as const
export type Offer = (typeof OFFERS)[number]

/**
 * The header with the id of a request in the log of the server, of letters, digits, `-` and `_` (assumed).
 * Source: R584.
 */
export const REQUEST_ID_HEADER = 'X-Request-Id'
