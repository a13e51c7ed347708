/**
 * The header of replies to a member's calls: the time of the newest login in another browser since the session was
 * opened, in epoch ms. Absent without such a login (assumed). Source: R567.
 */
export const NEW_LOGIN_HEADER = 'X-New-Login'

/**
 * The header of replies to a member's calls: the time of the newest deposit that waits because it exceeds a limit of the
 * member, in epoch ms. Absent without one (assumed). Source: R588.
 */
export const HELD_DEPOSIT_HEADER = 'X-Held-Deposit'

/**
 * The header of replies to a member's calls: how often the member is reminded of the time, in minutes; 0: not at all. Absent
 * if the member has never chosen (assumed). Source: R590.
 */
export const TIME_CHECK_HEADER = 'X-Time-Check'

/** All headers with a notice for the member beside the reply. */
export const NOTICE_HEADERS = [NEW_LOGIN_HEADER, HELD_DEPOSIT_HEADER, TIME_CHECK_HEADER] as const
