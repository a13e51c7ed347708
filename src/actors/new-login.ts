import type { ActorRef, Snapshot } from 'xstate'
import type { ShowToast } from '#machines/lib/toast.ts'
import '#src/lib/device-texts.ts'
import { store, stored } from '#src/lib/storage.ts'

/** The place in this tab where the last login told is stored: a reload does not tell it again. */
const TOLD = 'new-login'

/** Tells the member of a login in another browser, once in each tab; `at`: its time. Source: R567. */
export function tellNewLogin(toasts: ActorRef<Snapshot<unknown>, ShowToast>, at: string) {
  if (stored(TOLD, 'sessionStorage') === at) return
  store(TOLD, at, 'sessionStorage')
  toasts.send({ type: 'toast.show', tone: 'wait', text: 'devices.newLogin' })
}
