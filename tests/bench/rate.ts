/** A comparison of two variants: the time of the first divided by that of the second, and its limit. */
export type Ratio = { name: string; ratio: number; most: number }
/**
 * Returns the limit for the time ratio of a variant whose rate must be at least `least` times the other variant's rate.
 */
export const atRate = (least: number) => 1 / least

/** How many times two variants run in turn, and how many calls each makes per turn. */
export type Rounds = { rounds: number; each: number }
const ROUNDS: Rounds = { rounds: 40, each: 10 }

/**
 * How many times a ratio is measured before it counts as over its limit. A single pause of the machine distorts a 99th
 * percentile, and one variant's connection may temporarily share its core with other work.
 */
export const ATTEMPTS = 3

/**
 * Runs both variants in turn, so that other load on the machine affects both equally. Returns the median time of each,
 * ms.
 */
async function race(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  { rounds, each }: Rounds,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    // The two variants alternate in going first, because the first run of a round has colder caches.
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const run = at === 0 ? one : other
      const start = performance.now()
      for (let i = 0; i < each; i++) await run()
      times[at].push((performance.now() - start) / each)
    }
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
  return [median(times[0]), median(times[1])]
}

/** Runs `one` and `two` in turn and returns the ratio of their median times, whose limit is `most`. */
export async function rate(
  name: string,
  most: number,
  one: () => Promise<unknown>,
  two: () => Promise<unknown>,
  rounds = ROUNDS,
): Promise<Ratio> {
  let ratio: Ratio
  for (let attempt = 1; ; attempt++) {
    const [ours, theirs] = await race(one, two, rounds)
    ratio = { name: `${name} (${ours.toFixed(2)} ms to ${theirs.toFixed(2)} ms)`, ratio: ours / theirs, most }
    if (ratio.ratio <= most || attempt === ATTEMPTS) return ratio
  }
}
