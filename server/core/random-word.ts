import { random } from '#contract/random.ts'

/** Returns a random word of `length` bytes in base64url, unguessable from 16 bytes up. */
export const randomWord = (length: number): string => Buffer.from(random.bytes(length)).toString('base64url')
