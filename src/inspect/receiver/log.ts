import { after, isElsewhere, type Message, NOTHING, type World } from './world.ts'

/** One message, and the state of the world after it. */
export type Entry = { message: Message; world: World }
/** The initial state of a log, and the later messages. */
export type Log = { base: World; entries: readonly Entry[] }

export const EMPTY: Log = { base: NOTHING, entries: [] }
/** Returns the world after the last entry; the first one if the log is empty. */
export const lastOf = ({ base, entries }: Log): World => entries.at(-1)?.world ?? base
export const add = (log: Log, message: Message): Log => ({
  ...log,
  entries: [...log.entries, { message, world: after(lastOf(log), message) }],
})
/** The log in a file, which starts empty. */
export const logOf = (messages: readonly Message[]): Log => {
  const entries: Entry[] = []
  let world = NOTHING
  for (const message of messages) {
    world = after(world, message)
    entries.push({ message, world })
  }
  return { base: NOTHING, entries }
}

/**
 * Returns the number of entries until an actor next changes its state, after the given number; all entries if no actor does.
 */
export function nextMove({ base, entries }: Log, at: number): number {
  const found = entries.findIndex(
    ({ message, world }, index) =>
      index >= at && isElsewhere(entries[index - 1]?.world ?? base, world, message.sessionId),
  )
  return found < 0 ? entries.length : found + 1
}
