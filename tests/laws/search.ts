/** A law that must hold in every situation. `cites`: its requirements. */
export type Law<World> = { name: string; sentence: string; cites: string; holds: (world: World) => boolean }

/** A move in words, and as data from which it can be repeated on live machines. */
export type Told<Move> = { words: string; move: Move }
/** Receives a move: the resulting world, whether the move is a fault, and a function that describes it. */
export type Emit<World, Move = unknown> = (next: World, isFault: boolean, told: () => Told<Move>) => void

/**
 * A system to explore. `situationOf` returns equal strings for equal situations, so worlds that differ only in names
 * count once. A fault is a move that the player, the network and the server do not need for progress.
 */
export type System<World, Move = unknown> = {
  first: World
  situationOf: (world: World) => string
  worldOf: (situation: string) => World
  expand: (world: World, emit: Emit<World, Move>) => void
  laws: readonly Law<World>[]
  /** True if the player has learned the outcome of each change. */
  isSettled: (world: World) => boolean
  /** Describes what the player has read, and what the server has done. */
  endOf?: (world: World) => string
}

/** A broken law, and the shortest story that breaks it. `end`: what `endOf` returns for the last world of the story. */
export type Broken = { law: string; story: string[]; end?: string | undefined }
/** `isExhaustive`: the search explored every situation within the system's bounds. */
export type Result = { situations: number; moves: number; isExhaustive: boolean; broken: Broken[] }

/** Laws about what remains reachable from every situation. */
export const LIVENESS = {
  canSettle: {
    name: 'can settle',
    sentence:
      'Whatever has gone wrong, there is never a dead end: the player can still learn the outcome of each change.',
    cites: 'R385',
  },
  getsOn: {
    name: 'gets on',
    sentence: 'Once nothing more goes wrong, a player who keeps using the page does learn the outcome of each change.',
    cites: 'R385',
  },
} as const

/** A growable list of integers. */
class Numbers {
  #values = new Int32Array(1 << 16)
  length = 0

  push(value: number) {
    if (this.length === this.#values.length) {
      const grown = new Int32Array(this.length * 2)
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] as number
  }
}

/** The moves found by the search. Situations are identified by their numbers. */
class Edges {
  readonly #from = new Numbers()
  readonly #to = new Numbers()
  readonly #faults = new Numbers()

  get length(): number {
    return this.#to.length
  }

  push(from: number, to: number, isFault: boolean) {
    this.#from.push(from)
    this.#to.push(to)
    this.#faults.push(isFault ? 1 : 0)
  }

  /** Returns the first of `count` situations from which no goal can be reached, or -1 if there is none. */
  firstStuck(count: number, goals: readonly number[], withFaults: boolean): number {
    const last = new Int32Array(count).fill(-1)
    const earlier = new Int32Array(this.length).fill(-1)
    for (let edge = 0; edge < this.length; edge++) {
      if (!withFaults && this.#faults.at(edge)) continue
      const to = this.#to.at(edge)
      earlier[edge] = last[to] as number
      last[to] = edge
    }
    const reaches = new Uint8Array(count)
    const open = [...goals]
    for (const goal of goals) reaches[goal] = 1
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (let edge = last[at] as number; edge >= 0; edge = earlier[edge] as number) {
        const from = this.#from.at(edge)
        if (reaches[from]) continue
        reaches[from] = 1
        open.push(from)
      }
    return reaches.indexOf(0)
  }
}

/** Finds the move that leads from a world to a situation. */
function moveTo<World>({ expand, situationOf }: System<World>, world: World, situation: string) {
  const found: { next: World; words: string }[] = []
  expand(world, (next, _, told) => {
    if (found.length === 0 && situationOf(next) === situation) found.push({ next, words: told().words })
  })
  if (!found[0]) throw new Error('no move leads to the next situation of a story')
  return found[0]
}

/** Describes the moves that lead from the first world through the given situations, and the end. */
function storyOf<World>(system: System<World>, situations: readonly string[]): Omit<Broken, 'law'> {
  let world = system.first
  const story = situations.map((situation) => {
    const { next, words } = moveTo(system, world, situation)
    world = next
    return words
  })
  return { story, end: system.endOf?.(world) }
}

type Options = { limit?: number; isQuick?: boolean }

/**
 * Explores every situation in breadth-first order and checks the laws in each. Stops after `limit` situations.
 * `isQuick`: stops at the first broken law and skips the liveness laws.
 */
export function search<World>(system: System<World>, { limit = 6_000_000, isQuick = false }: Options = {}): Result {
  const first = system.situationOf(system.first)
  const numbers = new Map([[first, 0]])
  const situations = [first]
  const parents = new Numbers()
  parents.push(-1)
  const edges = new Edges()
  const goals: number[] = []
  const broken = new Map<string, number>()
  let at = 0
  const emit: Emit<World> = (next, isFault) => {
    const situation = system.situationOf(next)
    let to = numbers.get(situation)
    if (to === undefined) {
      to = situations.push(situation) - 1
      numbers.set(situation, to)
      parents.push(at)
    }
    edges.push(at, to, isFault)
  }
  for (; at < situations.length && situations.length < limit && !(isQuick && broken.size > 0); at++) {
    const world = system.worldOf(situations[at] as string)
    for (const { name, holds } of system.laws) if (!broken.has(name) && !holds(world)) broken.set(name, at)
    if (system.isSettled(world)) goals.push(at)
    system.expand(world, emit)
  }
  const isExhaustive = at === situations.length
  if (isExhaustive)
    for (const { name } of Object.values(LIVENESS)) {
      const stuck = edges.firstStuck(at, goals, name === LIVENESS.canSettle.name)
      if (stuck >= 0) broken.set(name, stuck)
    }
  const wayTo = (end: number): string[] => (end === 0 ? [] : [...wayTo(parents.at(end)), situations[end] as string])
  return {
    situations: situations.length,
    moves: edges.length,
    isExhaustive,
    broken: [...broken].map(([law, end]) => ({ law, ...storyOf(system, wayTo(end)) })),
  }
}
