import { randomWord } from '#server/core/random-word.ts'

/**
 * Creates an issuer of random tokens. Each token carries a `value` and is valid for `time` ms. The tokens exist only in
 * this process.
 */
export function createPasses<T>(now: () => number, time: number) {
  const passes = new Map<string, { value: T; until: number }>()
  const find = (word: string): T | null => {
    const pass = passes.get(word)
    return pass && pass.until > now() ? pass.value : null
  }
  return {
    issue(value: T): string {
      for (const [word, { until }] of passes) if (until <= now()) passes.delete(word)
      const word = randomWord(32)
      passes.set(word, { value, until: now() + time })
      return word
    },
    find,
    /** Like `find`, but the token cannot be used again. */
    take(word: string): T | null {
      const value = find(word)
      passes.delete(word)
      return value
    },
  }
}
