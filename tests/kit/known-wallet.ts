import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { WalletOverview } from '#contract/wallet.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { frozen } from './frozen.ts'
import { overview as member, reading } from './samples/wallet.ts'

/** A wallet that loads immediately, or never if `overview` is null. */
export function knownWallet(overview: WalletOverview | null = member): ActorRefFrom<typeof walletMachine> {
  const read = overview && { 'wallet.get': fromPromise(async () => ({ ...reading, overview })) }
  const wallet = createActor(frozen(walletMachine, read ?? {}), { input: { syncedAt: null } }).start()
  wallet.send({ type: 'wallet.show' })
  return wallet
}
