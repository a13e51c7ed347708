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
} from 'xstate'
import { type AdjacencyValue, getAdjacencyMap } from 'xstate/graph'
import type { CallName } from '#contract/calls.ts'
import type { Failure } from '#contract/failure.ts'

/** Payloads of one event by what they mean, as a sentence: "the player enters 100 baht". */
type Cases<P> = Record<string, P>
type OwnEvent<M extends AnyStateMachine> = Exclude<EventFromLogic<M>['type'], `xstate.${string}`>
/** The event of a type, also of one that shares its shape with others. */
export type EventOf<M extends AnyStateMachine, T extends string, E = EventFromLogic<M>> = E extends { type: string }
  ? T extends E['type']
    ? Omit<E, 'type'> & { type: T }
    : never
  : never
type Payload<M extends AnyStateMachine, T extends string> = Omit<EventOf<M, T>, 'type'>

/** A machine, and everything that can be told apart about what happens to it. */
export type ModelConfig<M extends AnyStateMachine> = {
  machine: M
  /** How it begins: what goes in, by what that means. */
  starts: Cases<InputFrom<M>>
  events: { [T in OwnEvent<M>]: Cases<Payload<M, T>> }
  /** What each invoked actor may answer, by its id. */
  outcomes?: Record<string, { done?: Cases<unknown>; error?: Cases<Failure> }>
  /** What an invoked actor asks of the server, by its id, where that is not the one call of its name. */
  calls?: Record<string, readonly CallName[]>
  /** Whole ways, beside those that together take every step: their sentences, from a start to an end. */
  stories?: readonly (readonly string[])[]
  /** Events and answers that come only in some situations: only there a path has them, but for a story. */
  only?: { [T in OwnEvent<M>]?: (snapshot: SnapshotFrom<M>, event: EventOf<M, T>) => boolean } & {
    [T in `xstate.done.actor.${string}`]?: (snapshot: SnapshotFrom<M>, event: { output: never }) => boolean
  }
  /** The part of the context that makes two visits of a state different: what guards read, and the failure's code. */
  facts?: (context: ContextFrom<M>) => unknown
  /** The requirements behind a state, an event, an invoked actor or a delay, by its name, or of a case, by its words: `phone: 'R251, D-38'`. */
  cites?: Record<string, string>
}

/** One step of a path: what happens, in words, and where it leads. The first step is the start, its event holds the input. */
export type Step = { event: EventObject; words: string; state: AnyMachineSnapshot }
/** A way through the machine from its start. */
export type Path = readonly Step[]
const initOf = (input: unknown) => ({ type: 'xstate.init', input }) as EventObject
/** What goes into the machine as a path begins. */
export const inputOf = (path: Path) => (path[0]?.event as { input?: object } | undefined)?.input
/** `edges`: together they take every step at least once; `shortest`: one to each situation; `simple`: all that come by no situation twice. */
export const PATH_KINDS = ['edges', 'shortest', 'simple'] as const
export type PathKind = (typeof PATH_KINDS)[number]

type Only = (snapshot: never, event: never) => boolean

export type Model<M extends AnyStateMachine = AnyStateMachine> = {
  config: ModelConfig<M>
  /** What tells two situations of the machine apart. */
  key: (snapshot: AnyMachineSnapshot) => string
  /** Ways through the explored graph, and with `edges`, which is meant without a kind, the stories. */
  paths: (kind?: PathKind) => Path[]
}

/** A path that is found ends after so many steps, so that it can be read aloud. */
const LONGEST = 12

/** Binds a machine to its cases. */
export function defineModel<M extends AnyStateMachine>(config: ModelConfig<M>): Model<M> {
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
      offer({ type: `xstate.done.actor.${id}`, output } as EventObject, `${id} answers: ${name}`)
    for (const [name, failure] of Object.entries(error))
      offer({ type: `xstate.error.actor.${id}`, error: failure } as EventObject, `${id} fails: ${name}`)
  }

  const key = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, config.facts?.(snapshot.context) ?? null, snapshot.status])
  /** Only what this state itself listens to: an error nobody handles would end the machine. */
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
    return after ? `time passes: ${after[1]}` : (words.get(JSON.stringify(event)) ?? event.type)
  }

  const pathOf = ({ start, way }: Way): Path => [
    start.step,
    ...way.map(({ event, state }) => ({ event, words: sentence(event), state })),
  ]
  /** Goes by sentences, also where the graph does not, for as long as they can happen: what breaks off is seen in the list. */
  const tell = ([start = '', ...happenings]: readonly string[]): Path => {
    if (!Object.hasOwn(config.starts, start)) throw new Error(`${config.machine.id}: nothing begins with "${start}"`)
    const input = config.starts[start]
    let state: AnyMachineSnapshot = getInitialSnapshot<AnyStateMachine>(config.machine, input)
    const path: Step[] = [{ event: initOf(input), words: start, state }]
    for (const words of happenings) {
      const event = heard(state).find((each) => sentence(each) === words)
      if (!event) break
      state = getNextSnapshot<AnyStateMachine>(config.machine, state, event)
      path.push({ event, words, state })
    }
    return path
  }
  const paths = (kind: PathKind = 'edges') => {
    const stories = kind === 'edges' ? (config.stories ?? []).map(tell) : []
    const ways = waysOf[kind](explore(config, key, possible)).map(pathOf)
    return [...ways, ...stories].sort((a, b) => a.length - b.length)
  }
  return { config, key, paths }
}

type Edge = { from: string; to: string; event: EventObject; state: AnyMachineSnapshot }
type Start = { key: string; step: Step }
type Graph = { starts: Start[]; edges: Edge[] }
type Way = { start: Start; way: Edge[] }

function explore<M extends AnyStateMachine>(
  { machine, starts }: ModelConfig<M>,
  key: (snapshot: AnyMachineSnapshot) => string,
  events: (snapshot: AnyMachineSnapshot) => EventObject[],
): Graph {
  const edges = new Map<string, Edge>()
  const begun = Object.entries(starts).map(([words, input]): Start => {
    const map = getAdjacencyMap<AnyMachineSnapshot, EventObject, unknown>(machine, {
      input,
      serializeState: key,
      events,
    })
    const vertices = Object.entries(map as Record<string, AdjacencyValue<AnyMachineSnapshot, EventObject>>)
    for (const [from, { transitions }] of vertices)
      for (const [name, { event, state }] of Object.entries(transitions))
        edges.set(`${from} ${name}`, { from, to: key(state), event, state })
    const [first] = vertices
    if (!first) throw new Error(`${machine.id} has no states`)
    return { key: first[0], step: { event: initOf(input), words, state: first[1].state } }
  })
  return { starts: begun, edges: [...edges.values()] }
}

/** The shortest way from a start to every situation. */
function shortest({ starts, edges }: Graph): Map<string, Way> {
  const ways = new Map(starts.map((start) => [start.key, { start, way: [] as Edge[] }]))
  const queue = starts.map(({ key }) => key)
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const here = ways.get(at)
    for (const edge of edges)
      if (here && edge.from === at && !ways.has(edge.to)) {
        ways.set(edge.to, { start: here.start, way: [...here.way, edge] })
        queue.push(edge.to)
      }
  }
  return ways
}

/** Starts at the open edge farthest out, goes on over open edges for as long as there are some, and begins anew. */
function coverEdges(graph: Graph): Way[] {
  const ways = shortest(graph)
  const open = new Set(graph.edges)
  const depth = ({ from }: Edge) => ways.get(from)?.way.length ?? 0
  const found: Way[] = []
  while (open.size > 0) {
    const farthest = [...open].reduce((best, edge) => (depth(edge) > depth(best) ? edge : best))
    const begin = ways.get(farthest.from)
    if (!begin) throw new Error(`no way leads to ${farthest.from}`)
    const way = [...begin.way]
    for (const edge of way) open.delete(edge)
    for (let next: Edge | undefined = farthest; next; ) {
      way.push(next)
      open.delete(next)
      const at: string = next.to
      next = way.length < LONGEST ? [...open].find((edge) => edge.from === at) : undefined
    }
    found.push({ start: begin.start, way })
  }
  return found
}

/** More than this nobody reads, and no machine here needs. */
const MOST = 20_000

/** Every way that comes by no situation twice. Throws when there are too many. */
function simple({ starts, edges }: Graph): Way[] {
  const from = Map.groupBy(edges, (edge) => edge.from)
  const found: Way[] = []
  const go = (start: Start, way: Edge[], at: string, seen: ReadonlySet<string>) => {
    const on = (from.get(at) ?? []).filter(({ to }) => !seen.has(to))
    if (on.length === 0) found.push({ start, way })
    if (found.length > MOST) throw new Error(`more than ${MOST} simple paths`)
    for (const edge of on) go(start, [...way, edge], edge.to, new Set([...seen, edge.to]))
  }
  for (const start of starts) go(start, [], start.key, new Set([start.key]))
  return found
}

const waysOf: Record<PathKind, (graph: Graph) => Way[]> = {
  edges: coverEdges,
  shortest: (graph) => [...shortest(graph).values()],
  simple,
}
