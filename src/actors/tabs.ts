import { fromCallback } from 'xstate'
import { canAdoptToken, followToken } from '#src/lib/token.ts'

type Message = 'signedIn' | 'signedOut'

/** A channel between this browser's tabs; a tab does not receive its own messages. */
const channel = new BroadcastChannel('krapao')

/** Notifies the other tabs. They read the storage themselves, so that no secret is sent. */
export const notifyTabs = (message: Message) => channel.postMessage(message)

/**
 * Follows the token that other tabs store, and reports their logins and logouts. Sends `tab.signedIn` only if there is
 * a token that this tab could take over.
 */
export const tabs = fromCallback(({ sendBack }) => {
  const look = () => {
    if (canAdoptToken()) sendBack({ type: 'tab.signedIn' })
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) =>
    data === 'signedOut' ? sendBack({ type: 'tab.signedOut' }) : look()
  // the message may arrive before this tab can see the stored token; a storage event reports when it can
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
