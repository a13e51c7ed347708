import type { ActorRef, Snapshot } from 'xstate'
import { ACCOUNT_CHANGED_HEADER, HELD_DEPOSIT_HEADER, NEW_LOGIN_HEADER, TIME_CHECK_HEADER } from '#contract/notices.ts'
import type { ShowToast, ToastText } from '#machines/lib/toast.ts'
import '#src/lib/care-texts.ts'
import { learnCheckMinutes } from '#src/lib/check-minutes.ts'
import '#src/lib/device-texts.ts'
import { store, stored } from '#src/lib/storage.ts'
import { tokenPlace } from '#src/lib/token.ts'

/** The notice to show for each reply header that carries the time of an event. */
const TEXTS: Record<string, ToastText> = {
  [NEW_LOGIN_HEADER]: 'devices.newLogin',
  [ACCOUNT_CHANGED_HEADER]: 'devices.changed',
  [HELD_DEPOSIT_HEADER]: 'care.limit.notice',
}

/**
 * Notifies the member of each event whose time is in the headers of a reply. Notifies only once per event and login,
 * even after a reload or in another tab, and never of an event that is older than the previous one of its kind. Also
 * stores the interval of the time reminders from the headers. `sentAt` is the time at which the request was sent, in
 * epoch ms. Source: R567, R588, R590, R651.
 */
export function notifyMember(toasts: ActorRef<Snapshot<unknown>, ShowToast>, headers: Headers, sentAt: number) {
  const place = tokenPlace()
  for (const [header, text] of Object.entries(TEXTS)) {
    const at = headers.get(header)
    if (!at || Number(stored(header, place) ?? 0) >= Number(at)) continue
    store(header, at, place)
    toasts.send({ type: 'toast.show', tone: 'wait', text })
  }
  const minutes = headers.get(TIME_CHECK_HEADER)
  if (minutes) learnCheckMinutes(minutes, sentAt)
}
