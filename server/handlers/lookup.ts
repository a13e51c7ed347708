import type { lookupCalls } from '#contract/lookup.ts'
import { OFFERS } from '#contract/offers.ts'
import type { Handlers } from '../call.ts'
import { readSwitches } from '../switches.ts'

/** Whether there is a site at all, and what this backend offers beyond the spec. Source: R314. */
export const lookupHandlers: Pick<Handlers, keyof typeof lookupCalls> = {
  'lookup.active': async (_, { db }) => ({
    terminated: (await readSwitches(db)).terminated ? 'gone' : null,
    offers: [...OFFERS],
  }),
}
