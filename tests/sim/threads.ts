import { Worker } from 'node:worker_threads'
import type { Job, Outcome } from './worker.ts'

/**
 * Runs seeds in threads, because each run has a virtual time of its own. `bug`: the name of a bug in the product, if
 * any. `told` gets the outcome of each seed; once it returns true, no further seed begins.
 */
export async function simulate({
  bug,
  threads,
  seeds,
  told,
  ...job
}: Omit<Job, 'seed'> & {
  bug?: string | undefined
  threads: number
  seeds: Iterator<number>
  told: (outcome: Outcome) => boolean
}): Promise<void> {
  let isOver = false
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { bug } })
      worker.on('message', (outcome: Outcome | 'ready') => {
        if (outcome !== 'ready' && told(outcome)) isOver = true
        const next = isOver ? undefined : seeds.next()
        if (next && !next.done) worker.postMessage({ ...job, seed: next.value } satisfies Job)
        else void worker.terminate().then(() => resolve())
      })
      worker.once('error', reject)
    })
  await Promise.all(Array.from({ length: threads }, work))
}
