import { fromCallback } from 'xstate'
import { canAdoptToken, followToken } from '#src/lib/token.ts'

type Message = 'signedIn' | 'signedOut'

/** A channel between this browser's tabs. A tab does not receive its own messages. */
const channel = new BroadcastChannel('krapao')

/** Notifies the other tabs. They read the storage themselves, so that no secret is sent. */
export const notifyTabs = (message: Message) => channel.postMessage(message)

/**
 * Takes over renewed tokens from other tabs, and reports logins and logouts in them. Sends `tab.signedIn` only if this
 * tab could use the stored token.
 */
export const tabs = fromCallback(({ sendBack }) => {
  const look = () => {
    if (canAdoptToken()) sendBack({ type: 'tab.signedIn' })
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) =>
    data === 'signedOut' ? sendBack({ type: 'tab.signedOut' }) : look()
  // the message may arrive before this tab can read the stored token, so storage events are checked too
  const read = (event: StorageEvent) => {
    followToken(event)
    look()
  }
  window.addEventListener('storage', read)
  return () => {
    channel.onmessage = null
    window.removeEventListener('storage', read)
  }
})
