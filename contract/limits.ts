/**
 * Constants of the product, in milliseconds unless stated otherwise. Source: R509–R548 and the decisions named below.
 */
export const HOUR = 60 * 60_000
export const DAY = 24 * HOUR
export const HTTP_TIMEOUT = 60_000
/** The time limit of a call that sends a file. */
export const UPLOAD_TIMEOUT = 300_000
/** The delay before a loading overlay appears. */
export const LOADER_DELAY = 200
export const TOAST_TIME = 4_000
export const AGREEMENT_DELAY = 1_500
/**
 * How long no mouse button or finger must have been down before the page may open a dialog on its own. Source: D-04.
 */
export const PRESS_TIME = 300
/** The delay between opening the home page and requesting the game balances. Source: D-06. */
export const REFRESH_DELAY = 300
/**
 * How long the home page must have been hidden before the balances are requested again on return (assumed).
 * Source: R655.
 */
export const AWAY = 5_000
/** How long the home page waits for the game balances before it loads the wallet anyway. Source: D-06. */
export const REFRESH_PATIENCE = 10_000
/** The interval at which the wallet is reloaded while a payment is pending (assumed). Source: R598. */
export const UNDER_WAY_WATCH = 60_000
/**
 * The number of wallet reloads after which polling stops until the player or a change restarts it (assumed).
 * Source: D-67.
 */
export const UNDER_WAY_CHECKS = 30
/** The interval at which an open QR code is checked for payment (assumed). */
export const QR_WATCH = 4_000
/** The delay before a code can be resent. Source: D-40. */
export const OTP_RESEND = 60_000
/** The delay between the end of a registration and the redirect to the login page. Source: R512. */
export const REDIRECT = 2_000
/** How long a tab keeps the data of an unfinished registration (assumed). */
export const DRAFT_TIME = 15 * 60_000
/**
 * How long a tab may resend a change whose outcome is unknown, with the same idempotency key. The server stores the key
 * for longer than this (assumed).
 */
export const PENDING_TIME = 7 * DAY
/** The version shown to players. */
export const VERSION = '1.1.14'
/** The delay between the end of a spin and the display of its prize. Source: R238, R548. */
export const PRIZE_DELAY = 2_000
/** How long a confirmed claim waits for further clicks before it is sent. Source: R284, R524. */
export const CLAIM_DEBOUNCE = 500
/** The delay between the last resize of the window and redrawing the wheel. Source: R547. */
export const RESIZE_DEBOUNCE = 500
