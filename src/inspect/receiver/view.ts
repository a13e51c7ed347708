import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { APP } from '../protocol.ts'
import { eventText } from './definition.ts'
import type { Entry } from './log.ts'
import { type receiverMachine, shownLog } from './receiver.machine.ts'
import { type Actor, isElsewhere, type Message, nameIn, valueText, type World } from './world.ts'

export type ReceiverRef = ActorRefFrom<typeof receiverMachine>
export type State = SnapshotFrom<typeof receiverMachine>

/** True while a past moment is selected. */
export const isPast = (s: State): boolean => s.matches({ view: 'past' })
/** Returns the number of log entries up to the selected moment. */
export const positionOf = (s: State): number => (isPast(s) ? s.context.at : shownLog(s.context).entries.length)

/** Returns all actors at the selected moment. */
export const worldOf = (s: State): World => worldAt(s, positionOf(s))

const numberOf = ({ sessionId }: Actor) => Number(sessionId.replace(/\D/g, ''))

/** Returns all actors after the first `at` messages. */
function worldAt(s: State, at: number): World {
  const { base, entries } = shownLog(s.context)
  return entries[at - 1]?.world ?? base
}

/** Returns the newest page or dialog. Session ids are numbered in the order in which the actors were created. */
const newestRoot = (actors: readonly Actor[]): Actor | undefined =>
  actors
    .filter(({ parentId, hasEnded }) => parentId === APP && !hasEnded)
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .at(-1)

/**
 * Returns the actor whose chart is shown: the chosen one, or the newest page or dialog if none is chosen. A live actor
 * with the chosen name is preferred to a stopped one.
 */
export function chosenOf(s: State): Actor | undefined {
  const actors = [...worldOf(s).values()]
  const { chosen } = s.context
  const named = actors.filter(({ name }) => name === chosen)
  return named.findLast(({ hasEnded }) => !hasEnded) ?? named.at(-1) ?? newestRoot(actors)
}

/**
 * Returns the chosen actor as it was at the moment to compare with, or undefined if no such moment is selected or the
 * actor did not exist then.
 */
export function comparedOf(s: State): Actor | undefined {
  const { compared } = s.context
  const name = chosenOf(s)?.name
  return compared === null ? undefined : [...worldAt(s, compared).values()].findLast((actor) => actor.name === name)
}

/** A log row as the inspector displays it. `detail` is its expanded content. */
export type LogRow = {
  at: number
  kind: 'event' | 'state' | 'begin' | 'end'
  time: string
  text: string
  detail: object
} & {
  from: string
  to: string
}

const timeOf = ({ createdAt }: Message) => {
  const date = new Date(Number(createdAt))
  const two = (part: number) => String(part).padStart(2, '0')
  const ms = String(date.getMilliseconds()).padStart(3, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`
}

/**
 * Returns the row for a log entry, or null if the entry is not shown. A snapshot is shown only if its actor changes
 * state or stops.
 */
function rowOf({ message, world }: Entry, before: World, at: number): LogRow | null {
  const time = timeOf(message)
  const to = nameIn(world, message.sessionId)
  if (message.type === '@xstate.event') {
    const from = nameIn(before, message.sourceId)
    const text = eventText(message.event.type)
    if (text === null) return null
    return { at, kind: 'event', time, from, to, text, detail: message.event }
  }
  const state = valueText(message.snapshot.value)
  const row = { at, time, from: '', to, detail: message.snapshot }
  if (message.type === '@xstate.actor') return { ...row, kind: 'begin', text: state || 'begins' }
  const old = before.get(message.sessionId)
  if (old?.hasEnded === false && message.snapshot.status !== 'active')
    return { ...row, kind: 'end', text: [state, message.snapshot.status].filter(Boolean).join(' · ') }
  return isElsewhere(before, world, message.sessionId) ? { ...row, kind: 'state', text: state } : null
}

/** Returns the rows of the log, filtered by text and, if requested, by the chosen actor. */
export function rowsOf(s: State): LogRow[] {
  const { base, entries } = shownLog(s.context)
  const text = s.context.text.trim().toLowerCase()
  const own = s.context.isOwn ? chosenOf(s)?.name : undefined
  return entries.flatMap((entry, index) => {
    const row = rowOf(entry, entries[index - 1]?.world ?? base, index + 1)
    if (!row || (own && row.from !== own && row.to !== own)) return []
    return `${row.from} ${row.to} ${row.text}`.toLowerCase().includes(text) ? [row] : []
  })
}
