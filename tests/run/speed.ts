import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** CPU ms that one round takes on the machine on which the budgets were set: two cores of 2.6 GHz. */
const REFERENCE = 400
/** The least factor: with one of 0.6 the stages took as long as with one of 0.85, for the disk, the memory and the paints of a browser. */
const LEAST = 0.85
/** Threads that measure: as many as the stages can keep busy. */
const THREADS = Math.min(2, availableParallelism())
/** The wall time of a round by its CPU time from which on something else is at work. */
const BUSY = 1.3

const ROUND = `
  const { createHash } = require('node:crypto')
  const { parentPort } = require('node:worker_threads')
  const start = process.threadCpuUsage()
  let text = ''
  for (let i = 0; i < 200_000; i++) text = createHash('sha256').update(text + i).digest('base64')
  const { user, system } = process.threadCpuUsage(start)
  parentPort.postMessage((user + system) / 1000)`

/** `factor`: the machine's time for a fixed amount of work, divided by that of the reference, at least LEAST. `isBusy`: something else runs. */
export type Speed = { factor: number; isBusy: boolean }

/** Measures the machine for about half a second, on two cores if it has them. */
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
