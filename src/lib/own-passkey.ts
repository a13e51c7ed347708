import { store, stored } from './storage.ts'

const NAME = 'passkey'

/** True if this browser has created or used a passkey of this site, so that it is offered beside the password. */
export const hasOwnPasskey = (): boolean => stored(NAME) !== null

/** Records that this browser has created or used a passkey. Holds nothing about the member. */
export const noteOwnPasskey = (): unknown => store(NAME, 'used')
