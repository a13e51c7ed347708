import type { ActorRefFrom } from 'xstate'
import { walletCalls } from '#contract/wallet.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { request, siteSettings } from '#src/api/request.ts'
import { store, stored } from '#src/lib/storage.ts'
import { warn } from '#src/lib/warn.ts'
import { asking, callActor } from './call.ts'

const SYNCED = 'last_sync'

/** When the wallet was last read, epoch ms; null if unknown. Source: R199, D-05. */
export function lastSync(): number | null {
  const at = Number(stored(SYNCED))
  return at > 0 ? at : null
}
/** Removes the time of the last reading. */
export const dropLastSync = () => store(SYNCED, null)

/** The wallet connected to the backend; each good reading is stored as `last_sync`. */
export const walletLogic = walletMachine.provide({
  actors: {
    'wallet.refresh': callActor(walletCalls['wallet.refresh']),
    'wallet.get': asking(async (_: undefined, signal) => {
      const [overview, settings] = await Promise.all([request(walletCalls['wallet.get'], {}, signal), siteSettings()])
      const { unread, profile, invite } = overview
      const lost = Object.entries({ coin: profile.coin, ...invite }).flatMap(([name, value]) =>
        value === null ? name : [],
      )
      if (unread > 0) lost.push(`${unread} game accounts`)
      if (lost.length > 0) warn(`GET /api/wallet: cannot read ${lost.join(', ')}`)
      const at = Date.now()
      store(SYNCED, String(at))
      return { overview, settings, at }
    }),
  },
})
export type Wallet = ActorRefFrom<typeof walletMachine>
