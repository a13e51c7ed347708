import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate'
import { type AdjacencyValue, getAdjacencyMap } from 'xstate/graph'
import type { Step } from './model.ts'

/** One step of the explored graph, between two situations, each identified by its key. */
export type Edge = { from: string; to: string; before: AnyMachineSnapshot; step: Step }
/** How a machine starts, and the key of its first situation. */
type Start = { key: string; step: Step }
export type Graph = { starts: Start[]; edges: Edge[] }
export type Way = { start: Start; way: Edge[] }

type Explored = {
  machine: AnyStateMachine
  starts: Record<string, unknown>
  /** Returns a situation's key. Different situations have different keys. */
  key: (snapshot: AnyMachineSnapshot) => string
  /** Lists the events that are possible in a situation. */
  events: (snapshot: AnyMachineSnapshot) => EventObject[]
  /** Describes an event in words. */
  sentence: (event: EventObject) => string
}

/** Explores a machine from each of its starts. */
export function explore({ machine, starts, key, events, sentence }: Explored): Graph {
  const edges = new Map<string, Edge>()
  const keys = new WeakMap<AnyMachineSnapshot, string>()
  const keyOf = (snapshot: AnyMachineSnapshot) => {
    const known = keys.get(snapshot) ?? key(snapshot)
    keys.set(snapshot, known)
    return known
  }
  const begun = Object.entries(starts).map(([words, input]): Start => {
    const map = getAdjacencyMap<AnyMachineSnapshot, EventObject, unknown>(machine, {
      input,
      serializeState: keyOf,
      events,
    })
    const vertices = Object.entries(map as Record<string, AdjacencyValue<AnyMachineSnapshot, EventObject>>)
    for (const [from, { state: before, transitions }] of vertices)
      for (const [name, { event, state }] of Object.entries(transitions))
        edges.set(`${from} ${name}`, {
          from,
          to: keyOf(state),
          before,
          step: { event, words: sentence(event), state },
        })
    const [first] = vertices
    if (!first) throw new Error(`${machine.id} has no states`)
    return { key: first[0], step: { event: initOf(input), words, state: first[1].state } }
  })
  return { starts: begun, edges: [...edges.values()] }
}

/** The event that starts a machine. */
export const initOf = (input: unknown) => ({ type: 'xstate.init', input }) as EventObject

/** Returns the shortest path from a start to every situation. */
export function shortest({ starts, edges }: Graph): Map<string, Way> {
  const ways = new Map(starts.map((start) => [start.key, { start, way: [] as Edge[] }]))
  const queue = starts.map(({ key }) => key)
  const from = Map.groupBy(edges, (edge) => edge.from)
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const here = ways.get(at)
    for (const edge of from.get(at) ?? [])
      if (here && !ways.has(edge.to)) {
        ways.set(edge.to, { start: here.start, way: [...here.way, edge] })
        queue.push(edge.to)
      }
  }
  return ways
}

/** The number of steps up to which a path is extended, so that people can follow it. */
const LONGEST = 12

type Edges = ReadonlyMap<string, readonly Edge[]>

/**
 * Returns the shortest path from a situation through an open edge, or an empty path if that takes more than `most`
 * steps.
 */
function wayToOpen(at: string, edges: Edges, isOpen: (edge: Edge) => boolean, most: number): Edge[] {
  const seen = new Set([at])
  let ways: Edge[][] = [[]]
  for (let length = 1; length <= most; length++) {
    const longer = ways.flatMap((way) => (edges.get(way.at(-1)?.to ?? at) ?? []).map((edge) => [...way, edge]))
    const found = longer.find((way) => way.slice(-1).some(isOpen))
    if (found) return found
    ways = longer.filter((way) => {
      const to = way.at(-1)?.to ?? at
      return !seen.has(to) && seen.add(to)
    })
  }
  return []
}

/**
 * Finds paths that together cover every start and every goal of the edges, except the `known` ones, which other paths
 * cover. An edge is open while one of its goals is not covered.
 *
 * A path goes to the most distant open edge and continues to the nearest open ones while it is shorter than `LONGEST`.
 */
export function cover<Goal>(
  graph: Graph,
  goalsOf: (edge: Edge) => readonly Goal[],
  known: { starts: readonly string[]; goals: readonly Goal[] } = { starts: [], goals: [] },
): Way[] {
  const begins = shortest(graph)
  const edges = Map.groupBy(graph.edges, ({ from }) => from)
  const goals = new Map(graph.edges.map((edge) => [edge, goalsOf(edge)]))
  const missing = new Set([...goals.values()].flat())
  for (const goal of known.goals) missing.delete(goal)
  const isOpen = (edge: Edge) => goals.get(edge)?.some((goal) => missing.has(goal)) === true
  const depth = ({ from }: Edge) => begins.get(from)?.way.length ?? 0
  const go = (start: Start, first: readonly Edge[]): Way => {
    const way: Edge[] = []
    for (let next = first; next.length > 0; ) {
      way.push(...next)
      for (const goal of next.flatMap((edge) => goals.get(edge) ?? [])) missing.delete(goal)
      next = wayToOpen(way.at(-1)?.to ?? '', edges, isOpen, LONGEST - way.length)
    }
    return { start, way }
  }
  const found = graph.starts
    .filter(({ step }) => !known.starts.includes(step.words))
    .map((start) => go(start, wayToOpen(start.key, edges, isOpen, LONGEST)))
  for (let open = graph.edges.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    const farthest = open.reduce((best, edge) => (depth(edge) > depth(best) ? edge : best))
    const begin = begins.get(farthest.from)
    if (!begin) throw new Error(`no way leads to ${farthest.from}`)
    found.push(go(begin.start, [...begin.way, farthest]))
  }
  return found
}

/** The maximum number of simple paths. No machine here has more, and nobody would read more. */
const MOST = 20_000

/** Returns every path that visits no situation twice. Throws if there are too many. */
export function simple({ starts, edges }: Graph): Way[] {
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
