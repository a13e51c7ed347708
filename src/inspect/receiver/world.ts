import type { Taken } from '../protocol.ts'

type Json = Record<string, unknown>
export type StateValue = string | { [key: string]: StateValue }
export type Snapshot = { status: string; value?: StateValue; context?: unknown } & Json
export type Event = { type: string } & Json
type Base = { sessionId: string; createdAt: string }

/** A message from a page or from a log file, in the format of @statelyai/inspect. */
export type Message =
  | (Base & { type: '@xstate.actor'; name: string; parentId?: string; definition?: string; snapshot: Snapshot })
  | (Base & { type: '@xstate.event'; sourceId?: string; event: Event })
  | (Base & { type: '@xstate.snapshot'; event: Event; snapshot: Snapshot; taken?: Taken[] })

/** An actor at one moment. `taken` lists the transitions that led to its state. */
export type Actor = {
  sessionId: string
  name: string
  parentId: string | null
  definition: string | null
  snapshot: Snapshot
  taken: readonly Taken[]
  hasEnded: boolean
}
/** All actors at one moment, by session id, in the order of their creation. */
export type World = ReadonlyMap<string, Actor>
export const NOTHING: World = new Map()

/** Returns the name of a message's sender or receiver. */
export const nameIn = (world: World, id: string | undefined): string => (id && world.get(id)?.name) || id || 'outside'

const hasEnded = ({ status }: Snapshot) => status !== 'active'

/**
 * Adds an actor that has started. The new actor replaces a stopped one with the same name and parent, so that the tree
 * lists each name once.
 */
function begun(world: World, message: Extract<Message, { type: '@xstate.actor' }>): World {
  const { sessionId, name, parentId = null, definition = null, snapshot } = message
  const actor = { sessionId, name, parentId, definition, snapshot, taken: [], hasEnded: hasEnded(snapshot) }
  // the app itself has started: its page was loaded, or it is announcing all its actors again
  if (parentId === null) return new Map([[sessionId, actor]])
  const next = new Map(world)
  const isOld = (other: Actor) => other.hasEnded && other.name === name && other.parentId === parentId
  for (const [id, other] of world) if (isOld(other)) next.delete(id)
  return next.set(sessionId, actor)
}

function isUnder(world: World, actor: Actor, id: string): boolean {
  if (actor.parentId === null) return false
  if (actor.parentId === id) return true
  const parent = world.get(actor.parentId)
  return parent !== undefined && isUnder(world, parent, id)
}

/** Marks all descendants of a stopped actor as stopped, too. */
function ended(world: World, id: string): World {
  return new Map(
    [...world].map(([key, actor]) => [key, isUnder(world, actor, id) ? { ...actor, hasEnded: true } : actor]),
  )
}

/** Returns the world with one more message applied. */
export function after(world: World, message: Message): World {
  if (message.type === '@xstate.actor') return begun(world, message)
  const actor = world.get(message.sessionId)
  if (message.type === '@xstate.event' || !actor) return world
  const { snapshot, taken = [], event } = message
  // `taken` keeps the latest transition until the next one, even if it changed nothing visible
  const isInit = event.type === 'xstate.init'
  const next = { ...actor, snapshot, taken: isInit ? [] : taken, hasEnded: hasEnded(snapshot) }
  const all = new Map(world).set(actor.sessionId, next)
  return next.hasEnded ? ended(all, actor.sessionId) : all
}

/** True if an actor that existed before is now in another state. */
export const isElsewhere = (before: World, now: World, id: string): boolean => {
  const [from, to] = [before.get(id), now.get(id)].map((actor) => actor && valueText(actor.snapshot.value))
  return from !== undefined && from !== to
}

/** True if the data is a valid message, from a page or a file. */
export const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' &&
  data !== null &&
  'sessionId' in data &&
  'type' in data &&
  ['@xstate.actor', '@xstate.event', '@xstate.snapshot'].includes(String(data.type))

/** Returns the messages of a log file, or null if it is not a log. */
export function readLog(text: string): Message[] | null {
  try {
    const data: unknown = JSON.parse(text)
    return Array.isArray(data) && data.length > 0 && data.every(isMessage) ? data : null
  } catch {
    return null
  }
}

/** Returns the paths of all active states in a state value, such as `guest` and `guest.login`. */
export function activeIn(value: StateValue | undefined, path = ''): string[] {
  if (value === undefined) return []
  if (typeof value === 'string') return [path + value]
  return Object.entries(value).flatMap(([key, inner]) => [path + key, ...activeIn(inner, `${path}${key}.`)])
}

/** Returns a state value in one line, such as `guest.login` or `panel.open.seen · reading.idle`. */
export function valueText(value: StateValue | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  return Object.entries(value)
    .map(([key, inner]) => {
      const text = valueText(inner)
      return text ? `${key}.${text}` : key
    })
    .join(' · ')
}
