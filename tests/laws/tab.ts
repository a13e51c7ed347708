import { type AnyMachineSnapshot, type AnyStateMachine, getNextTransitions } from 'xstate'
import { random } from '#contract/random.ts'
import { where } from '#tests/kit/states.ts'
import { ActorSystem, type Actors, type Effect, KEY, type Message } from './actors.ts'
import { type Deciding, Memo, XSTATE } from './memo.ts'
import { textOf } from './text.ts'

/** The session storage of a tab. */
export type Stored = Readonly<Record<string, string>>

/**
 * A tab between two steps. `literals`: the keys with which this vertex was first reached. Other data refers to a key by
 * its index in `literals`.
 */
export type Vertex = {
  actors: Actors
  stored: Stored
  literals: readonly string[]
  /** The state of each machine, by address. */
  states: Readonly<Record<string, string>>
  /** The addresses of actors that are waiting for an answer. */
  waiting: readonly string[]
  /** Delayed transitions that may happen, each with the address of its machine. */
  delays: readonly { address: string; type: string }[]
  /** The keys in the tab's storage, as indices in `literals`. */
  kept: readonly number[]
}

/**
 * One step of a tab. `messages`: the events that the tab received, or null if its page was opened or closed instead.
 * `keys`: the source of each key in the vertex `to`. A source is the key's index in the previous vertex or, from
 * {@link FRESH} on, a key that the step created. The keys of effects are encoded in the same way.
 */
export type Step = {
  to: number
  messages: readonly Message[] | null
  keys: readonly number[]
  effects: readonly Effect<number>[]
  created: number
}
export const FRESH = 100

/** How a page starts: its machine, the machine's name, and the input, which may come from the tab's storage. */
export type Page = { name: string; machine: AnyStateMachine; input: () => object }

/**
 * Options for a page whose keys come from the checker, so that equal tabs have equal keys. `bytes`: the page's source
 * of random bytes.
 */
export type Named = { bytes: (length: number) => Uint8Array; deciding: Deciding }

/** The time of the clock in the checker, until days pass. */
export const NOW = Date.UTC(2026, 10, 25)

/** Returns a source of pseudo-random bytes that produces the same sequence each time. */
export function steadyBytes(): (length: number) => Uint8Array {
  let seed = 1
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed >>> 24
  }
  return (length) => Uint8Array.from({ length }, next)
}

/** Runs `act` with the storage, clock and randomness of a tab, and returns the storage afterwards. */
export function inTab(stored: Stored, bytes: (length: number) => Uint8Array, now: number, act: () => void): Stored {
  const entries = new Map(Object.entries(stored))
  const sessionStorage = {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  }
  const restore = replaced({ window: { sessionStorage } })
  const before = { now: Date.now, bytes: random.bytes }
  Date.now = () => now
  random.bytes = bytes
  try {
    act()
  } finally {
    Date.now = before.now
    random.bytes = before.bytes
    restore()
  }
  return Object.fromEntries([...entries].sort())
}

/**
 * Replacements for the parts of a context that are only displayed, by the end of the machine's address. Tabs that
 * differ only in these parts count as equal.
 */
const DISPLAYED: readonly (readonly [end: string, parts: object])[] = [
  ['/attempt', { failure: null }],
  ['/otp', { refusal: null, refusals: 0 }],
]
function deciding(address: string, context: object) {
  const [, displayed] = DISPLAYED.find(([end]) => address.endsWith(end)) ?? []
  return displayed ? { ...context, ...displayed } : context
}

/** Computes the steps of tabs and caches each of them, because XState's `transition()` takes most of the time. */
export class Tabs {
  readonly vertices: Vertex[] = []
  readonly #ids = new Map<string, number>()
  readonly #steps = new Map<string, Step>()
  readonly #page: Page
  readonly #bytes: (length: number) => Uint8Array
  readonly #memo: Memo | null

  constructor(page: Page, named?: Named) {
    this.#page = page
    this.#bytes = named?.bytes ?? steadyBytes()
    this.#memo = named ? new Memo(named.deciding) : null
  }

  /** The number of different steps computed so far. */
  get asked(): number {
    return this.#steps.size
  }

  vertex(id: number): Vertex {
    const found = this.vertices[id]
    if (!found) throw new Error(`there is no vertex ${id}`)
    return found
  }

  /** A tab without a page and with empty storage. */
  empty(): number {
    return this.#intern(new Map(), {}).to
  }

  /** Opens the page with the storage of a vertex: either reloads the page or duplicates the tab. */
  open(from: number, now = NOW): Step {
    const { name, machine, input } = this.#page
    return this.#once(`${from} opened`, from, null, (system) => system.start(name, machine, input()), now)
  }

  /** Closes the page and keeps the storage. */
  close(from: number): Step {
    return this.#once(`${from} closed`, from, null, () => {})
  }

  /** Sends events one after another. `name` identifies them in the cache of steps. */
  send(from: number, name: string, messages: readonly Message[], now = NOW): Step {
    const act = (system: ActorSystem) => {
      for (const message of messages) system.send(message)
    }
    return this.#once(`${from} ${name}`, from, messages, act, now)
  }

  #once(does: string, from: number, messages: Step['messages'], act: (system: ActorSystem) => void, now = NOW): Step {
    const name = now === NOW ? does : `${does} at ${now}`
    const known = this.#steps.get(name)
    if (known) return known
    const { actors, stored, literals, waiting } = this.vertex(from)
    const system = new ActorSystem(messages ? actors : new Map(), this.#memo ?? XSTATE)
    const after = inTab(stored, this.#bytes, now, () => act(system))
    const { to, literals: keys } = this.#intern(system.actors, after)
    const created: string[] = []
    const sourceOf = (key: string) => {
      if (literals.includes(key)) return literals.indexOf(key)
      if (!created.includes(key)) created.push(key)
      return FRESH + created.indexOf(key)
    }
    const stopped = messages ? [] : waiting.map((address) => ({ type: 'stopped', address }) as const)
    const sourceOrNull = (key: string | null) => (key === null ? null : sourceOf(key))
    const effects = system.effects.map((effect) => {
      if (effect.type === 'started') {
        const input = this.#memo ? effect.input : effect.input.replace(KEY, (key) => `#${sourceOf(key)}`)
        return { ...effect, input, key: sourceOrNull(effect.key), proof: sourceOrNull(effect.proof) }
      }
      return effect.type === 'settled' ? { ...effect, key: sourceOf(effect.key) } : effect
    })
    const step: Step = {
      to,
      messages,
      keys: keys.map(sourceOf),
      effects: [...stopped, ...effects],
      created: 0,
    }
    step.created = created.length
    this.#steps.set(name, step)
    return step
  }

  /** Returns the same vertex for equal tabs. `literals`: the keys of this tab. */
  #intern(actors: Actors, stored: Stored) {
    const memo = this.#memo
    const text = memo ? textOfNamed(memo, actors, stored) : textOfTab(actors, stored)
    const literals = memo ? [] : [...new Set(text.match(KEY))]
    const canonical = memo ? text : text.replace(KEY, (key) => `#${literals.indexOf(key)}`)
    let to = this.#ids.get(canonical)
    if (to === undefined) {
      to = this.vertices.push(describe(actors, stored, literals)) - 1
      this.#ids.set(canonical, to)
    }
    return { to, literals }
  }
}

const textOfTab = (actors: Actors, stored: Stored) =>
  textOf([
    [...actors].map(([address, { snapshot }]) => [
      address,
      snapshot && [snapshot.value, deciding(address, snapshot.context)],
    ]),
    stored,
  ])

const textOfNamed = (memo: Memo, actors: Actors, stored: Stored) =>
  `${[...actors].map(([address, { snapshot }]) => address + (snapshot ? memo.numberOf(snapshot) : ''))} ${JSON.stringify(stored)}`

/** Replaces global values. Returns a function that restores them. */
export function replaced(values: Record<string, unknown>): () => void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  return () => {
    for (const [name, property] of before)
      if (property) Object.defineProperty(globalThis, name, property)
      else Reflect.deleteProperty(globalThis, name)
  }
}

const described = new WeakMap<AnyMachineSnapshot, { state: string; delays: readonly string[] }>()
/** A snapshot's state, and the delayed transitions that may happen. */
function stateOf(snapshot: AnyMachineSnapshot) {
  const known = described.get(snapshot)
  if (known) return known
  const types = getNextTransitions(snapshot).map(({ eventType }) => eventType)
  const found = { state: where(snapshot), delays: types.filter((type) => type.startsWith('xstate.after.')) }
  described.set(snapshot, found)
  return found
}

function describe(actors: Actors, stored: Stored, literals: readonly string[]): Vertex {
  const machines = [...actors].flatMap(([address, { snapshot }]) =>
    snapshot ? [{ address, ...stateOf(snapshot) }] : [],
  )
  const kept = textOf(stored)
  return {
    actors,
    stored,
    literals,
    states: Object.fromEntries(machines.map(({ address, state }) => [address, state])),
    waiting: [...actors].flatMap(([address, { snapshot }]) => (snapshot ? [] : [address])),
    delays: machines.flatMap(({ address, delays }) => delays.map((type) => ({ address, type }))),
    kept: literals.flatMap((key, index) => (kept.includes(key) ? [index] : [])),
  }
}
