import { expect, it } from 'vitest'
import { BUGS } from './bugs.ts'
import { simulate } from './threads.ts'
import type { Outcome } from './worker.ts'

const HOURS = 0.25
/** The most seeds that may be needed to notice a bug. */
const MOST = 40
const THREADS = 2
/** The number of bugs that are tried in every run; a night tries all. */
const FEW = 3
const LIMIT = 180_000

function* seedsFrom(first: number, count: number) {
  for (let seed = first; seed < first + count; seed++) yield seed
}

it('gives the same trace for the same seed, and other traces for other seeds', { timeout: LIMIT }, async () => {
  const hashes: string[] = []
  const told = ({ seed, hash }: Outcome) => {
    hashes.push(`${seed} ${hash}`)
    return false
  }
  const seeds = [1, 1, 2].values()
  await simulate({ bug: undefined, threads: THREADS, seeds, hours: 0.05, shrinks: false, told })
  expect(hashes).toHaveLength(3)
  expect(new Set(hashes).size).toBe(2)
  expect(new Set(hashes.map((each) => each.split(' ')[1])).size).toBe(2)
})

it.each(process.env.NIGHT ? BUGS : BUGS.slice(0, FEW))(
  'notices the bug: $name (R385)',
  { timeout: LIMIT },
  async ({ name, law }) => {
    const found = new Set<string>()
    const told = ({ broken }: Outcome) => {
      for (const each of broken) found.add(each.law)
      return found.has(law)
    }
    await simulate({ bug: name, threads: THREADS, seeds: seedsFrom(1, MOST), hours: HOURS, shrinks: false, told })
    expect([...found]).toContain(law)
  },
)

it('shortens a failing run to a story of at most 25 events (R385)', { timeout: LIMIT }, async () => {
  const outcomes: Outcome[] = []
  const told = (outcome: Outcome) => {
    outcomes.push(outcome)
    return false
  }
  const bug = 'an unknown outcome is told as refused'
  await simulate({ bug, threads: 1, seeds: seedsFrom(1, 1), hours: HOURS, shrinks: true, told })
  const shortest = outcomes[0]?.shortest
  expect(shortest?.events).toBeLessThanOrEqual(25)
  expect(shortest?.story.at(-1)).toMatch(/BROKEN told refused: /)
})
