/**
 * Offers of a backend beyond the spec. `keys`: it recognises a change by its `Idempotency-Key` and repeats the stored
 * reply; `remember`: its login takes `remember`; `logout`: it has `account.logout`; `device`: its login sets a cookie
 * that identifies the browser later, also on a page of another origin; `sessions`: it has the calls of `sessions.ts` and
 * sends {@link NEW_LOGIN_HEADER}; `otp`: a phone number is verified for those who send the token of its code in
 * `OTP_HEADER` of `register.ts`; `recover`, beside `otp`: it has the calls of `recover.ts`; `care`: it has
 * the calls of `care.ts` (all assumed).
 */
export const OFFERS = ['keys', 'remember', 'logout', 'device', 'sessions', 'otp', 'recover', 'care'] as const
export type Offer = (typeof OFFERS)[number]

/**
 * The header of replies to a member's calls: the time of the newest login in another browser since the session was
 * opened, in epoch ms. Absent without such a login (assumed). Source: R567.
 */
export const NEW_LOGIN_HEADER = 'X-New-Login'

/**
 * The header with the id of a request in the log of the server, of letters, digits, `-` and `_` (assumed).
 * Source: R584.
 */
export const REQUEST_ID_HEADER = 'X-Request-Id'
