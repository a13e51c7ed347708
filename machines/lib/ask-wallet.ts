import type { ActorRef, Snapshot } from 'xstate'

/**
 * Events that other actors send to the wallet. `refresh` first requests the balances from the games, and `read` only
 * reads the overview.
 */
export type AskWallet = { type: 'wallet.refresh' } | { type: 'wallet.read' }
/** The member's wallet, as seen by other actors. */
export type Wallet = ActorRef<Snapshot<unknown>, AskWallet>
