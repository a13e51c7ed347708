import { type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** The time limit for a group to end by itself, ms: Playwright and Vitest end their browsers and servers first. */
const PATIENCE = 10_000
/** The pause between two looks at the groups that are ending, ms. */
const PAUSE = 50

/** The process groups that run, by the id of their first process. */
const groups = new Set<number>()
let isEnding = false

/** Sends a signal to all processes of a group, or only asks for them with 0. Returns false if the group has ended. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name)
  } catch {
    return false
  }
}

/**
 * Runs a command in a process group of its own, with the output of this process. Returns its exit code, or 1 if a signal
 * ended it. Does not return while {@link exitOnSignals} ends the groups. Throws if the command cannot be started.
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

/** Ends the groups as Ctrl-C does, and kills those that have not ended after `patience` ms. */
async function endGroups(patience: number) {
  isEnding = true
  const until = performance.now() + patience
  const running = () => [...groups].filter((group) => signal(group, 0))
  for (const group of groups) signal(group, 'SIGINT')
  while (running().length > 0 && performance.now() < until) await wait(PAUSE)
  for (const group of running()) signal(group, 'SIGKILL')
}

/**
 * From now on, a signal that ends this process first ends all groups. A terminal that closes or sends Ctrl-C does not
 * reach them itself, as they are not in its foreground.
 */
export function exitOnSignals(patience = PATIENCE) {
  const exit = () => process.exit(1)
  const stop = () => {
    if (!isEnding) endGroups(patience).then(exit, exit)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
}
