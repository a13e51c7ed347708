import type { ActorRef, Snapshot } from 'xstate'
import type { ShowToast } from '#machines/lib/toast.ts'
import '#src/lib/device-texts.ts'
import { store, stored } from '#src/lib/storage.ts'

/** The storage key of the last announced login, so that a reload of the tab does not announce it again. */
const TOLD = 'new-login'

/** Notifies the member of a login in another browser, once per tab; `at`: its time. Source: R567. */
export function tellNewLogin(toasts: ActorRef<Snapshot<unknown>, ShowToast>, at: string) {
  if (stored(TOLD, 'sessionStorage') === at) return
  store(TOLD, at, 'sessionStorage')
  toasts.send({ type: 'toast.show', tone: 'wait', text: 'devices.newLogin' })
}
