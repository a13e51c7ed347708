import type { Currency } from '#contract/money.ts'

/** True in a build for Laos: Lao first, phone numbers of any length, accounts in kip or baht. Source: R14, R49, R253, D-51. */
export const IS_LAOS: boolean = import.meta.env.VITE_LAOS === '1'

/** The currency of members' amounts if the backend sends none (assumed). Source: R510. */
export const SITE_CURRENCY: Currency = IS_LAOS ? 'LAK' : 'BAHT'

/** The mobile number format of the build's country. */
export const PHONE_FORM = IS_LAOS ? '20xxxxxxxx' : '08xxxxxxxx'
