import { fromCallback } from 'xstate'
import { canAdoptToken } from '#src/lib/token.ts'

type Message = 'signedIn' | 'signedOut'

/** One line between the tabs of this browser; a tab does not hear itself. */
const channel = new BroadcastChannel('krapao')

/** Tells the other tabs; they look into storage themselves, so no secret goes over. */
export const tellTabs = (message: Message) => channel.postMessage(message)

/** Hears what other tabs did: `tab.signedIn` only when there is a token that this tab could take over. */
export const tabs = fromCallback(({ sendBack }) => {
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'signedOut') sendBack({ type: 'tab.signedOut' })
    else if (canAdoptToken()) sendBack({ type: 'tab.signedIn' })
  }
  return () => {
    channel.onmessage = null
  }
})
