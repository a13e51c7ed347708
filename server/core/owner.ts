/** The owner recorded for calls that need no sign-in. */
export const ANYONE = 'anyone'
