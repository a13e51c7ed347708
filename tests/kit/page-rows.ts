import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, getNextTransitions } from 'xstate'
import type { Model } from './model.ts'
import { type Outcome, outcomesOf } from './outcome.ts'
import { textsAlso } from './page-texts.ts'
import { type Arrival, arrivalOf, type Seen } from './seen.ts'
import { nameOf, nodesOf, where } from './states.ts'
import { factsOf, whyOf } from './why.ts'

/**
 * A step in a state: its sentence with the deciding facts, its outcome, and the texts that the player sees in addition
 * to the target state's own texts.
 */
export type Row = Outcome & { from: string; words: string; sees: string }
/** A row whose texts are not yet known. */
type Taken = Omit<Row, 'sees'> & { arrival: Arrival }

export const START = 'start'
export const EVERYWHERE = 'every state'

/** The state that handles an event. In a parallel machine, states of several regions may handle it. */
function handlerOf(snapshot: AnyMachineSnapshot, { type }: EventObject): string {
  const sources = getNextTransitions(snapshot).flatMap(({ eventType, source }) => (eventType === type ? [source] : []))
  const inner = new Set(
    sources.filter((one) => !sources.some((other) => other !== one && other.id.startsWith(`${one.id}.`))).map(nameOf),
  )
  return [...inner].join(' + ') || EVERYWHERE
}

/** Returns a comparator of headings. The start comes first, then `every state`, then the states in source order. */
export function inOrder(machine: AnyStateMachine) {
  const names = [START, EVERYWHERE, ...nodesOf(machine.root).map(nameOf)]
  const place = (heading: string) => names.indexOf(heading.split(' + ')[0] ?? '')
  return (a: string, b: string) => place(a) - place(b) || a.localeCompare(b)
}

const textOf = ({ from, words, to, does }: Taken) => [from, words, to, does].join('\n')

/**
 * Adds the deciding facts to each step of a group with the same sentence but different outcomes. `shown` formats the
 * texts that the given steps add.
 */
function explained(
  group: readonly { facts: Record<string, string>; taken: Taken }[],
  shown: (taken: readonly Taken[]) => string,
): Taken[] {
  const cases = group.map(({ facts, taken }) => ({ facts, outcome: `${taken.to} ${taken.does}`, taken }))
  if (new Set(cases.map(({ outcome }) => outcome)).size === 1) return group.map(({ taken }) => taken)
  const why = whyOf(cases, (some) => shown(some.map(({ taken }) => taken)))
  return group.map(({ taken }, at) => ({ ...taken, words: `${taken.words} (${why[at]})` }))
}

/** Returns every distinct step of a model, in the source order of its states and cases. */
export function rowsOf(model: Model, seen: Seen): Row[] {
  const { graph, words: written, facts, config } = model
  const { machine, starts } = config
  const explored = graph()
  const outcomeOf = outcomesOf(machine, Object.values<unknown>(starts)[0])
  const steps = explored.edges.map(({ before, step: { event, words, state } }) => {
    const outcome = outcomeOf({ before, event, after: state })
    const arrival = arrivalOf(model, { words, state })
    const taken: Taken = { from: handlerOf(before, event), words, arrival, ...outcome }
    return { facts: factsOf(before, facts(before)), taken }
  })
  const begun = explored.starts.map(({ step: { words, state } }): Taken => {
    return { from: START, words, to: where(state), does: '', arrival: arrivalOf(model, { words, state }) }
  })
  const shown = (taken: readonly Taken[]) =>
    textsAlso(
      seen,
      taken.map(({ arrival }) => arrival),
    )
  const groups = Map.groupBy(steps, ({ taken: { from, words } }) => `${from}: ${words}`)
  const headings = inOrder(machine)
  const order = ({ words }: Taken) => written.findIndex((one) => words === one || words.startsWith(`${one} (`))
  const sorted = [...groups.values()]
    .flatMap((group) => explained(group, shown))
    .sort((a, b) => headings(a.from, b.from) || order(a) - order(b) || (textOf(a) < textOf(b) ? -1 : 1))
  return [...Map.groupBy([...begun, ...sorted], textOf).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ from: first.from, words: first.words, to: first.to, does: first.does, sees: shown(same) }] : []
  })
}
