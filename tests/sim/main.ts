import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type CallName, calls } from '#contract/calls.ts'
import { saveLog } from '#tests/kit/inspector-log.ts'
import { BUGS } from './bugs.ts'
import { wordsOf } from './laws.ts'
import { Processes } from './processes.ts'
import type { Job, Outcome } from './worker.ts'

/*
 * `npm run sim`: simulates a quarter of an hour of each of CI's seeds. It fails if a law is broken, and prints the
 * command that repeats the run. After LONG hours it also fails if a call was never made. Options follow `--`:
 *
 * - `--seed 847 --hours 1`: simulates one seed.
 * - `--seeds 20`: simulates that many seeds, starting with `--seed`.
 * - `--verbose`: prints everything that happens.
 * - `--nightly`: simulates new seeds for the given `--minutes`.
 * - `--shrink`: prints the shortest story in which a failing seed breaks its law, and saves it as a log for the inspector.
 * - `--bug NAME`: injects a bug into the product first.
 * - `--twice`: simulates each seed twice, and fails if the traces differ. A night does so with every tenth seed.
 * - `--calls`: prints how often each call was made.
 * - `--bugs`: instead looks for each bug, starting with seed 1, and prints the law and the seed that detected it.
 */

/** The seeds of CI, and the hours of each: short enough that all seeds take less than a minute. */
const FIXED = { seeds: [847, 848, 849, 850], hours: 0.25 }

/** A run of at least this many simulated hours without a bug must make each call, except those of UNMADE. */
const LONG = 20
const NO_PASSKEY = 'the browsers of the simulator have no passkeys'
/** The calls that the members of the simulator never make, each with the reason. */
const UNMADE: ReadonlyMap<CallName, string> = new Map([
  ['passkey.list', NO_PASSKEY],
  ['passkey.prepare', NO_PASSKEY],
  ['passkey.add', NO_PASSKEY],
  ['passkey.remove', NO_PASSKEY],
  ['passkey.confirm', NO_PASSKEY],
  ['passkey.challenge', NO_PASSKEY],
  ['account.passkey', NO_PASSKEY],
  ['timeCheck.visit', 'a page must be open for longer than the visits of the simulator'],
])

function asked() {
  try {
    const { values } = parseArgs({
      options: {
        ...{ seed: { type: 'string' }, seeds: { type: 'string', default: '1' }, hours: { type: 'string' } },
        ...{ verbose: { type: 'boolean', short: 'v' }, nightly: { type: 'boolean' }, shrink: { type: 'boolean' } },
        ...{ minutes: { type: 'string', default: '10' }, bug: { type: 'string' }, calls: { type: 'boolean' } },
        bugs: { type: 'boolean' },
        twice: { type: 'boolean' },
      },
    })
    const number = (name: 'seed' | 'seeds' | 'hours' | 'minutes', text: string) => {
      if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`--${name} needs a number, not ${text}`)
      return Number(text)
    }
    const bug = BUGS.find(({ name }) => name === values.bug)
    if (values.bug && !bug) throw new Error(`--bug is none of: ${BUGS.map(({ name }) => name).join('; ')}`)
    const first = values.nightly ? randomInt(2 ** 31) : values.seed && number('seed', values.seed)
    const count = values.nightly ? Number.POSITIVE_INFINITY : number('seeds', values.seeds)
    const hours = values.hours ? number('hours', values.hours) : undefined
    const end = values.nightly ? performance.now() + number('minutes', values.minutes) * 60_000 : undefined
    return { ...values, first: typeof first === 'number' ? first : undefined, count, hours, end, bug: values.bug }
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(2)
  }
}

const { first, count, hours, end = Number.POSITIVE_INFINITY, verbose = false, shrink = false, ...asks } = asked()
const { bug } = asks
const length = hours ?? (first === undefined ? FIXED.hours : 1)
function* seedsFrom(first: number): Generator<number, void> {
  for (let seed = first; seed < first + count && performance.now() < end; seed++) yield seed
}
/** Yields the seeds to run, one after the other. */
function* jobs(): Generator<Job, void> {
  const job = { hours: length, bug, shrinks: shrink }
  const seeds = first === undefined ? FIXED.seeds : seedsFrom(first)
  const isTwice = (seed: number) => asks.twice || (asks.nightly && seed % REPEATED === 0)
  for (const seed of seeds) for (let run = isTwice(seed) ? 2 : 1; run > 0; run--) yield { ...job, seed }
}
const total = { hours: 0, cpu: 0, calls: 0, faults: 0, told: 0, broken: 0, equal: 0 }
/** The number of requests by call. */
const made = new Map<CallName, number>()
const start = performance.now()

/** A night simulates one in this many seeds twice. */
const REPEATED = 10
/** The trace of each seed, to compare it with another run of the same seed. */
const traces = new Map<number, string>()

/** Prints the outcome of a seed. Returns false, so that the next seed follows in any case. */
function report({ seed, hash, broken, lines, shortest, sent, ...counts }: Outcome) {
  if (verbose) console.log(lines.join('\n'))
  const words = `${counts.calls} calls, ${counts.faults} faults, ${counts.told} outcomes told`
  console.log(`seed ${seed} ${hash}  ${words}  ${counts.seconds.toFixed(1)} s`)
  const before = traces.get(seed)
  traces.set(seed, hash)
  if (before === hash) total.equal += 1
  else if (before !== undefined) {
    process.exitCode = 1
    console.log(`NOT REPEATABLE: seed ${seed} gave ${before} before`)
  }
  for (const each of broken) console.log(wordsOf(each))
  if (shortest) {
    console.log([`the shortest story, ${shortest.events} events:`, ...shortest.story].join('\n'))
    saveLog(`sim-${seed}`, shortest.log)
  }
  if (broken.length > 0) {
    process.exitCode = 1
    console.log(`again: npm run sim -- --seed ${seed} --hours ${length}${bug ? ` --bug '${bug}'` : ''} --shrink`)
  }
  total.hours += length
  total.cpu += counts.cpu
  total.calls += counts.calls
  total.faults += counts.faults
  total.told += counts.told
  total.broken += broken.length > 0 ? 1 : 0
  for (const [name, count] of sent) made.set(name, (made.get(name) ?? 0) + count)
  return false
}

/** For each bug, prints its law, and the seed and the seconds that it took to detect the bug. */
async function tryBugs(processes: Processes) {
  for (const { name, law } of BUGS) {
    const noticed = await processes.notice(name, law)
    if (!noticed) process.exitCode = 1
    const { seed = 0, seconds = 0 } = noticed ?? {}
    console.log(`${noticed ? `seed ${seed}, ${seconds.toFixed(0)} s` : 'NOT NOTICED'}: ${name} (${law})`)
  }
}

async function simulate(processes: Processes) {
  await processes.runAll(jobs(), report)
  const seconds = (performance.now() - start) / 1000
  const names = Object.keys(calls) as CallName[]
  console.log(
    `${total.hours} simulated hours in ${seconds.toFixed(0)} s: ${total.calls} calls, ${total.faults} faults, ${total.told} outcomes told, ${total.broken} seeds broke a law`,
  )
  console.log(
    `${((60 * total.hours) / seconds).toFixed(1)} simulated hours a minute, ${(total.cpu / total.hours).toFixed(1)} s of CPU time an hour`,
  )
  if (asks.twice || asks.nightly) console.log(`${total.equal} seeds gave the same trace twice`)
  if (asks.calls) for (const name of names) console.log(String(made.get(name) ?? 0).padStart(8), name)
  judgeCalls()
}

/**
 * Prints the calls that were never made. After a long run, fails if one of them is not in UNMADE, or if a call in
 * UNMADE was made.
 */
function judgeCalls() {
  const names = (Object.keys(calls) as CallName[]).filter((name) => !made.has(name))
  console.log(`calls that were never made: ${names.join(', ') || 'none'}`)
  if (total.hours < LONG || bug) return
  const missing = names.filter((name) => !UNMADE.has(name))
  const unexpected = [...UNMADE.keys()].filter((name) => made.has(name))
  if (missing.length + unexpected.length > 0) process.exitCode = 1
  if (missing.length > 0) console.log(`NEVER MADE in ${total.hours} hours: ${missing.join(', ')}`)
  if (unexpected.length > 0) console.log(`MADE although UNMADE lists them: ${unexpected.join(', ')}`)
}

const processes = new Processes(first !== undefined && count === 1 ? 1 : availableParallelism())
await (asks.bugs ? tryBugs(processes) : simulate(processes))
await processes.end()
