import { fromCallback } from 'xstate'
import { canAdoptToken } from '#src/lib/token.ts'

type Message = 'signedIn' | 'signedOut'

/** One channel between the tabs of this browser; a tab does not receive its own messages. */
const channel = new BroadcastChannel('krapao')

/** Notifies the other tabs; they read storage themselves, so that no secret is sent. */
export const notifyTabs = (message: Message) => channel.postMessage(message)

/** Reports logins and logouts of other tabs: `tab.signedIn` only if there is a token that this tab could take over. */
export const tabs = fromCallback(({ sendBack }) => {
  const look = () => {
    if (canAdoptToken()) sendBack({ type: 'tab.signedIn' })
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) =>
    data === 'signedOut' ? sendBack({ type: 'tab.signedOut' }) : look()
  // the message may arrive before the stored value: the storage event tells when it is there
  window.addEventListener('storage', look)
  return () => {
    channel.onmessage = null
    window.removeEventListener('storage', look)
  }
})
