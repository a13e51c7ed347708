import { fromCallback } from 'xstate'
import { canAdoptToken } from '#src/lib/token.ts'

type Message = 'signedIn' | 'signedOut'

/** One line between the tabs of this browser; a tab does not hear itself. */
const channel = new BroadcastChannel('krapao')

/** Tells the other tabs; they look into storage themselves, so no secret goes over. */
export const tellTabs = (message: Message) => channel.postMessage(message)

/** Hears what other tabs did: `tab.signedIn` only when there is a token that this tab could take over. */
export const tabs = fromCallback(({ sendBack }) => {
  const look = () => {
    if (canAdoptToken()) sendBack({ type: 'tab.signedIn' })
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) =>
    data === 'signedOut' ? sendBack({ type: 'tab.signedOut' }) : look()
  // the message may be here before what was stored is: the storage event says when it is
  window.addEventListener('storage', look)
  return () => {
    channel.onmessage = null
    window.removeEventListener('storage', look)
  }
})
