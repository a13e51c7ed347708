import { loginId } from './token.ts'

/**
 * The reminder interval from the newest reply of this login. It is stored here and not in the visit's machine, because
 * that machine is loaded only if an interval is set. `chosenAt` (epoch ms) is when the member last chose an interval on
 * this page: replies to earlier requests do not reflect that choice.
 */
let known: { of: string | null; minutes: string; chosenAt: number } = { of: null, minutes: '0', chosenAt: 0 }
const listeners = new Set<() => void>()

/** Returns how often the member is reminded of the time, in minutes; `0` means never. Source: R590. */
export const checkMinutes = (): string => (known.of === loginId() ? known.minutes : '0')

function change(minutes: string, chosenAt: number) {
  const before = checkMinutes()
  known = { of: loginId(), minutes, chosenAt }
  if (minutes === before) return
  for (const listener of listeners) listener()
}

/** Stores the interval from a reply to a request that was sent at `sentAt`, epoch ms. An outdated reply is ignored. */
export function learnCheckMinutes(minutes: string, sentAt: number) {
  if (sentAt >= known.chosenAt) change(minutes, known.chosenAt)
}

/** Stores the interval that the member has just chosen. */
export function chooseCheckMinutes(minutes: string) {
  change(minutes, Date.now())
}

/** Calls `listener` after each change, until the returned function is called. */
export function watchCheckMinutes(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
