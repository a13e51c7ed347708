import { agreementMark } from '#contract/agreement.ts'
import { operatorCalls } from '#contract/operator.ts'
import { homeMachine } from '#machines/home.machine.ts'
import { request } from '#src/api/request.ts'
import { pendingNames } from '#src/lib/pending.ts'
import { withPurify } from '#src/lib/purify.ts'
import { store, stored } from '#src/lib/storage.ts'
import { requestActor } from './call.ts'
import { presses } from './presses.ts'
import { returns } from './returns.ts'

const SEEN = 'remember-agreement'
/**
 * The hash of the agreement that the player has read since the page was loaded, or null. It is stored outside the home
 * actor, so that the player is not asked again on every return to the home page.
 */
let read: string | null = null

/**
 * Returns the hash of the agreement that the player has read. The player chooses whether the hash is kept permanently
 * or until a reload (assumed). Source: R198, D-03.
 */
export const seenAgreement = () => read ?? stored(SEEN)

/** The home machine, connected to the backend and the browser's storage. */
export const homeLogic = homeMachine.provide({
  actors: {
    'lookup.agreements': requestActor((input: object, signal) =>
      withPurify(request(operatorCalls['lookup.agreements'], input, signal)),
    ),
    presses,
    returns,
  },
  actions: {
    rememberAgreements: ({ context }, forGood) => {
      read = agreementMark(context.agreements)
      if (forGood) store(SEEN, read)
    },
  },
})

const DIALOGS = {
  transfer: 'transfer',
  withdraw: 'withdraw',
  gift: 'deposit',
  slip: 'deposit',
  game: 'game',
  refund: 'refund',
} as const
const isKept = (kind: string): kind is keyof typeof DIALOGS => Object.hasOwn(DIALOGS, kind)

/** Returns the dialogs that have a confirmed change whose outcome is unknown. Slips and gift links share one dialog. */
export function unsettled() {
  const names = pendingNames().filter((name) => name !== 'slip' || !pendingNames().includes('gift'))
  return names.flatMap((name) => {
    const [kind = '', ...game] = name.split('.')
    return isKept(kind) ? [{ dialog: DIALOGS[kind], ...(game.length > 0 && { game: game.join('.') }) }] : []
  })
}
