/** Constants of the product, in milliseconds unless stated otherwise. Source: R509–R548 and the decision named. */
export const HOUR = 60 * 60_000
export const DAY = 24 * HOUR
export const HTTP_TIMEOUT = 60_000
/** The time limit of a call that sends a file. */
export const UPLOAD_TIMEOUT = 300_000
/** The delay before a loading overlay appears. */
export const LOADER_DELAY = 200
export const TOAST_TIME = 4_000
export const AGREEMENT_DELAY = 1_500
/** After a press, something may still open for this long. Source: D-04. */
export const PRESS_TIME = 300
/** The delay between opening home and asking the games for their balances. Source: D-06. */
export const REFRESH_DELAY = 300
/** The time that home waits for the games before it reads the wallet anyway. Source: D-06. */
export const REFRESH_PATIENCE = 10_000
/** The time after which the wallet is read again while money is under way (assumed). Source: R598. */
export const UNDER_WAY_WATCH = 60_000
/** How often that happens before the player, or a change, asks for the wallet again (assumed). Source: D-67. */
export const UNDER_WAY_CHECKS = 30
/** The interval between checks of an open QR's payment (assumed). */
export const QR_WATCH = 4_000
/** The wait before a code may be sent again. Source: D-40. */
export const OTP_RESEND = 60_000
/** The delay from the end of a registration to the login page. Source: R512. */
export const REDIRECT = 2_000
/** The time that a tab stores an unfinished registration (assumed). */
export const DRAFT_TIME = 15 * 60_000
/**
 * The time that a tab resends an unanswered change with its key: shorter than the server remembers the key (assumed).
 */
export const PENDING_TIME = 7 * DAY
/** Version shown to players. */
export const VERSION = '1.1.14'
/** The delay from the end of a spin to its prize. Source: R238, R548. */
export const PRIZE_DELAY = 2_000
/** The time that a confirmed claim waits for further presses. Source: R284, R524. */
export const CLAIM_DEBOUNCE = 500
/** The delay after the last change of the window's size before the wheel is redrawn. Source: R547. */
export const RESIZE_DEBOUNCE = 500
