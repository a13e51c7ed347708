/** The owner of calls that need no sign-in. */
export const ANYONE = 'anyone'
