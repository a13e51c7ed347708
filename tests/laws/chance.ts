/** Returns a pseudo-random integer below a limit. */
export type Chance = (below: number) => number

/** Returns a generator of pseudo-random integers below a limit. The same seed gives the same numbers. */
export function chance(seed: number): Chance {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 16) % below
  }
}

/** Returns a pseudo-random item. */
export const oneOf = <T>(below: Chance, ...items: readonly T[]): T => items[below(items.length)] as T

/** Gives each walk its own IP address, because the server limits some calls per address. */
export const fromOwn = (seed: number) => ({ 'X-Forwarded-For': `198.18.${Math.floor(seed / 256)}.${seed % 256}` })
