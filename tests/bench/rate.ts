/** How one way compares with another: the time of the first by the time of the second, and its limit. */
export type Ratio = { name: string; ratio: number; most: number }
/** The most that the time may be if the rate must be `least` of the other's. */
export const atRate = (least: number) => 1 / least

/** How many times two ways run in turn, and how many calls each makes in its turn. */
export type Rounds = { rounds: number; each: number }
const ROUNDS: Rounds = { rounds: 40, each: 10 }

/** Runs both in turn, so that other load on the machine affects both alike; returns the median time of each, ms. */
async function race(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  { rounds, each }: Rounds,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const [at, run] of [one, other].entries()) {
      const start = performance.now()
      for (let i = 0; i < each; i++) await run()
      times[at]?.push((performance.now() - start) / each)
    }
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
  return [median(times[0]), median(times[1])]
}

/** Runs `one` and `two` in turn and returns the ratio of their median times, which may be up to `most`. */
export async function rate(
  name: string,
  most: number,
  one: () => Promise<unknown>,
  two: () => Promise<unknown>,
  rounds = ROUNDS,
): Promise<Ratio> {
  const [ours, theirs] = await race(one, two, rounds)
  return { name: `${name} (${ours.toFixed(2)} ms to ${theirs.toFixed(2)} ms)`, ratio: ours / theirs, most }
}
