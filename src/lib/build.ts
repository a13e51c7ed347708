/** True in a build for Laos: Lao first, phones of any length, accounts in kip or baht. Source: R14, R49, R253, D-51. */
export const IS_LAOS: boolean = import.meta.env.VITE_LAOS === '1'

/** The form of a mobile number there. */
export const PHONE_FORM = IS_LAOS ? '20xxxxxxxx' : '08xxxxxxxx'
