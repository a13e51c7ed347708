import { random } from '#contract/random.ts'

/** Returns `length` random bytes, encoded in base64url. With 16 bytes or more, the result cannot be guessed. */
export const randomWord = (length: number): string => Buffer.from(random.bytes(length)).toString('base64url')
