import type { AnyActorRef, InspectionEvent, Snapshot } from 'xstate'

/**
 * A listener for the live actors. It receives each actor, with a snapshot if the actor has already started, and then
 * the actor's events.
 */
export type Listener = {
  actor: (ref: AnyActorRef, snapshot?: Snapshot<unknown>) => void
  heard: (event: InspectionEvent) => void
}

/** The page's live root actors, which are recorded even before a receiver connects, and the only listener to them. */
const roots = new Set<AnyActorRef>()
let listener: Listener | null = null

/** Returns the topmost actor above this one, or this actor if it has no parent. */
export function rootOf(ref: AnyActorRef): AnyActorRef {
  return ref._parent ? rootOf(ref._parent) : ref
}

function announce(ref: AnyActorRef) {
  const snapshot = ref.getSnapshot() as Snapshot<unknown> & { children?: Record<string, AnyActorRef | undefined> }
  listener?.actor(ref, snapshot)
  const { children = {} } = snapshot
  for (const child of Object.values(children)) if (child) announce(child)
}

function see(event: InspectionEvent) {
  const ref = event.actorRef as AnyActorRef
  const isRoot = !ref._parent
  if (isRoot && event.type === '@xstate.event' && event.event.type === 'xstate.init') {
    roots.add(ref)
    announce(ref)
  }
  if (!roots.has(rootOf(ref))) return
  if (event.type === '@xstate.actor') listener?.actor(ref)
  else listener?.heard(event)
  if (isRoot && event.type === '@xstate.snapshot' && event.snapshot.status !== 'active') roots.delete(ref)
}

/**
 * Records all actors in the systems of the named actors. An actor is listed when it starts, not when it is created,
 * because under StrictMode React creates two actors per page, starts one of them twice and never starts the other. An
 * actor is removed when it stops.
 */
export function watch(event: InspectionEvent) {
  try {
    see(event)
  } catch (error) {
    // an error in the inspector must not break the product
    reportError(error)
  }
}

/**
 * Announces every live actor to `next`, which then receives all later events and replaces any earlier listener. Null
 * removes the listener.
 */
export function listen(next: Listener | null) {
  listener = next
  // an actor that threw does not report its end, so its status is checked
  for (const root of roots) if (root.getSnapshot().status === 'active') announce(root)
}
