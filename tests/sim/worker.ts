import { BUGS } from './bugs.ts'
import { planOf } from './plan.ts'
import { type Recorded, Recording } from './recording.ts'
import { type Report, simulator } from './run.ts'
import { shrink } from './shrink.ts'

/**
 * A seed to run. `bug`: the name of a bug to inject. `records`: whether to record the run for the inspector. `shrinks`:
 * whether to look for the shortest story if a law is broken.
 */
export type Job = { seed: number; hours: number; bug?: string | undefined; records?: boolean; shrinks?: boolean }
/** `shortest`: the shortest story, the number of events in its plan, and its recording. */
export type Outcome = Report & {
  seed: number
  seconds: number
  /** The CPU time of the run, s. */
  cpu: number
  recorded?: Recorded
  shortest?: Recorded & { story: string[]; events: number }
}

/** The maximum number of runs for shortening a story. */
const RUNS = 150

const { hrtime } = process
const simulators = new Map<string | undefined, ReturnType<typeof simulator>>()

async function run({ seed, hours, bug, records, shrinks }: Job): Promise<Outcome> {
  const { edits = [] } = BUGS.find(({ name }) => name === bug) ?? {}
  const known = simulators.get(bug) ?? simulator(edits)
  simulators.set(bug, known)
  const simulate = await known
  const [start, cpu] = [hrtime.bigint(), process.cpuUsage()]
  const plan = planOf(seed, hours)
  const recording = records ? new Recording() : undefined
  const report = await simulate(plan, recording)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = Number(hrtime.bigint() - start) / 1e9
  const outcome: Outcome = { ...report, seed, seconds, cpu: (user + system) / 1e6 }
  if (recording) outcome.recorded = recording.recorded
  if (shrinks && report.broken.length > 0) {
    const { plan: shortest, report: shown } = await shrink(simulate, plan, report, RUNS)
    const { story, hash } = shown
    const recording = new Recording()
    const again = await simulate(shortest, recording)
    if (again.hash !== hash) throw new Error(`the run of seed ${seed} changes when it is recorded`)
    outcome.shortest = { ...recording.recorded, story, events: shortest.events.length }
  }
  return outcome
}

process.on('message', async (job: Job) => {
  process.send?.(await run(job).catch((error: Error) => ({ failure: error.stack ?? error.message })))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
