import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Job, Outcome } from './worker.ts'

/**
 * The limits of a search for a bug: the simulated hours of each run, the number of seeds, and the total time of all
 * runs, s.
 */
const HOURS = 1
const MOST = 500
const LONGEST = 300

type Waiting = { job: Job; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

/**
 * Processes that run seeds, because each run needs its own virtual time. They start once and run many jobs. They are
 * not threads of one process, because Node sometimes crashes when several threads run PGlite (nodejs/node#64500).
 */
export class Processes {
  readonly #children: ChildProcess[]
  readonly #idle: ChildProcess[] = []
  readonly #running = new Map<ChildProcess, Waiting>()
  readonly #waiting: Waiting[] = []
  /** Why a process has ended early, or null. */
  #failure: Error | null = null

  constructor(count: number) {
    this.#children = Array.from({ length: count }, () => {
      const child = fork(new URL('./worker.ts', import.meta.url), { serialization: 'advanced' })
      child.on('message', (message: Outcome | { failure: string } | 'ready') => {
        const ended = this.#running.get(child)
        this.#running.delete(child)
        this.#idle.push(child)
        if (message !== 'ready' && 'failure' in message) ended?.reject(new Error(message.failure))
        else if (message !== 'ready') ended?.resolve(message)
        this.#next()
      })
      child.once('error', (error) => this.#fail(error))
      child.once('exit', (code, signal) => this.#fail(new Error(`a process of the simulator ended: ${signal ?? code}`)))
      return child
    })
  }

  /** Fails all jobs, and those that follow. */
  #fail(error: Error) {
    this.#failure = error
    for (const { reject } of [...this.#running.values(), ...this.#waiting.splice(0)]) reject(error)
  }

  #next() {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const [child, next] = [this.#idle.pop() as ChildProcess, this.#waiting.shift() as Waiting]
      this.#running.set(child, next)
      child.send(next.job)
    }
  }

  /** Runs a job in the next process that is idle. */
  run(job: Job): Promise<Outcome> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })
  }

  /**
   * Runs `jobs` in up to `most` processes. `told` receives each outcome. Once `told` returns true, no further job
   * starts.
   */
  async runAll(
    jobs: Iterator<Job>,
    told: (outcome: Outcome) => boolean,
    most: number = this.#children.length,
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

  /** Resolves once all processes have ended. */
  async end() {
    const running = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    await Promise.all(
      running.map((child) => {
        if (child.connected) child.disconnect()
        return once(child, 'exit')
      }),
    )
  }
}
