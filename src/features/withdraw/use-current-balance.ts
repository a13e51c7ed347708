import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Satang } from '#contract/money.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'

/** The balance of the main wallet in satang; null while it is unknown, reloading, or failed to reload. */
export const useCurrentBalance = (wallet: ActorRefFrom<typeof walletMachine>): Satang | null =>
  useSelector(wallet, (s) =>
    s.context.overview && (s.matches({ overview: 'known' }) || s.matches({ overview: 'partial' }))
      ? s.context.overview.wallet.amount
      : null,
  )
