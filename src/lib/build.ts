import type { Currency } from '#contract/money.ts'

/**
 * True in a build for Laos: Lao is the default language, phone numbers may have any length, and accounts are in kip or
 * baht. Source: R14, R49, R253, D-51.
 */
export const IS_LAOS: boolean = import.meta.env.VITE_LAOS === '1'

/** The currency of members' amounts if the backend does not send one (assumed). Source: R510. */
export const SITE_CURRENCY: Currency = IS_LAOS ? 'LAK' : 'BAHT'

/** The format of mobile numbers in the country of the build. */
export const PHONE_FORM = IS_LAOS ? '20xxxxxxxx' : '08xxxxxxxx'
