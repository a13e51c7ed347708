/**
 * A header in replies to a member's calls: the time of the latest login in another browser since this session began, in
 * epoch ms. Absent without such a login (assumed). Source: R567.
 */
export const NEW_LOGIN_HEADER = 'X-New-Login'

/**
 * A header in replies to a member's calls: the time (epoch ms) of the latest account change that another session has made
 * since this one began. Such changes are another payout account or name, an added or removed passkey, and a request to
 * erase the data. Absent without such a change (assumed). Source: R651.
 */
export const ACCOUNT_CHANGED_HEADER = 'X-Account-Changed'

/**
 * A header in replies to a member's calls: the time of the latest deposit held because it exceeds one of the member's
 * limits, in epoch ms. Absent without such a deposit (assumed). Source: R588.
 */
export const HELD_DEPOSIT_HEADER = 'X-Held-Deposit'

/**
 * A header in replies to a member's calls: how often the member is reminded of the time, in minutes; 0 means never.
 * Absent if the member has never chosen (assumed). Source: R590.
 */
export const TIME_CHECK_HEADER = 'X-Time-Check'

/** All headers that carry a notice for the member along with a reply. */
export const NOTICE_HEADERS = [
  NEW_LOGIN_HEADER,
  ACCOUNT_CHANGED_HEADER,
  HELD_DEPOSIT_HEADER,
  TIME_CHECK_HEADER,
] as const
