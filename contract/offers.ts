/**
 * The features that a backend offers beyond the spec. `keys`: it recognises a change by its `Idempotency-Key` and
 * repeats the stored reply; `remember`: its login takes `remember`; `logout`: it has `account.logout`; `device`: its
 * login sets a cookie that identifies the browser later, even on a page of another origin; `sessions`: it has the calls
 * of `sessions.ts` and sends `NEW_LOGIN_HEADER` of `notices.ts`; `otp`: a verified phone number counts only for
 * requests with its code's token in `OTP_HEADER` of `register.ts`; `recover`, along with `otp`: it has the calls of
 * `recover.ts`; `care`: it has the calls of `care.ts`; `limits`: it has those of `play-limit.ts` and sends
 * `HELD_DEPOSIT_HEADER` of `notices.ts`; `losses`, along with `limits`: it has loss limits; `time`, along with
 * `limits`: it has limits on playing time; `timeCheck`, along with `care`: it has the calls of `time-check.ts` and
 * sends its header; `data`: it has the calls of `data.ts`; `proof`: a login with a proof of `proof.ts` binds the
 * session to the browser's key; `passkeys`: it has the calls of `passkey.ts`; `events`: it has those of
 * `account-events.ts` and sends `ACCOUNT_CHANGED_HEADER` of `notices.ts` (all assumed).
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
  'losses',
  'time',
  'timeCheck',
  'data',
  'proof',
  'passkeys',
  'events',
] as const
export type Offer = (typeof OFFERS)[number]

/** The header with a request's id in the server's log, made of letters, digits, `-` and `_` (assumed). Source: R584. */
export const REQUEST_ID_HEADER = 'X-Request-Id'
