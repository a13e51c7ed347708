import type { ActorRef, Snapshot } from 'xstate'
import { HELD_DEPOSIT_HEADER, NEW_LOGIN_HEADER, type NOTICE_HEADERS } from '#contract/notices.ts'
import type { ShowToast, ToastText } from '#machines/lib/toast.ts'
import '#src/lib/care-texts.ts'
import '#src/lib/device-texts.ts'
import { store, stored } from '#src/lib/storage.ts'

/** A header with a time that the member is notified of. */
export type NoticeHeader = (typeof NOTICE_HEADERS)[number]

const TEXTS: Record<NoticeHeader, ToastText> = {
  [NEW_LOGIN_HEADER]: 'devices.newLogin',
  [HELD_DEPOSIT_HEADER]: 'care.limit.notice',
}

/**
 * Notifies the member of what happened at `at`, in epoch ms, once per tab, also after a reload; of nothing older than that
 * afterwards. Source: R567, R588.
 */
export function notifyMember(toasts: ActorRef<Snapshot<unknown>, ShowToast>, header: NoticeHeader, at: string) {
  if (Number(stored(header, 'sessionStorage') ?? 0) >= Number(at)) return
  store(header, at, 'sessionStorage')
  toasts.send({ type: 'toast.show', tone: 'wait', text: TEXTS[header] })
}
