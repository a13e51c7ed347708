import { Worker } from 'node:worker_threads'
import type { Job, Outcome } from './worker.ts'

/**
 * The limits of a search for a bug: the simulated hours of each run, the number of seeds, and the total time of all
 * runs, s.
 */
const HOURS = 1
const MOST = 500
const LONGEST = 300

type Waiting = { job: Job; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

/** Worker threads that run seeds, because each run needs its own virtual time. They start once and run many jobs. */
export class Threads {
  readonly #workers: Worker[]
  readonly #idle: Worker[] = []
  readonly #running = new Map<Worker, Waiting>()
  readonly #waiting: Waiting[] = []

  constructor(count: number) {
    this.#workers = Array.from({ length: count }, () => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url))
      worker.on('message', (message: Outcome | { failure: string } | 'ready') => {
        const ended = this.#running.get(worker)
        this.#running.delete(worker)
        this.#idle.push(worker)
        if (message !== 'ready' && 'failure' in message) ended?.reject(new Error(message.failure))
        else if (message !== 'ready') ended?.resolve(message)
        this.#next()
      })
      worker.once('error', (error) => {
        for (const { reject } of [...this.#running.values(), ...this.#waiting.splice(0)]) reject(error)
      })
      return worker
    })
  }

  #next() {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const [worker, next] = [this.#idle.pop() as Worker, this.#waiting.shift() as Waiting]
      this.#running.set(worker, next)
      worker.postMessage(next.job)
    }
  }

  /** Runs a job in the next thread that is idle. */
  run(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })
  }

  /**
   * Runs `jobs` in up to `most` threads. `told` receives each outcome. Once `told` returns true, no further job starts.
   */
  async runAll(
    jobs: Iterator<Job>,
    told: (outcome: Outcome) => boolean,
    most: number = this.#workers.length,
  ): Promise<void> {
    let isOver = false
    const work = async () => {
      for (let next = jobs.next(); !isOver && !next.done; next = jobs.next())
        if (told(await this.run(next.value))) isOver = true
    }
    await Promise.all(Array.from({ length: most }, work))
  }

  /**
   * Runs seeds with a bug, one after another, until the bug breaks `law`. Returns the seed and the total seconds of all
   * runs, or null if no seed breaks the law within the limits.
   */
  async notice(bug: string, law: string): Promise<{ seed: number; seconds: number } | null> {
    let seconds = 0
    for (let seed = 1; seed <= MOST && seconds < LONGEST; seed++) {
      const outcome = await this.run({ seed, hours: HOURS, bug })
      seconds += outcome.seconds
      if (outcome.broken.some((each) => each.law === law)) return { seed, seconds }
    }
    return null
  }

  async end() {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}
