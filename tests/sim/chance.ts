import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { random } from '#contract/random.ts'

/** A seeded source of random values. Sources with different names are independent of each other. */
export class Chance {
  #state: number

  constructor(seed: number, name: string) {
    this.#state = createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE()
  }

  /** Returns a number from 0 up to, but not including, 1. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns a whole number from 0 up to, but not including, `limit`. */
  below = (limit: number): number => Math.floor(this.share() * limit)
  /** Returns true with the probability `share`. */
  is = (share: number): boolean => this.share() < share
  /** Returns one of `items`. */
  of = <T>(items: readonly T[]): T => items[this.below(items.length)] as T
  bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => this.below(256))
}

/**
 * Makes all random values of the product come from `chance`. Replaces argon2 with a simple hash, because argon2 takes
 * real time.
 */
export function installChance(chance: Chance) {
  random.bytes = chance.bytes
  Math.random = () => chance.share()
  const argon2 = (
    _: string,
    { message, nonce }: { message: string; nonce: Buffer },
    done: (error: null, tag: Buffer) => void,
  ) => done(null, createHash('sha256').update(nonce).update(message).digest())
  Object.assign(crypto, { argon2 })
  syncBuiltinESMExports()
  globalThis.crypto.getRandomValues = (array) => {
    const view = array as unknown as Uint8Array
    view.set(chance.bytes(view.length))
    return array
  }
}
