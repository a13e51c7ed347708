import type { AnyActorRef, InspectionEvent, Snapshot } from 'xstate'

/** What hears of the living actors: each one as it is – one that is just being made is nothing yet – and then what happens to it. */
export type Listener = {
  actor: (ref: AnyActorRef, snapshot?: Snapshot<unknown>) => void
  heard: (event: InspectionEvent) => void
}

const roots = new Set<AnyActorRef>()
let listener: Listener | null = null

/** The topmost actor above this one, or itself. */
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
 * Sees everything in the systems of the named actors. One that React makes and never starts stays unknown, and one that was
 * stopped is forgotten: under StrictMode every page makes two and starts one of them twice.
 */
export function watch(event: InspectionEvent) {
  try {
    see(event)
  } catch (error) {
    // a fault of the inspector is none of the product
    reportError(error)
  }
}

/** Announces every living actor to the one listener, which hears all that follows; null: nobody listens any more. */
export function listen(next: Listener | null) {
  listener = next
  // an actor that threw says nothing of its end
  for (const root of roots) if (root.getSnapshot().status === 'active') announce(root)
}
