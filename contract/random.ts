/** The part of Web Crypto used here. It is available in every browser and in Node. */
declare const crypto: { getRandomValues: (bytes: Uint8Array) => Uint8Array }

/**
 * The source of all random values in a process: idempotency keys, ids, tokens, codes and draws. `bytes` returns
 * `length` unpredictable bytes. Tests can replace it.
 */
export const random = {
  bytes: (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length)),
}

/** The number of values that four bytes can hold. */
const FOUR_BYTES = 2 ** 32

/**
 * Returns a random whole number from 0 up to, but not including, `limit`. All of these numbers are equally likely.
 * Throws a RangeError unless `limit` is a whole number from 1 to 2^32.
 */
export function randomBelow(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > FOUR_BYTES) throw new RangeError(`no number below ${limit}`)
  // numbers beyond the last whole multiple of `limit` would make small results more likely
  const end = FOUR_BYTES - (FOUR_BYTES % limit)
  for (;;) {
    const drawn = random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0)
    if (drawn < end) return drawn % limit
  }
}

/**
 * Returns a fresh idempotency key, a UUID v4, for a change that the player confirms. Does not use `crypto.randomUUID`,
 * because pages without https lack it.
 */
export const newKey = (): string => {
  const pattern = 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'
  const bytes = random.bytes(pattern.length)
  return pattern.replace(/[xy]/g, (digit, at: number) => {
    const byte = Number(bytes[at])
    return (digit === 'x' ? byte & 15 : (byte & 3) | 8).toString(16)
  })
}
