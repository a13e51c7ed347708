import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Satang } from '#contract/money.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'

/**
 * Returns the balance of the main wallet in satang; null while it is unknown, reloading for the player, or failed to
 * reload. A background reading changes nothing until the reply arrives.
 */
export const useCurrentBalance = (wallet: ActorRefFrom<typeof walletMachine>): Satang | null =>
  useSelector(wallet, (s) => (s.context.overview && s.hasTag('current') ? s.context.overview.wallet.amount : null))
