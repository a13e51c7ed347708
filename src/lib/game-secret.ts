import type { Credentials } from '#contract/game.ts'

const NONE: Credentials = { username: '', password: '' }
let held: { code: string; credentials: Credentials } | null = null

/** Holds the credentials of the game that is open, in this page only: no actor, log or storage sees the password. */
export const holdCredentials = (code: string, credentials: Credentials) => {
  held = { code, credentials }
}
/** The credentials of the game `code`; empty when another one is open, or none. */
export const credentialsFor = (code: string): Credentials => (held?.code === code ? held.credentials : NONE)
/** Forgets them. */
export const dropCredentials = () => {
  held = null
}
