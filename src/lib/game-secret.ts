import type { Credentials } from '#contract/game.ts'

const NONE: Credentials = { username: '', password: '' }
/** Kept outside the actors, because their contexts are logged and inspected. */
let held: { code: string; credentials: Credentials } | null = null

/**
 * Stores the credentials of the open game in this page only, so that the password never gets into an actor, a log or
 * storage.
 */
export const holdCredentials = (code: string, credentials: Credentials) => {
  held = { code, credentials }
}
/** Returns the credentials of the game `code`, or empty credentials if that game is not open. */
export const credentialsFor = (code: string): Credentials => (held?.code === code ? held.credentials : NONE)
/** Removes the stored credentials. */
export const clearCredentials = () => {
  held = null
}
