import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Satang } from '#contract/money.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'

/**
 * Returns the balance of the main wallet, in satang. Returns null while it is unknown, while the player's reload is
 * running, and after a failed reload. A background refresh changes nothing until its reply arrives.
 */
export const useCurrentBalance = (wallet: ActorRefFrom<typeof walletMachine>): Satang | null =>
  useSelector(wallet, (s) => (s.context.overview && s.hasTag('current') ? s.context.overview.wallet.amount : null))
