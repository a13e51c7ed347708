import { after, isElsewhere, type Message, NOTHING, type World } from './world.ts'

/** One message, and the world (all actors) after it. */
export type Entry = { message: Message; world: World }
/** A log: the world at its start, and the messages since then. */
export type Log = { base: World; entries: readonly Entry[] }

export const EMPTY: Log = { base: NOTHING, entries: [] }
/** Returns the world after the last entry, or the world at the start if the log is empty. */
export const lastOf = ({ base, entries }: Log): World => entries.at(-1)?.world ?? base
export const add = (log: Log, message: Message): Log => ({
  ...log,
  entries: [...log.entries, { message, world: after(lastOf(log), message) }],
})
/** Returns the log for the messages of a file. The log starts with an empty world. */
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
 * Returns the position after the next entry, from `at` on, that changes an actor's state. If there is no such entry,
 * returns the position after the last entry.
 */
export function nextMove({ base, entries }: Log, at: number): number {
  const found = entries.findIndex(
    ({ message, world }, index) =>
      index >= at && isElsewhere(entries[index - 1]?.world ?? base, world, message.sessionId),
  )
  return found < 0 ? entries.length : found + 1
}
