import { store, stored } from './storage.ts'

const NAME = 'passkey'

/**
 * True if this browser has created or used a passkey for this site. Only then is a passkey offered next to the
 * password.
 */
export const hasOwnPasskey = (): boolean => stored(NAME) !== null

/** Records that this browser has created or used a passkey. The stored value says nothing about the member. */
export const noteOwnPasskey = (): unknown => store(NAME, 'used')
