import { readdirSync, readFileSync } from 'node:fs'

/** The sampling interval, ms. */
const INTERVAL = 2_000
/** If less than this share of all CPU time is idle, no core counts as free. */
const FREE = 0.1
/**
 * Other processes slow a stage down if their CPU time exceeds this share of the stage's own. It is the same share as in
 * speed.ts.
 */
const OTHERS = 0.3

/**
 * CPU time since the machine started, in ticks: used by the runner and its processes (`own`), used by all processes
 * (`busy`), and unused (`idle`).
 */
export type Ticks = { own: number; busy: number; idle: number }

type Process = { id: number; name: string; parent: number; ticks: number }

/** Parses `/proc/PID/stat`. The CPU time includes that of child processes that have exited. */
function processOf(stat: string): Process {
  const end = stat.lastIndexOf(')')
  const [, parent, ...more] = stat.slice(end + 2).split(' ')
  const ticks = more.slice(9, 13).reduce((sum, each) => sum + Number(each), 0)
  return {
    id: Number.parseInt(stat, 10),
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(parent),
    ticks,
  }
}

/** Returns the CPU time of `root`, of all its descendants, and of PostgreSQL, which is not a descendant. */
function ownTicks(processes: readonly Process[], root: number): number {
  const own = new Set([root])
  // a parent may have a higher id than its child
  for (let before = 0; before < own.size; ) {
    before = own.size
    for (const { id, parent } of processes) if (own.has(parent)) own.add(id)
  }
  return processes
    .filter(({ id, name }) => own.has(id) || name === 'postgres')
    .reduce((sum, { ticks }) => sum + ticks, 0)
}

/** Returns the CPU times from `/proc/stat` and from every `/proc/PID/stat`. */
export function ticksOf(machine: string, stats: readonly string[], root: number): Ticks {
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = machine
    .slice(0, machine.indexOf('\n'))
    .split(/ +/)
    .slice(1)
    .map(Number)
  const busy = user + nice + system + irq + softirq + steal
  return { own: ownTicks(stats.map(processOf), root), busy, idle: idle + wait }
}

/** Returns true if other processes used CPU time that the stage needed. Counts only time in which no core was free. */
export function isContended(samples: readonly Ticks[]): boolean {
  let [ownTotal, taken] = [0, 0]
  for (const [at, now] of samples.slice(1).entries()) {
    const before = samples[at] ?? now
    const [busy, idle] = [now.busy - before.busy, now.idle - before.idle]
    // the difference can be negative, because the time of a process is lost if its parent exits first
    const own = Math.min(busy, Math.max(0, now.own - before.own))
    ownTotal += own
    if (idle < FREE * (busy + idle)) taken += busy - own
  }
  return taken > OTHERS * ownTotal
}

/** Returns the CPU times, or null on a machine without `/proc`. */
function readTicks(): Ticks | null {
  try {
    const stats = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((id) => {
        try {
          return [readFileSync(`/proc/${id}/stat`, 'utf8')]
        } catch {
          return [] // the process has exited
        }
      })
    return ticksOf(readFileSync('/proc/stat', 'utf8'), stats, process.pid)
  } catch {
    return null
  }
}

/**
 * Samples the machine until the returned function is called. That function returns true if something else kept the
 * machine busy.
 */
export function watchLoad(): () => boolean {
  const samples: Ticks[] = []
  const sample = () => {
    const ticks = readTicks()
    if (ticks) samples.push(ticks)
  }
  sample()
  const timer = setInterval(sample, INTERVAL)
  return () => {
    clearInterval(timer)
    sample()
    return isContended(samples)
  }
}
