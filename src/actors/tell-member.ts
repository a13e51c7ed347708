import type { ActorRef, Snapshot } from 'xstate'
import { HELD_DEPOSIT_HEADER, NEW_LOGIN_HEADER, type TOLD_HEADERS } from '#contract/told.ts'
import type { ShowToast, ToastText } from '#machines/lib/toast.ts'
import '#src/lib/care-texts.ts'
import '#src/lib/device-texts.ts'
import { store, stored } from '#src/lib/storage.ts'

/** A header by which a reply tells the member of something. */
export type ToldHeader = (typeof TOLD_HEADERS)[number]

const TEXTS: Record<ToldHeader, ToastText> = {
  [NEW_LOGIN_HEADER]: 'devices.newLogin',
  [HELD_DEPOSIT_HEADER]: 'care.limit.told',
}

/**
 * Tells the member what `header` says, once per tab, also after a reload; `at`: the time of the event, which is its name.
 * Source: R567, R588.
 */
export function tellMember(toasts: ActorRef<Snapshot<unknown>, ShowToast>, header: ToldHeader, at: string) {
  if (stored(header, 'sessionStorage') === at) return
  store(header, at, 'sessionStorage')
  toasts.send({ type: 'toast.show', tone: 'wait', text: TEXTS[header] })
}
