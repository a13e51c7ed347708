import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Satang } from '#contract/money.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'

/**
 * Returns the balance of the main wallet, in satang. Returns null while the balance is unknown, while a reload that the
 * player requested is pending, and after a failed reload. During a background refresh, returns the previous balance.
 */
export const useCurrentBalance = (wallet: ActorRefFrom<typeof walletMachine>): Satang | null =>
  useSelector(wallet, (s) => (s.context.overview && s.hasTag('current') ? s.context.overview.wallet.amount : null))
