import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import perf from 'node:perf_hooks'
import nodeTimers from 'node:timers'
import timers from 'node:timers/promises'

/** A callback that is due at a virtual time, in ms since the epoch. */
type Due = { at: number; no: number; run: () => unknown }

const { setImmediate: soon } = globalThis
const RealDate = Date
/** Real work of Node that an event may wait for: files and ciphers. It takes no virtual time. */
const REAL = /^(FSReq|FILEHANDLE|CLOSEREQ|PBKDF2|RANDOM|SCRYPT|HASH|SIGN|VERIFY|DERIVE|CIPHER)/i
const isWorking = () => process.getActiveResourcesInfo().some((name) => REAL.test(name))

/**
 * Virtual time. Events run one after another, ordered by their times, and by their creation if the times are equal.
 * Nothing else runs in between, so a run depends only on its seed.
 */
export class Clock {
  now = 0
  #no = 0
  #queue: Due[] = []

  /** Restarts the clock at `now` and discards all events. */
  reset(now: number) {
    this.now = now
    this.#no = 0
    this.#queue = []
  }

  /** Runs `run` after `ms`. The returned function cancels it. */
  after(ms: number, run: () => unknown): () => void {
    const due = { at: this.now + Math.max(0, Number.isFinite(ms) ? ms : 0), no: this.#no++, run }
    let [low, high] = [0, this.#queue.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#queue[middle] as Due).at > due.at) low = middle + 1
      else high = middle
    }
    // sorted by descending time: of two events at the same time, the one created first is nearer to the end
    this.#queue.splice(low, 0, due)
    return () => {
      const index = this.#queue.indexOf(due)
      if (index >= 0) this.#queue.splice(index, 1)
    }
  }

  /** Resolves after `ms`. */
  readonly wait = (ms: number) => new Promise<void>((resolve) => void this.after(ms, resolve))

  /**
   * Runs the next event that is due by `end`, and waits until everything that it triggers has settled. Returns false if
   * no event is due.
   */
  async step(end: number): Promise<boolean> {
    const due = this.#queue.at(-1)
    if (!due || due.at > end) {
      this.now = Math.max(this.now, end)
      return false
    }
    this.#queue.pop()
    this.now = due.at
    void due.run()
    await this.settled()
    return true
  }

  /** Resolves once all promises of this process are settled or wait for an event. */
  async settled() {
    do for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => soon(resolve))
    while (isWorking())
  }
}

/** The one clock of this process. */
export const clock = new Clock()

/** Returns the class `Date` of a device whose clock is `ahead()` ms ahead of the virtual time. */
export const dateOf = (ahead: () => number): DateConstructor =>
  class extends RealDate {
    constructor(...parts: [] | [number]) {
      super(...((parts.length === 0 ? [clock.now + ahead()] : parts) as [number]))
    }
    static override now = () => clock.now + ahead()
  } as DateConstructor

/** Returns a timer like Node's. Cancelling it twice is harmless. */
const timerOf = (cancel: () => void, restart = () => {}) => {
  const timer = {
    cancel,
    refresh: () => {
      cancel()
      restart()
      return timer
    },
    ref: () => timer,
    unref: () => timer,
    hasRef: () => true,
    close: cancel,
    [Symbol.dispose]: cancel,
  }
  return timer
}
type Timer = ReturnType<typeof timerOf>

/** Returns the timers of a page or of this process. While `isOver()` is true, they do not fire. */
export const timersOf = (isOver: () => boolean = () => false) => {
  const once = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    let cancel = () => {}
    const start = () => {
      cancel = clock.after(ms, () => (isOver() ? undefined : run(...args)))
    }
    start()
    return timerOf(() => cancel(), start)
  }
  const every = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    let cancel = () => {}
    const next = () => {
      cancel = clock.after(Math.max(1, ms), () => {
        if (isOver()) return
        next()
        run(...args)
      })
    }
    next()
    return timerOf(() => cancel(), next)
  }
  const cancel = (timer?: Timer) => timer?.cancel()
  return { setTimeout: once, clearTimeout: cancel, setInterval: every, clearInterval: cancel }
}

/** Makes this process use virtual time for its clocks, timers and waits. */
export function installClock() {
  Object.assign(globalThis, { Date: dateOf(() => 0), ...timersOf() })
  // the server's sockets import their timers from this module
  Object.assign(nodeTimers, timersOf())
  performance.now = () => clock.now
  Object.assign(perf.performance, { now: () => clock.now })
  const wait = (ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const cancel = clock.after(ms, () => resolve(value))
      signal?.addEventListener('abort', () => {
        cancel()
        reject(signal.reason)
      })
    })
  Object.assign(timers, { setTimeout: wait })
  // Node counts a file opened as a blob as pending work forever
  const openAsBlob = async (path: string, options?: BlobPropertyBag) => new Blob([fs.readFileSync(path)], options)
  Object.assign(fs, { openAsBlob })
  syncBuiltinESMExports()
}
