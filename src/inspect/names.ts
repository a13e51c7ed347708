import { type AnyActorRef, StateMachine } from 'xstate'
import { rootOf } from './hub.ts'

/** Readable names for actors with generated ids. A parent may have several such actors, so each name gets a number. */
const NUMBERED: Record<string, string> = { chatMessage: 'message' }

/** The names assigned so far, and how many numbered names each root has. A stopped actor keeps its name. */
const names = new WeakMap<AnyActorRef, string>()
const counts = new WeakMap<AnyActorRef, number>()

/** Returns the id without the name of the root: `chatBox` under `chat` becomes `box`. */
const within = (root: string, id: string) =>
  id.startsWith(root) && /^[A-Z]/.test(id.slice(root.length))
    ? id.charAt(root.length).toLowerCase() + id.slice(root.length + 1)
    : id

function countIn(root: AnyActorRef) {
  const count = (counts.get(root) ?? 0) + 1
  counts.set(root, count)
  return count
}

const isMachine = (ref: AnyActorRef) => 'logic' in ref && ref.logic instanceof StateMachine

function make(ref: AnyActorRef, parent: AnyActorRef): string {
  const root = rootOf(parent)
  const numbered = typeof ref.src === 'string' ? NUMBERED[ref.src] : undefined
  if (numbered) return `${root.id}.${numbered}.${countIn(root)}`
  // an API call is named after its operation, whichever actor makes the call
  if (ref.id.includes('.') && !isMachine(ref)) return ref.id
  return `${nameOf(parent)}.${within(root.id, ref.id)}`
}

/**
 * Returns the readable name of an actor: the ids from its root down, such as `deposit.qr.KBANK` or `chat.message.3`. An
 * API call is named after its operation, such as `account.create`.
 */
export function nameOf(ref: AnyActorRef): string {
  const known = names.get(ref)
  if (known) return known
  const name = ref._parent ? make(ref, ref._parent) : ref.id
  names.set(ref, name)
  return name
}
