import { store, stored } from './storage.ts'

const REGISTERED = 'registered'

/** Stores the phone number of a player who has just registered in this tab, for the login that follows. */
export const storeRegistered = (phone: string) => store(REGISTERED, phone, 'sessionStorage')

/** Returns the phone number of the registration and removes it, so that only the first call returns it. */
export function takeRegistered(): string | undefined {
  const phone = stored(REGISTERED, 'sessionStorage') ?? undefined
  store(REGISTERED, null, 'sessionStorage')
  return phone
}
