import { newKey } from '#contract/random.ts'
import { store, stored } from './storage.ts'

const NAME = 'guest-id'
/** The guest id of this page, for browsers without storage. */
let current: string | null = null

/**
 * Returns this browser's guest id for the chat, signed if the backend signs ids; null if no id is stored yet.
 * Source: R203, R293, D-23.
 */
export const guestId = (): string | null => stored(NAME) ?? current

/** Returns the stored guest id, or a new one. Used with a backend that issues no guest ids. Source: R293, D-23. */
export const ownGuestId = (): string => guestId() ?? `guest-${newKey()}`

/** Stores the guest id for later visits, or only for this page if the browser has no storage. */
export function storeGuestId(id: string) {
  current = id
  store(NAME, id)
}
