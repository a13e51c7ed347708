import { store, stored } from './storage.ts'

const NAME = 'guest-id'
let current: string | null = null

/** The signed id that this browser speaks to support with as a guest; null when it never has. Source: R203, R293, D-23. */
export const guestId = (): string | null => stored(NAME) ?? current

/** Keeps it for later visits; where the browser keeps nothing, for this page. */
export function keepGuestId(signed: string) {
  current = signed
  store(NAME, signed)
}
