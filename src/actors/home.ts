import { agreementMark } from '#contract/agreement.ts'
import { operatorCalls } from '#contract/operator.ts'
import { homeMachine } from '#machines/home.machine.ts'
import { store, stored } from '#src/lib/storage.ts'
import { callActor } from './call.ts'

const SEEN = 'remember-agreement'
let read: string | null = null

/** The mark of the agreement the player has read: for good, or since the page was loaded (assumed). Source: R198, D-03. */
export const seenAgreement = () => read ?? stored(SEEN)

/** Home joined to the backend and to what the browser remembers. */
export const homeLogic = homeMachine.provide({
  actors: { 'lookup.agreements': callActor(operatorCalls['lookup.agreements']) },
  actions: {
    rememberAgreements: ({ context }, forGood) => {
      read = agreementMark(context.agreements)
      if (forGood) store(SEEN, read)
    },
  },
})
