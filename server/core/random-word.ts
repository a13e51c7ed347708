import { random } from '#contract/random.ts'

/** Returns a random word of `length` bytes in base64url, unguessable if it has at least 16 bytes. */
export const randomWord = (length: number): string => Buffer.from(random.bytes(length)).toString('base64url')
