import { newKey } from '#contract/call.ts'
import { store, stored } from './storage.ts'

const NAME = 'guest-id'
let current: string | null = null

/** The id that this browser speaks to support with as a guest, signed where the backend signs; null when it never has. Source: R203, R293, D-23. */
export const guestId = (): string | null => stored(NAME) ?? current

/** The same, or a new one made here, for a backend that gives none. Source: R293, D-23. */
export const ownGuestId = (): string => guestId() ?? `guest-${newKey()}`

/** Keeps it for later visits; where the browser keeps nothing, for this page. */
export function keepGuestId(id: string) {
  current = id
  store(NAME, id)
}
