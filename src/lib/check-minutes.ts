import { token } from './token.ts'

let said = '0'
/** The token of the member whom it concerns. */
let saidTo: string | null = null
const listeners = new Set<() => void>()

/** How often the member is reminded of the time, in minutes, as the newest reply says; `0`: not at all. Source: R590. */
export const checkMinutes = (): string => (saidTo === token() ? said : '0')

/** Stores it for the present login, and calls the listeners if it has changed. */
export function keepCheckMinutes(minutes: string) {
  const before = checkMinutes()
  said = minutes
  saidTo = token()
  if (minutes === before) return
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change, until the returned function is called. */
export function watchCheckMinutes(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
