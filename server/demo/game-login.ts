import { randomBelow } from '#contract/random.ts'

/** Letters and digits that cannot be mistaken for each other. */
const CLEAR = 'abcdefghjkmnpqrstuvwxyz23456789'
const word = (length: number) => Array.from({ length }, () => CLEAR[randomBelow(CLEAR.length)]).join('')

/** Returns a password for a simulated game. */
export const newPassword = () => word(10)
/** Returns a login for a simulated game. Its username starts with the game's code. Source: R163. */
export const newLogin = (gameCode: string) => ({ username: gameCode + word(6), password: newPassword() })
