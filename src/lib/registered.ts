import { store, stored } from './storage.ts'

const REGISTERED = 'registered'

/** Stores in this tab the phone number of a player who has registered, for the login that follows. */
export const storeRegistered = (phone: string) => store(REGISTERED, phone, 'sessionStorage')

/** Returns that phone number on the first call only. */
export function takeRegistered(): string | undefined {
  const phone = stored(REGISTERED, 'sessionStorage') ?? undefined
  store(REGISTERED, null, 'sessionStorage')
  return phone
}
