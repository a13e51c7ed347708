import { type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * How long a group may take to exit by itself, ms. Playwright and Vitest need this time to stop their browsers and
 * servers.
 */
const PATIENCE = 10_000
/** The polling interval while groups shut down, ms. */
const PAUSE = 50

/** The running process groups, by the id of their first process. */
const groups = new Set<number>()
let isEnding = false

/**
 * Sends a signal to all processes of a group. Signal 0 only checks that the group exists. Returns false if the group no
 * longer exists.
 */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name)
  } catch {
    return false
  }
}

/**
 * Runs a command in its own process group and lets it write to this process's output. Returns its exit code, or 1 if a
 * signal killed it. Never returns once {@link exitOnSignals} has begun to stop the groups. Throws if the command cannot
 * be started.
 */
export function runGroup(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'shell'> = {},
): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit', detached: true })
    const { pid = 0 } = child
    if (pid) groups.add(pid)
    child.on('error', failed)
    child.on('close', (code) => {
      if (isEnding) return
      groups.delete(pid)
      done(code ?? 1)
    })
  })
}

/** Interrupts the groups as Ctrl-C does, and kills any group that is still running after `patience` ms. */
async function endGroups(patience: number) {
  isEnding = true
  const until = performance.now() + patience
  const running = () => [...groups].filter((group) => signal(group, 0))
  for (const group of groups) signal(group, 'SIGINT')
  while (running().length > 0 && performance.now() < until) await wait(PAUSE)
  for (const group of running()) signal(group, 'SIGKILL')
}

/**
 * Stops all groups before a signal terminates this process. The groups are not in the terminal's foreground, so neither
 * Ctrl-C nor closing the terminal reaches them directly.
 */
export function exitOnSignals(patience = PATIENCE) {
  const exit = () => process.exit(1)
  const stop = () => {
    if (!isEnding) endGroups(patience).then(exit, exit)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
}
