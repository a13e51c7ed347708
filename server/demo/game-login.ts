import { randomInt } from 'node:crypto'

/** Letters and digits that nobody takes for another. */
const CLEAR = 'abcdefghjkmnpqrstuvwxyz23456789'
const word = (length: number) => Array.from({ length }, () => CLEAR[randomInt(CLEAR.length)]).join('')

/** A password that a simulated game makes. */
export const newPassword = () => word(10)
/** A login that a simulated game makes: the username starts with the game's code. Source: R163. */
export const newLogin = (gameCode: string) => ({ username: gameCode + word(6), password: newPassword() })
