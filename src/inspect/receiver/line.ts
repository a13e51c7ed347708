import type { EventFromLogic } from 'xstate'
import { fromCallback } from 'xstate'
import { CONNECTED, DISCONNECTED, type SentEvent } from '../protocol.ts'
import type { receiverMachine } from './receiver.machine.ts'
import { isMessage } from './world.ts'

/** The interval between requests to a page that does not answer, in ms. */
const AGAIN = 1000

type Tell = EventFromLogic<typeof receiverMachine>

const isDisconnected = (data: unknown) =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === DISCONNECTED

/**
 * The connection to the page that opened this window. It requests the page's actors until the page answers, and again
 * after the page has been reloaded.
 */
export const line = fromCallback<SentEvent>(({ sendBack, receive }) => {
  const tell = (event: Tell) => sendBack(event)
  const { origin } = window.location
  const page: Window | null = window.opener
  let isUp = false
  const ask = () => {
    if (isUp && page?.closed) down()
    if (!isUp && page && !page.closed) page.postMessage({ type: CONNECTED }, origin)
  }
  function down() {
    isUp = false
    tell({ type: 'line.down' })
  }
  receive((event) => page?.postMessage(event, origin))
  const hear = ({ data, origin: from, source }: MessageEvent<unknown>) => {
    if (from !== origin) return
    if (isMessage(data) && source === page) {
      if (!isUp) tell({ type: 'line.up' })
      isUp = true
      tell({ type: 'log.received', message: data })
    }
    // a page that closes is no longer connected
    if (isUp && isDisconnected(data)) down()
  }
  window.addEventListener('message', hear)
  const timer = setInterval(ask, AGAIN)
  ask()
  return () => {
    clearInterval(timer)
    window.removeEventListener('message', hear)
  }
})
