/** The owner of the data of calls that need no sign-in. */
export const ANYONE = 'anyone'
