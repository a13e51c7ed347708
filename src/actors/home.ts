import { agreementMark } from '#contract/agreement.ts'
import { lookupCalls } from '#contract/lookup.ts'
import { homeMachine } from '#machines/home.machine.ts'
import { store, stored } from '#src/lib/storage.ts'
import { callActor } from './call.ts'

const SEEN = 'remember-agreement'

/** The mark of the agreement the player wants to see no more. Source: R198, D-03. */
export const seenAgreement = () => stored(SEEN)

/** Home joined to the backend and to what the browser remembers. */
export const homeLogic = homeMachine.provide({
  actors: { 'lookup.agreements': callActor(lookupCalls['lookup.agreements']) },
  actions: { rememberAgreements: ({ context }) => store(SEEN, agreementMark(context.agreements)) },
})
