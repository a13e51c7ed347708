import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  type EventObject,
  getInitialSnapshot,
  getNextSnapshot,
  getNextTransitions,
  type InputFrom,
  type SnapshotFrom,
  type StateValue,
} from 'xstate'
import type { CallName } from '#contract/calls.ts'
import type { Failure } from '#contract/failure.ts'
import { answered, failed } from './answered.ts'
import { Coverage, stepCoverage } from './coverage.ts'
import { cover, type Edge, explore, type Graph, initOf, shortest, simple, type Way } from './graph.ts'
import { where } from './states.ts'

/** The payloads of one event, each named by a sentence such as "the player enters 100 baht". */
type Cases<P> = Record<string, P>
type OwnEvent<M extends AnyStateMachine> = Exclude<EventFromLogic<M>['type'], `xstate.${string}`>
/** The member of the event union with this type, even if several types share one shape. */
export type EventOf<M extends AnyStateMachine, T extends string, E = EventFromLogic<M>> = E extends { type: string }
  ? T extends E['type']
    ? Omit<E, 'type'> & { type: T }
    : never
  : never
type Payload<M extends AnyStateMachine, T extends string> = Omit<EventOf<M, T>, 'type'>

/** A machine with named cases for its inputs, its events and its actors' results. */
export type ModelConfig<M extends AnyStateMachine> = {
  machine: M
  /** The inputs with which the machine can start, by name. */
  starts: Cases<InputFrom<M>>
  events: { [T in OwnEvent<M>]: Cases<Payload<M, T>> }
  /** The results of each invoked actor, by the actor's id. */
  outcomes?: Record<string, { done?: Cases<unknown>; error?: Cases<Failure> }>
  /**
   * The calls that an invoked actor makes, by the actor's id. Not needed for an actor that is named after its only
   * call.
   */
  calls?: Record<string, readonly CallName[]>
  /** Complete paths by name, each given as its sentences from a start to an end. */
  stories?: Record<string, readonly string[]>
  /** Limits events and results to the situations in which they are possible. Does not apply to stories. */
  only?: { [T in OwnEvent<M>]?: (snapshot: SnapshotFrom<M>, event: EventOf<M, T>) => boolean } & {
    [T in `xstate.done.actor.${string}`]?: (snapshot: SnapshotFrom<M>, event: { output: never }) => boolean
  }
  /**
   * The data that distinguishes two visits to a state: what the guards read, and the failure code. Leave out data that
   * the machine no longer reads in that state.
   */
  facts?: (context: ContextFrom<M>, snapshot: SnapshotFrom<M>) => Record<string, unknown>
  /**
   * The requirements behind a state, event, invoked actor or delay, by its name, or behind a case, by its sentence.
   * Example: `phone: 'R251, D-38'`.
   */
  cites?: Record<string, string>
}

type LeafOf<V> = V extends string ? V : { [K in keyof V & string]: `${K}.${LeafOf<V[K]>}` }[keyof V & string]
/** The names of a machine's leaf states as returned by `nameOf`, such as `live.waiting`. */
export type StateName<M extends AnyStateMachine, V = SnapshotFrom<M>['value']> = StateValue extends V
  ? string
  : LeafOf<V>

/**
 * One step of a path: its sentence, and the state it leads to. The first step is the start, whose event contains the
 * input.
 */
export type Step = { event: EventObject; words: string; state: AnyMachineSnapshot }
/** A path through the machine from its start. */
export type Path = readonly Step[]
/** The input with which the machine starts on this path. */
export const inputOf = (path: Path) => (path[0]?.event as { input?: object } | undefined)?.input
/**
 * The kinds of paths:
 * - `steps`: paths that together take every different step (state, event, state), every transition and both results of
 *   every guard
 * - `edges`: paths that together take every edge of the explored graph
 * - `shortest`: one path to each situation
 * - `simple`: all paths that visit no situation twice
 */
export const PATH_KINDS = ['steps', 'edges', 'shortest', 'simple'] as const
export type PathKind = (typeof PATH_KINDS)[number]

type Only = (snapshot: never, event: never) => boolean

export type Model<M extends AnyStateMachine = AnyStateMachine, C extends ModelConfig<M> = ModelConfig<M>> = {
  config: C
  /** Returns a key of the state and the facts, which is equal only for the same situation. */
  key: (snapshot: AnyMachineSnapshot) => string
  /** The facts of a situation, by name. */
  facts: (snapshot: AnyMachineSnapshot) => Record<string, unknown>
  /** The sentences for all starts, events and results, in source order. */
  words: readonly string[]
  /** The explored graph. */
  graph: () => Graph
  /** The stories as paths. */
  stories: () => Path[]
  /**
   * Returns paths through the explored graph, by default of the kind `steps`. The kinds `steps` and `edges` include the
   * stories.
   */
  paths: (kind?: PathKind) => Path[]
}

/**
 * Describes a delay, such as `after 5 s (CHAT_CHECK)`. Writes `after a while` if its duration depends on the situation.
 */
function delayWords({ implementations: { delays } }: AnyStateMachine, name: string): string {
  const wait: unknown = delays[name]
  return `after ${typeof wait === 'number' ? `${wait / 1000} s` : 'a while'} (${name})`
}

/** Binds a machine to its cases. */
export function defineModel<M extends AnyStateMachine, const C extends ModelConfig<M>>(
  config: C & { machine: M },
): Model<M, C> {
  const words = new Map<string, string>()
  const byType = new Map<string, EventObject[]>()
  const offer = (event: EventObject, sentence: string) => {
    words.set(JSON.stringify(event), sentence)
    byType.set(event.type, [...(byType.get(event.type) ?? []), event])
  }
  for (const [type, cases] of Object.entries<Cases<object>>(config.events))
    for (const [sentence, payload] of Object.entries(cases)) offer({ type, ...payload }, sentence)
  for (const [id, { done = {}, error = {} }] of Object.entries(config.outcomes ?? {})) {
    for (const [name, output] of Object.entries(done))
      offer({ type: `xstate.done.actor.${id}`, output } as EventObject, answered(id, name))
    for (const [name, failure] of Object.entries(error))
      offer({ type: `xstate.error.actor.${id}`, error: failure } as EventObject, failed(id, name))
  }

  const facts = (snapshot: AnyMachineSnapshot) => config.facts?.(snapshot.context, snapshot as never) ?? {}
  const key = (snapshot: AnyMachineSnapshot) => JSON.stringify([snapshot.value, facts(snapshot), snapshot.status])
  /**
   * The events that the machine handles in this situation. Others are left out, because an unhandled actor error would
   * stop the machine.
   */
  const heard = (snapshot: AnyMachineSnapshot): EventObject[] => {
    if (snapshot.status !== 'active') return []
    const types = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType))
    return [...types].flatMap((type) => byType.get(type) ?? (type.startsWith('xstate.after.') ? [{ type }] : []))
  }
  const only: Record<string, Only | undefined> = config.only ?? {}
  const possible = (snapshot: AnyMachineSnapshot) =>
    heard(snapshot).filter((event) => only[event.type]?.(snapshot as never, event as never) !== false)
  const sentence = (event: EventObject) => {
    const after = /^xstate\.after\.([^.]+)\./.exec(event.type)
    return after ? delayWords(config.machine, String(after[1])) : (words.get(JSON.stringify(event)) ?? event.type)
  }

  const coverage = new Coverage(config.machine)
  const machine = coverage.watch(config.machine)
  let explored: Graph | undefined
  const graph = () => {
    explored ??= explore({ machine, starts: config.starts, key, events: possible, sentence })
    return explored
  }
  /**
   * Follows the sentences of a story, even outside the graph. Stops at an impossible sentence, so that the shortened
   * path reveals the mistake.
   */
  const tell = ([start = '', ...happenings]: readonly string[]): Path => {
    if (!Object.hasOwn(config.starts, start)) throw new Error(`${config.machine.id}: no path begins with "${start}"`)
    const input = config.starts[start]
    let state: AnyMachineSnapshot = getInitialSnapshot<AnyStateMachine>(machine, input)
    const path: Step[] = [{ event: initOf(input), words: start, state }]
    for (const words of happenings) {
      const event = heard(state).find((each) => sentence(each) === words)
      if (!event) break
      state = getNextSnapshot<AnyStateMachine>(machine, state, event)
      path.push({ event, words, state })
    }
    return path
  }

  /** Finds paths for every step that a person can tell apart. A step that is part of a story needs no other path. */
  const coverSteps = (graph: Graph, stories: Path[]): Way[] => {
    const input = Object.values<unknown>(config.starts)[0]
    const reach = stepCoverage(machine, coverage, input)
    const goalsOf = ({ before, step: { event, words, state } }: Pick<Edge, 'before' | 'step'>) => [
      `${where(before)}: ${words} → ${where(state)}`,
      ...reach(before, event),
    ]
    const told = stories.flatMap((path) =>
      path.slice(1).map((step, at) => ({ before: (path[at] as Step).state, step })),
    )
    return cover(graph, goalsOf, {
      starts: stories.flatMap(([start]) => start?.words ?? []),
      goals: told.flatMap(goalsOf),
    })
  }
  const ways: Record<PathKind, (graph: Graph, stories: Path[]) => Way[]> = {
    steps: coverSteps,
    edges: (graph) => cover(graph, (edge) => [edge]),
    shortest: (graph) => [...shortest(graph).values()],
    simple,
  }
  const stories = () => Object.values(config.stories ?? {}).map(tell)
  const paths = (kind: PathKind = 'steps') => {
    const told = kind === 'steps' || kind === 'edges' ? stories() : []
    const found = ways[kind](graph(), told).map(({ start, way }) => [start.step, ...way.map(({ step }) => step)])
    return [...found, ...told].sort((a, b) => a.length - b.length)
  }
  return { config, key, facts, words: [...Object.keys(config.starts), ...words.values()], graph, stories, paths }
}
