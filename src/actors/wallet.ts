import * as v from 'valibot'
import type { ActorRefFrom } from 'xstate'
import { UNKNOWN_SETTINGS } from '#contract/settings.ts'
import { balanceOf, LastBalance, walletCalls } from '#contract/wallet.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { request } from '#src/api/request.ts'
import { BALANCE, SYNCED } from '#src/lib/login-data.ts'
import { store, stored } from '#src/lib/storage.ts'
import { token, tokenPlace } from '#src/lib/token.ts'
import { warn } from '#src/lib/warn.ts'
import { callActor, requestActor } from './call.ts'
import { siteSettings } from './settings.ts'

/** Returns the time at which the wallet was last loaded (epoch ms), or null if it is unknown. Source: R199, D-05. */
export function lastSync(): number | null {
  const at = Number(stored(SYNCED))
  return at > 0 ? at : null
}
/**
 * The value stored under `BALANCE`: a prefix of the token with which the balance was loaded, followed by the balance as
 * JSON. Rename the key whenever this format changes.
 */
const Kept = v.pipe(v.string(), v.parseJson(), LastBalance)
const handle = () => token()?.slice(0, 8)

/** Returns the balance at {@link lastSync}, or null if none was loaded during this login. Source: D-60. */
export function lastBalance(): LastBalance | null {
  const [text, of] = [stored(BALANCE, tokenPlace()), handle()]
  if (!of || !text?.startsWith(of)) return null
  const found = v.safeParse(Kept, text.slice(of.length))
  return found.success ? found.output : null
}

/** Returns the operator's settings. If they cannot be loaded, keeps the currency of the last known balance. */
const settingsNow = () => siteSettings({ ...UNKNOWN_SETTINGS, currency: lastBalance()?.currency })

/** The wallet machine, connected to the backend. Stores the time of each successful load as `last_sync`. */
export const walletLogic = walletMachine.provide({
  actors: {
    'wallet.refresh': callActor(walletCalls['wallet.refresh']),
    'wallet.get': requestActor(async (_: undefined, signal) => {
      const [overview, settings] = await Promise.all([request(walletCalls['wallet.get'], {}, signal), settingsNow()])
      const { unread, profile, invite } = overview
      const { _id, name, coin } = profile
      const lost = Object.entries({ _id, name, coin, ...invite }).flatMap(([field, value]) =>
        value === null || value === '' ? field : [],
      )
      if (unread > 0) lost.push(`${unread} game accounts`)
      if (lost.length > 0) warn(`GET /api/wallet: cannot read ${lost.join(', ')}`)
      const at = Date.now()
      store(SYNCED, String(at))
      store(
        BALANCE,
        handle() +
          JSON.stringify({ ...balanceOf(overview), currency: overview.bankAccount.currency ?? settings.currency }),
        tokenPlace(),
      )
      return { overview, settings, at }
    }),
  },
})
export type Wallet = ActorRefFrom<typeof walletMachine>
