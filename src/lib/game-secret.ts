import type { Credentials } from '#contract/game.ts'

const NONE: Credentials = { username: '', password: '' }
/** Not in an actor, because contexts are logged and inspected. */
let held: { code: string; credentials: Credentials } | null = null

/** Holds the credentials of the open game, in this page only: no actor, log or storage contains the password. */
export const holdCredentials = (code: string, credentials: Credentials) => {
  held = { code, credentials }
}
/** The credentials of the game `code`, or empty credentials if that game is not open. */
export const credentialsFor = (code: string): Credentials => (held?.code === code ? held.credentials : NONE)
/** Removes the credentials. */
export const clearCredentials = () => {
  held = null
}
