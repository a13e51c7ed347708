import { loginId } from './token.ts'

let interval = '0'
/** The login that the interval belongs to. */
let owner: string | null = null
/** When the member last chose on this page, epoch ms: replies to earlier requests do not reflect the choice. */
let chosenAt = 0
const listeners = new Set<() => void>()

/** How often the member is reminded of the time, in minutes; `0` means never. Source: R590. */
export const checkMinutes = (): string => (owner === loginId() ? interval : '0')

function change(minutes: string) {
  const before = checkMinutes()
  interval = minutes
  owner = loginId()
  if (minutes === before) return
  for (const listener of listeners) listener()
}

/** Stores the interval in a reply to a request that was sent at `sentAt`, epoch ms. */
export function learnCheckMinutes(minutes: string, sentAt: number) {
  if (sentAt >= chosenAt) change(minutes)
}

/** Stores the interval that the member has just chosen. */
export function chooseCheckMinutes(minutes: string) {
  chosenAt = Date.now()
  change(minutes)
}

/** Calls `listener` after each change, until the returned function is called. */
export function watchCheckMinutes(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
