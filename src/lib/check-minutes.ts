let said = '0'
const listeners = new Set<() => void>()

/** How often the member is reminded of the time, in minutes, as the newest reply says; `0`: not at all. Source: R590. */
export const checkMinutes = (): string => said

/** Stores it, and calls the listeners if it has changed. */
export function keepCheckMinutes(minutes: string) {
  if (minutes === said) return
  said = minutes
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change, until the returned function is called. */
export function watchCheckMinutes(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
