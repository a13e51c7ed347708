/** The owner of what nobody has to be signed in for. */
export const ANYONE = 'anyone'
