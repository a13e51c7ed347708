import { afterAll, expect, it } from 'vitest'
import { BUGS } from './bugs.ts'
import { Threads } from './threads.ts'

const NIGHT = process.env.NIGHT === '1'
/** The bugs that every run looks for, because they are detected within seconds. A night looks for all bugs. */
const QUICK = ['the key is not kept', 'checking again sends a new key']
const LIMIT = NIGHT ? 600_000 : 180_000

const threads = new Threads(2)
afterAll(() => threads.end())

it.concurrent('the simulation gives the same trace for the same seed, and other traces for other seeds', {
  timeout: LIMIT,
}, async () => {
  const [one, again, other] = await Promise.all([1, 1, 2].map((seed) => threads.run({ seed, hours: 0.05 })))
  expect(again?.hash).toBe(one?.hash)
  expect(other?.hash).not.toBe(one?.hash)
})

it.concurrent.each(BUGS.filter(({ name }) => NIGHT || QUICK.includes(name)))(
  'the simulation detects the seeded bug: $name (R385)',
  { timeout: LIMIT },
  async ({ name, law }) => {
    expect(await threads.notice(name, law)).not.toBe(null)
  },
)

it.concurrent('the simulation shortens a failing run to a story of at most 25 events (R385)', {
  timeout: LIMIT,
}, async () => {
  const { shortest } = await threads.run({ seed: 1, hours: 0.1, bug: 'the key is not kept', shrinks: true })
  expect(shortest?.events).toBeLessThanOrEqual(25)
  expect(shortest?.story.at(-1)).toMatch(/BROKEN kept until answered: /)
})
