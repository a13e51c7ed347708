import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** The CPU time of one round, ms, on the machine on which the budgets were set: two cores at 2.6 GHz. */
const REFERENCE = 400
/**
 * The smallest factor. A faster processor alone does not shorten a stage, because the disk, the memory and browser
 * painting also take time. With factors of 0.6 to 0.85 the same stages took 1.0 to 1.35 times their budgets.
 */
const LEAST = 1
/** The number of measuring threads: as many as the stages can keep busy. */
const THREADS = Math.min(2, availableParallelism())
/** Something else is running if a round's wall time exceeds its CPU time times this factor. */
const BUSY = 1.3

const ROUND = `
  const { createHash } = require('node:crypto')
  const { parentPort } = require('node:worker_threads')
  const start = process.threadCpuUsage()
  let text = ''
  for (let i = 0; i < 200_000; i++) text = createHash('sha256').update(text + i).digest('base64')
  const { user, system } = process.threadCpuUsage(start)
  parentPort.postMessage((user + system) / 1000)`

/**
 * `factor`: the time that this machine takes for a fixed amount of work, divided by the time that the reference machine
 * takes, but at least LEAST. `isBusy`: something else is running.
 */
export type Speed = { factor: number; isBusy: boolean }

/** Measures the machine's speed for about half a second, on two cores if available. */
export async function measureSpeed(): Promise<Speed> {
  const start = performance.now()
  const rounds = Array.from({ length: THREADS }, async () => {
    const [cpu] = await once(new Worker(ROUND, { eval: true }), 'message')
    return { cpu: Number(cpu), wall: performance.now() - start }
  })
  const done = await Promise.all(rounds)
  const slowest = (of: 'cpu' | 'wall') => Math.max(...done.map((round) => round[of]))
  return { factor: Math.max(LEAST, slowest('cpu') / REFERENCE), isBusy: slowest('wall') > BUSY * slowest('cpu') }
}
