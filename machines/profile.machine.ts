import type { Profile } from '#contract/profile.ts'
import { lookupMachine } from './lib/lookup.ts'

/** The member's profile. The join date and the bank account come with the wallet. Source: R128, R320, R406. */
export const profileMachine = lookupMachine<Profile>('profile', 'The member’s profile.')
