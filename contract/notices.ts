/**
 * The header with the time of the latest login in another browser since this session began, in epoch ms. It is sent in
 * replies to a member's calls, and is absent if there was no such login (assumed). Source: R567.
 */
export const NEW_LOGIN_HEADER = 'X-New-Login'

/**
 * The header with the time of the latest account change by another session since this session began, in epoch ms. Such
 * changes are a new payout account or account name, an added or removed passkey, and a request to erase the data. The
 * header is sent in replies to a member's calls, and is absent if there was no such change (assumed). Source: R651.
 */
export const ACCOUNT_CHANGED_HEADER = 'X-Account-Changed'

/**
 * The header with the time of the latest deposit that is held because it exceeds one of the member's limits, in epoch
 * ms. It is sent in replies to a member's calls, and is absent if there was no such deposit (assumed). Source: R588.
 */
export const HELD_DEPOSIT_HEADER = 'X-Held-Deposit'

/**
 * The header with the interval at which the member is reminded of the time, in minutes, or 0 for no reminders. It is
 * sent in replies to a member's calls, and is absent if the member has never chosen an interval (assumed).
 * Source: R590.
 */
export const TIME_CHECK_HEADER = 'X-Time-Check'

/** All headers that carry a notice to the member. Any reply may contain them. */
export const NOTICE_HEADERS = [
  NEW_LOGIN_HEADER,
  ACCOUNT_CHANGED_HEADER,
  HELD_DEPOSIT_HEADER,
  TIME_CHECK_HEADER,
] as const
