/** Constants of the product, in milliseconds unless said otherwise. Source: R509–R548 and the decision named. */
export const DAY = 24 * 60 * 60_000
export const HTTP_TIMEOUT = 60_000
/** Of a call that sends a file. */
export const UPLOAD_TIMEOUT = 300_000
/** A loading overlay shows after this. */
export const LOADER_DELAY = 200
export const TOAST_TIME = 4_000
export const AGREEMENT_DELAY = 1_500
/** Between opening home and asking the games for their balances. Source: D-06. */
export const REFRESH_DELAY = 300
/** How long home waits for the games before it reads the wallet anyway. Source: D-06. */
export const REFRESH_PATIENCE = 10_000
/** How often an open QR is looked up for its payment (assumed). */
export const QR_WATCH = 4_000
/** How long before a code may be sent again. Source: D-40. */
export const OTP_RESEND = 60_000
/** From the end of a registration to the login page. Source: R512. */
export const REDIRECT = 2_000
/** How long an unfinished registration is kept in its tab (assumed). */
export const DRAFT_TIME = 15 * 60_000
/** How long a tab asks again, with its key, for what is not answered yet: less than the server remembers it (assumed). */
export const PENDING_TIME = 7 * DAY
/** Version shown to players. */
export const VERSION = '1.1.14'
/** From the end of a spin to its prize. Source: R238, R548. */
export const PRIZE_DELAY = 2_000
/** How long a confirmed claim waits for further presses. Source: R284, R524. */
export const CLAIM_DEBOUNCE = 500
/** How long after the last change of the window's size the wheel is drawn anew. Source: R547. */
export const RESIZE_DEBOUNCE = 500
