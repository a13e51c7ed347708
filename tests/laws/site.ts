import type { EventObject } from 'xstate'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { idOf, type Message, parentOf } from './actors.ts'
import { doneOf, errorOf, eventOf, partsOf, type Worded, type Words } from './events.ts'
import type { Emit, Law, System } from './search.ts'
import { type Memory, serveOnce } from './stored.ts'
import { FRESH, type Page, type Step, Tabs, type Vertex } from './tab.ts'

/** The server's reply to a request. `words`: its description. `failure`: the failure of the call. */
export type Reply = { words: string; output?: object; failure?: object }
/** A reply that the server may give, and the server's state afterwards. */
export type Served<S> = { reply: Reply; state: S }
/**
 * A request as the server sees it. Keys have names such as `#2` here, also within `input`. `key`: the idempotency key,
 * null for a read. `isRepeat`: the browser has resent the request by itself.
 */
export type Asked = { note: string; input: Record<string, unknown>; key: string | null; isRepeat: boolean }
/** An event outside the tabs, such as a code that expires. */
export type Happening<S> = { words: string; state: S; isFault: boolean }
/**
 * One step of a tab with its effects. `sent`: the events to actors outside the machines, as `actor event`. `reply`: the
 * reply that the tab receives in this step, if any.
 */
export type Seen = { note: string; before: Vertex; after: Vertex; sent: readonly string[]; reply: Reply | null }

/**
 * The bounds of a search. `uses`: how many items the server gives out, such as codes. `tries`: how many tries each item
 * allows.
 */
export type SiteBounds = Record<'tabs' | 'requests' | 'arrivals' | 'uses' | 'tries', number>

/**
 * A page with its own model of the server. `S`: the server's state and what the player has learned so far. `S` is plain
 * data, and two states are equal if their JSON is equal.
 */
export type Site<S extends object> = {
  page: Page
  models: Readonly<Record<string, { config: Worded }>>
  /**
   * The player's moves. `when`: the condition for a move. `then`: the state after it. `isDetour`: the player does not
   * need the move for progress.
   */
  player: readonly {
    lines: readonly Words[]
    when?: (state: S, vertex: Vertex) => boolean
    then?: (state: S) => S
    isDetour?: boolean
  }[]
  /**
   * The possible outcomes of actors other than calls, by address. An outcome without an alternative arrives
   * immediately.
   */
  answers: Readonly<Record<string, readonly string[]>>
  /** The server's handler for each call, by the address of the actor that sends it. Returns the possible replies. */
  calls: Readonly<Record<string, (state: S, asked: Asked, bounds: SiteBounds) => readonly Served<S>[]>>
  /** A description of each request, by the id of the actor that sends it. */
  names: Readonly<Record<string, string>>
  /** Called when a tab sends a call. `note`: what the tab stores in addition to its machines. */
  asks?: (
    state: S,
    sent: { address: string; input: Record<string, unknown>; note: string },
  ) => { state: S; note: string }
  /** True if the server does not store its replies. */
  forgetsKeys?: boolean
  first: S
  happens: (state: S, bounds: SiteBounds) => readonly Happening<S>[]
  /** Called after each step of a tab. Records what the player has learned. */
  sees: (state: S, seen: Seen) => S
  laws: readonly Law<SiteWorld<S>>[]
  /** States that show the player an outcome. */
  shows: readonly string[]
  /** `notes`: what each tab stores in addition to its machines. */
  isSettled: (state: S, vertices: readonly Vertex[], notes: readonly string[]) => boolean
}

/** `call`: the address of the actor that sends the call. `arrivals`: how often the request has arrived. */
type Request = {
  tab: number
  call: string
  key: string | null
  note: string
  input: Record<string, unknown>
  arrivals: number
  reply: Reply | null
  waits: boolean
}
/** `keys`: the keys of the tab's vertex, in the order of the vertex. */
type SiteTab = { at: number; keys: string[]; note: string }
export type SiteWorld<S> = Memory<S> & { tabs: SiteTab[]; requests: Request[] }

/** Caches the JSON of objects that never change, such as replies, because most moves leave most of them as they are. */
const texts = new WeakMap<object, string>()
function jsonOf(data: object | null): string {
  if (!data) return 'null'
  const known = texts.get(data) ?? JSON.stringify(data)
  texts.set(data, known)
  return known
}

/** Encodes a world with its tabs in the given order. Keys are renumbered in the order in which they appear. */
function written<S extends object>({ tabs, requests, state, known }: SiteWorld<S>, order: readonly number[]): string {
  const names = new Map<string, string>()
  const rename = (key: string) => {
    const name = names.get(key) ?? `#${names.size}`
    names.set(key, name)
    return name
  }
  const rows = requests.map(
    ({ tab, call, key, note, input, arrivals, reply, waits }) =>
      `[${order.indexOf(tab)},"${call}",${key ? `"${key}"` : null},"${note}",${jsonOf(input)},${arrivals},${jsonOf(reply)},${waits}]`,
  )
  const held = order.map((tab) => {
    const { at, keys, note } = tabs[tab] as SiteTab
    return `[${at},[${keys.map((key) => `"${key}"`)}],"${note}"]`
  })
  const text = `[[${held}],[${rows.sort()}],${jsonOf(state)}]`.replace(/#\d+/g, rename)
  // a stored reply can be requested again only with a key that is still in use
  const asked = known.flatMap(([key, reply]) => {
    const name = names.get(key)
    return name === undefined ? [] : [`["${name}",${jsonOf(reply)}]`]
  })
  return `${text}\n[${asked.sort()}]`
}

/** Encodes a world. Worlds that differ only in the order of two tabs or in the names of keys are the same situation. */
function situationOf<S extends object>(world: SiteWorld<S>): string {
  const [one, other] = world.tabs
  if (!one || !other || one.at < other.at) return written(world, [...world.tabs.keys()])
  if (one.at > other.at) return written(world, [1, 0])
  return [written(world, [0, 1]), written(world, [1, 0])].sort()[0] ?? ''
}

function worldOf<S>(situation: string): SiteWorld<S> {
  const [world = '', known = ''] = situation.split('\n')
  const [tabs, requests, state] = JSON.parse(world) as [
    [number, string[], string][],
    [number, string, string | null, string, Record<string, unknown>, number, Reply | null, boolean][],
    S,
  ]
  return {
    tabs: tabs.map(([at, keys, note]) => ({ at, keys, note })),
    requests: requests.map(([tab, call, key, note, input, arrivals, reply, waits]) => ({
      ...{ tab, call, key, note, input, arrivals, reply, waits },
    })),
    state,
    known: JSON.parse(known),
  }
}

/** Returns a copy whose tabs and requests can be changed safely. */
const copyOf = <S>({ tabs, requests, known, state }: SiteWorld<S>): SiteWorld<S> => ({
  tabs: tabs.map((tab) => ({ ...tab })),
  requests: requests.map((request) => ({ ...request })),
  known,
  state,
})

const NO_ANSWER: Reply = { words: 'no answer', failure: noAnswer }

/** The lowest number above the numbers of all keys in a world. */
function unusedIn<S extends object>({ tabs, requests, state, known }: SiteWorld<S>): number {
  const keys = [
    tabs.map((tab) => tab.keys),
    requests.map(({ key, input }) => [key, jsonOf(input)]),
    known.map(([key]) => key),
  ]
  const numbers = `${keys} ${jsonOf(state)}`.match(/(?<=#)\d+/g) ?? []
  return numbers.reduce((most, number) => Math.max(most, Number(number)), -1) + 1
}

/** The system of a site: its page in several tabs, a lossy network, and its server. */
export class SiteSystem<S extends object> implements System<SiteWorld<S>> {
  readonly tabs: Tabs
  readonly first: SiteWorld<S>
  readonly laws: readonly Law<SiteWorld<S>>[]
  readonly #site: Site<S>
  readonly #bounds: SiteBounds
  /** The possible outcomes of actors other than calls, by address. */
  readonly #answers: ReadonlyMap<string, readonly { words: string; message: Message }[]>
  readonly #player: readonly {
    words: string
    messages: readonly Message[]
    when: (state: S, vertex: Vertex) => boolean
    then: (state: S) => S
    isDetour: boolean
  }[]
  constructor(site: Site<S>, bounds: SiteBounds) {
    this.tabs = new Tabs(site.page)
    this.#site = site
    this.#bounds = bounds
    this.laws = site.laws
    this.#player = site.player.map(({ lines, when = () => true, then = (state) => state, isDetour = false }) => ({
      words: lines.map(([, words]) => words).join(', then '),
      messages: lines.map((line) => ({ address: line[0], event: this.#event(...line) })),
      when,
      then,
      isDetour,
    }))
    this.#answers = new Map(
      Object.entries(site.answers).map(([of, all]) => {
        const address = parentOf(of)
        return [of, all.map((words) => ({ words, message: { address, event: this.#event(address, words) } }))]
      }),
    )
    this.first = { tabs: [], requests: [], known: [], state: site.first }
    const empty = this.tabs.empty()
    for (let tab = 0; tab < bounds.tabs; tab++) {
      this.first.tabs.push({ at: empty, keys: [], note: '' })
      this.#apply(this.first, tab, this.tabs.open(empty))
    }
  }

  readonly situationOf = situationOf<S>
  readonly worldOf = worldOf<S>
  readonly isSettled = ({ tabs, state, requests }: SiteWorld<S>) =>
    requests.length === 0 &&
    this.#site.isSettled(
      state,
      tabs.map(({ at }) => this.tabs.vertex(at)),
      tabs.map(({ note }) => note),
    )

  readonly expand = (world: SiteWorld<S>, emit: Emit<SiteWorld<S>>) => {
    const go = (words: string, isFault: boolean, act: (next: SiteWorld<S>) => void) => {
      const next = copyOf(world)
      act(next)
      // a request is over when nobody waits for it and it can no longer change anything
      next.requests = next.requests.filter(
        ({ waits, key, arrivals }) => waits || (key !== null && arrivals < this.#bounds.arrivals),
      )
      if (next.requests.length <= Math.max(this.#bounds.requests, world.requests.length))
        emit(next, isFault, () => ({ words, move: null }))
    }
    for (const tab of world.tabs.keys()) this.#inTab(world, tab, go)
    for (const at of world.requests.keys()) this.#onWire(world, at, go)
    for (const { words, state, isFault } of this.#site.happens(world.state, this.#bounds))
      go(words, isFault, (next) => {
        next.state = state
      })
  }

  #event(...[address, words, type, payload]: Words): EventObject {
    if (type && payload) return { type, ...payload }
    const model = this.#site.models[address]
    if (!model) throw new Error(`there is no model for ${address}`)
    return eventOf(model.config, words, type)
  }

  #tab({ tabs }: SiteWorld<S>, tab: number): SiteTab {
    const found = tabs[tab]
    if (!found) throw new Error(`there is no tab ${tab}`)
    return found
  }

  /** Applies a step of a tab and its effects outside the tab. Then applies the outcomes that have no alternative. */
  #apply(world: SiteWorld<S>, tab: number, step: Step, reply: Reply | null = null) {
    const here = this.#tab(world, tab)
    const { keys: before, at } = here
    const unused = step.created > 0 ? unusedIn(world) : 0
    const keyOf = (source: number) => (source >= FRESH ? `#${unused + source - FRESH}` : before[source]) as string
    here.at = step.to
    here.keys = step.keys.map(keyOf)
    const [from, to] = [this.tabs.vertex(at), this.tabs.vertex(step.to)]
    const sent: string[] = []
    for (const effect of step.effects) {
      if (effect.type === 'sent') sent.push(`${effect.to} ${effect.event}`)
      if (!('address' in effect) || !(effect.address in this.#site.calls)) continue
      if (effect.type === 'stopped') {
        for (const request of world.requests)
          if (request.tab === tab && request.call === effect.address) request.waits = false
      } else if (effect.type === 'started') {
        const { key = null, ...input } = JSON.parse(
          effect.input.replace(/#(\d+)/g, (_, source) => keyOf(Number(source))),
        )
        const { address } = effect
        const { state, note } = this.#site.asks?.(world.state, { address, input, note: here.note }) ?? {
          ...world,
          note: here.note,
        }
        world.state = state
        here.note = note
        const asked = { tab, call: address, key, note, input }
        world.requests.push({ ...asked, arrivals: 0, reply: null, waits: true })
      }
    }
    world.state = this.#site.sees(world.state, { note: here.note, before: from, after: to, sent, reply })
    for (const address of to.waiting) {
      const [only, another] = this.#answers.get(address) ?? []
      if (!only || another) continue
      this.#apply(world, tab, this.tabs.send(step.to, only.words, [only.message]))
      return
    }
  }

  #inTab(
    world: SiteWorld<S>,
    tab: number,
    go: (words: string, isFault: boolean, act: (next: SiteWorld<S>) => void) => void,
  ) {
    const { at } = this.#tab(world, tab)
    const vertex = this.tabs.vertex(at)
    const name = world.tabs.length > 1 ? `tab ${tab + 1}: ` : ''
    const send = (words: string, messages: readonly Message[], then = (state: S) => state, isFault = false) => {
      const step = this.tabs.send(at, words, messages)
      if (step.to === at && step.effects.length === 0) return
      go(name + words, isFault, (next) => {
        next.state = then(next.state)
        this.#apply(next, tab, step)
      })
    }
    for (const { words, messages, when, then, isDetour } of this.#player)
      if (when(world.state, vertex)) send(words, messages, then, isDetour)
    for (const address of vertex.waiting)
      for (const { words, message } of this.#answers.get(address) ?? [])
        send(words, [message], undefined, message.event.type.startsWith('xstate.error.'))
    for (const { address, type } of vertex.delays)
      send(`time passes: ${type.split('.')[2]}`, [{ address, event: { type } }])
    go(`${name}the page is loaded again`, true, (next) => this.#apply(next, tab, this.tabs.open(at)))
    for (const [other, { keys, at: there }] of world.tabs.entries())
      if (other !== tab && keys.length === 0 && Object.keys(vertex.stored).length > 0 && there !== at)
        go(`${name}is duplicated as tab ${other + 1}`, true, (next) => {
          Object.assign(this.#tab(next, other), structuredClone(this.#tab(world, tab)))
          // nobody waits any more for the requests of the page that the tab showed before
          for (const request of next.requests) if (request.tab === other) request.waits = false
          this.#apply(next, other, this.tabs.open(at))
        })
  }

  #onWire(
    world: SiteWorld<S>,
    index: number,
    go: (words: string, isFault: boolean, act: (next: SiteWorld<S>) => void) => void,
  ) {
    const { tab, call, key, note, input, arrivals, reply, waits } = world.requests[index] as Request
    const name = `${this.#site.names[idOf(call)] ?? idOf(call)}${world.tabs.length > 1 ? ` of tab ${tab + 1}` : ''}`
    const most = key === null ? 1 : this.#bounds.arrivals
    const serve = this.#site.calls[call]
    if (!serve) throw new Error(`the server has no call ${call}`)
    if (arrivals < most) {
      const asked = { note, key, input, isRepeat: arrivals > 0 }
      // without stored replies, every key is new to the server
      const memory = this.#site.forgetsKeys ? { ...world, known: [] } : world
      for (const { reply: answer, state, known } of serveOnce(memory, asked, (from, request) =>
        serve(from, request, this.#bounds),
      ))
        go(`${name} reaches the server${arrivals > 0 ? ' again' : ''}: ${answer.words}`, arrivals > 0, (next) => {
          const mine = next.requests[index] as Request
          mine.arrivals++
          if (waits) mine.reply = answer
          next.state = state
          next.known = known
        })
    }
    const receive = (answer: Reply, words: string, isFault: boolean) => {
      const { failure, output } = answer
      const event = failure ? errorOf(idOf(call), failure) : doneOf(idOf(call), output)
      const step = this.tabs.send(this.#tab(world, tab).at, `${call} ${jsonOf(answer)}`, [
        { address: parentOf(call), event },
      ])
      go(words, isFault, (next) => {
        const mine = next.requests[index] as Request
        mine.waits = false
        mine.reply = null
        // once the answer has arrived, a browser does not resend the request
        if (answer !== NO_ANSWER) mine.arrivals = most
        this.#apply(next, tab, step, answer)
      })
    }
    if (waits && reply) receive(reply, `the answer to ${name} arrives: ${reply.words}`, false)
    if (waits) receive(NO_ANSWER, `no answer to ${name} arrives`, true)
    else
      go(`${name} is lost`, arrivals === 0, (next) => {
        next.requests.splice(index, 1)
      })
  }

  /** The states that the search must reach for the laws to be meaningful, but has not reached so far. */
  unseen(): string[] {
    const seen = new Set(
      this.tabs.vertices.flatMap((vertex) => Object.keys(vertex.states).flatMap((each) => partsOf(vertex, each))),
    )
    return this.#site.shows.filter((state) => !seen.has(state))
  }
}
