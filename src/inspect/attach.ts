import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import {
  type AnyActorRef,
  type AnyTransitionDefinition,
  type InspectionEvent,
  type Snapshot,
  StateMachine,
} from 'xstate'
import { listen } from './hub.ts'
import { nameOf } from './names.ts'
import { APP, CONNECTED, DISCONNECTED, PAGE_WARNING, SEND, type SentEvent, type Taken } from './protocol.ts'
import { redact } from './redact.ts'
import { tickFilter } from './ticks.ts'

function takenOf(transition: AnyTransitionDefinition): Taken {
  const { source, eventType } = transition
  const candidates = eventType === '' ? source.always : source.transitions.get(eventType)
  return { source: source.id, event: eventType, index: candidates?.indexOf(transition) ?? -1 }
}

/**
 * Returns a machine's definition as JSON, with functions replaced by their names. The library's own definition is not
 * used, because it sorts the states and so loses the order of the flow.
 */
function definitionOf(ref: AnyActorRef | undefined, name: string): string {
  const logic: unknown = ref && 'logic' in ref ? ref.logic : null
  const config = logic instanceof StateMachine ? logic.config : { id: name }
  return JSON.stringify(config, (_, value) => (typeof value === 'function' ? { type: value.name } : value))
}

/** Sends a message to the inspector. */
type Send = (message: StatelyInspectionEvent) => void
/** Subscribes a listener to the page's future warnings. Returns a function that unsubscribes. */
export type OnWarning = (hear: (text: string) => void) => () => void

/**
 * Reports all live actors, their events and the page's warnings to `send`. Gives the actors readable names and a common
 * root, and leaves out secrets and recurring timer events.
 */
export function inspection(send: Send, onWarning: OnWarning) {
  const refs = new Map<string, AnyActorRef>()
  const steps = new WeakMap<AnyActorRef, Taken[]>()
  let taken: Taken[] = []
  const serialize = (message: StatelyInspectionEvent): StatelyInspectionEvent => {
    const ref = refs.get(message.sessionId)
    const name = ref ? nameOf(ref) : APP
    const own = { ...message, rootId: APP }
    if (own.type === '@xstate.snapshot') return redact({ ...own, taken })
    if (own.type === '@xstate.event') return redact(own)
    const parentId = ref ? (ref._parent?.sessionId ?? APP) : undefined
    return { ...redact(own), name, definition: definitionOf(ref, name), parentId }
  }
  const inspector = createInspector({ send }, { filter: tickFilter(), serialize })

  const actor = (ref: AnyActorRef, snapshot?: Snapshot<unknown>) => {
    refs.set(ref.sessionId, ref)
    inspector.actor(ref, snapshot)
  }
  const heard = (event: InspectionEvent) => {
    const ref = event.actorRef as AnyActorRef
    switch (event.type) {
      case '@xstate.event':
        return inspector.event(ref, event.event, event.sourceRef ? { source: event.sourceRef } : {})
      case '@xstate.microstep':
        steps.set(ref, [...(steps.get(ref) ?? []), ...event._transitions.map(takenOf)])
        return
      case '@xstate.snapshot':
        taken = steps.get(ref) ?? []
        steps.delete(ref)
        inspector.snapshot(ref, event.snapshot, { event: event.event })
    }
  }
  let endWarnings = () => {}
  const stop = () => {
    listen(null)
    endWarnings()
  }
  /** Announces the app and all its live actors, and then reports their events. */
  const start = () => {
    stop()
    inspector.actor(APP)
    listen({ actor, heard })
    endWarnings = onWarning((text) => inspector.event(APP, { type: PAGE_WARNING, text }))
  }
  /** Sends an event to a live actor, as if its screen had sent it. */
  const deliver = ({ sessionId, event }: SentEvent) => {
    const ref = refs.get(sessionId)
    if (ref?.getSnapshot().status === 'active') ref.send(event)
  }
  return { start, stop, deliver }
}

/**
 * The maximum number of queued messages. If the queue is full when the receiver connects, the receiver gets the current
 * state instead of the past events.
 */
const MOST = 5000

/** The members of `Window` that {@link attach} needs. */
export type Page = Pick<Window, 'open' | 'addEventListener' | 'location'>

/**
 * Connects the page to a receiver at `url`. Call `open` on a click to open the receiver, because browsers block windows
 * that are opened without a click. After either window is reloaded, an open receiver reconnects by itself. Messages are
 * queued until the receiver is ready.
 */
export function attach(page: Page, url: string, onWarning: OnWarning) {
  const { href, origin } = new URL(url, page.location.href)
  let target: Window | null = null
  let isReady = false
  let waiting: StatelyInspectionEvent[] = []
  const { start, stop, deliver } = inspection((message) => {
    if (target?.closed) {
      target = null
      waiting = []
      stop()
    } else if (isReady) target?.postMessage(message, origin)
    else if (waiting.length < MOST) waiting.push(message)
  }, onWarning)
  page.addEventListener('message', ({ data, source, origin: from }: MessageEvent<{ type?: string } | null>) => {
    if (from !== origin || !source) return
    if (data?.type === SEND && isReady && source === target) deliver(data as SentEvent)
    if (data?.type !== CONNECTED) return
    const isOpening = !isReady && target === source && waiting.length < MOST
    target = source as Window
    isReady = true
    if (isOpening) for (const message of waiting) target.postMessage(message, origin)
    else start()
    waiting = []
  })
  page.addEventListener('pagehide', () => target?.postMessage({ type: DISCONNECTED }, origin))
  return {
    /** Opens the receiver; returns false if the browser blocks the window. */
    open() {
      const opened = page.open(href, 'krapao-inspector', 'popup,width=1280,height=800')
      if (!opened) return false
      if (target !== opened || opened.closed) {
        target = opened
        isReady = false
        waiting = []
        start()
      }
      opened.focus()
      return true
    },
  }
}
