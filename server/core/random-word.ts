import { random } from '#contract/random.ts'

/** Returns `length` random bytes as a word in base64url. It cannot be guessed if it has at least 16 bytes. */
export const randomWord = (length: number): string => Buffer.from(random.bytes(length)).toString('base64url')
