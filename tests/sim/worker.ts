import { parentPort, workerData } from 'node:worker_threads'
import { BUGS } from './bugs.ts'
import { planOf } from './plan.ts'
import { type Report, simulator } from './run.ts'
import { shrink } from './shrink.ts'

/** A seed to run; `shrinks`: look for the shortest story if it breaks a law. */
export type Job = { seed: number; hours: number; shrinks: boolean }
/** `shortest`: the shortest story, and the number of events that its plan lets happen. */
export type Outcome = Report & { seed: number; seconds: number; shortest?: { story: string[]; events: number } }

/** The most runs that may be made to shorten a story. */
const RUNS = 150

const port = parentPort
if (!port) throw new Error('worker.ts runs in a thread')
const { hrtime } = process
const { edits = [] } = BUGS.find(({ name }) => name === workerData.bug) ?? {}
const run = await simulator(edits)

port.on('message', async ({ seed, hours, shrinks }: Job) => {
  const start = hrtime.bigint()
  const plan = planOf(seed, hours)
  const report = await run(plan)
  const outcome: Outcome = { ...report, seed, seconds: Number(hrtime.bigint() - start) / 1e9 }
  if (shrinks && report.broken.length > 0) {
    const { plan: shortest, report: shown } = await shrink(run, plan, report, RUNS)
    outcome.shortest = { story: shown.story, events: shortest.events.length }
  }
  port.postMessage(outcome)
})
port.postMessage('ready')
