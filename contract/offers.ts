/** The features that a backend may offer beyond the spec (all assumed). */
export const OFFERS = [
  /** The backend recognises a repeated change by its `Idempotency-Key`, and returns the stored reply. */
  'keys',
  /** The login accepts `remember`. */
  'remember',
  /** The backend has the call `account.logout`. */
  'logout',
  /** The login sets a cookie by which the backend recognises the browser later, even on a page of another origin. */
  'device',
  /** The backend has the calls in `sessions.ts`, and sends `NEW_LOGIN_HEADER` (`notices.ts`). */
  'sessions',
  /**
   * A phone number counts as verified only in requests whose `OTP_HEADER` (`register.ts`) contains the token of the
   * code that verified it.
   */
  'otp',
  /** The backend has the calls in `recover.ts`. Offered only along with `otp`. */
  'recover',
  /** The backend has the calls in `care.ts`. */
  'care',
  /** The backend has the calls in `play-limit.ts`, and sends `HELD_DEPOSIT_HEADER` (`notices.ts`). */
  'limits',
  /** The backend has loss limits. Offered only along with `limits`. */
  'losses',
  /** The backend has limits on playing time. Offered only along with `limits`. */
  'time',
  /**
   * The backend has the calls in `time-check.ts`, and sends `TIME_CHECK_HEADER` (`notices.ts`). Offered only along with
   * `care`.
   */
  'timeCheck',
  /** The backend has the calls in `data.ts`. */
  'data',
  /** A login with a proof (`proof.ts`) binds the session to the browser's key. */
  'proof',
  /** The backend has the calls in `passkey.ts`. */
  'passkeys',
  /** The backend has the calls in `account-events.ts`, and sends `ACCOUNT_CHANGED_HEADER` (`notices.ts`). */
  'events',
] as const
export type Offer = (typeof OFFERS)[number]

/**
 * The header with the id of a request in the server's log. The id consists of letters, digits, `-` and `_` (assumed).
 * Source: R584.
 */
export const REQUEST_ID_HEADER = 'X-Request-Id'
