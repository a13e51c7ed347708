import type { AnyStateMachine, EventObject } from 'xstate'
import type { Call } from '#contract/call.ts'
import { failureOf } from '#contract/failure.ts'
import { answered, failed } from '#tests/kit/answered.ts'
import type { ModelConfig } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { idOf, type Message, parentOf } from './actors.ts'
import { CHANGE_LAWS, keptLaw, MONEY_LAWS } from './laws.ts'
import type { Emit, Law, System } from './search.ts'
import { answersTo, arrive, type Fault, type Refusals } from './server.ts'
import { FRESH, type Page, type Step, Tabs } from './tab.ts'
import {
  type Change,
  copyOf,
  type Reply,
  type Request,
  situationOf,
  type Tab,
  TOLD,
  type World,
  worldOf,
} from './world.ts'

/** Words of a model, and the address of the model's machine. */
type Words = readonly [address: string, words: string]

/**
 * The bounds of a search. `requests`: how many are on their way at the same time; `arrivals`: per request, because a
 * browser may repeat it by itself; `ends`: how often the login ends; `closings`: how often the site closes.
 */
export type Bounds = Record<'tabs' | 'confirms' | 'requests' | 'arrivals' | 'ends' | 'closings', number>

/** A flow whose confirmed changes carry keys, as it runs in a tab. */
export type Flow = {
  page: Page
  /** The models of the flow's machines, by address: their words appear in the stories. */
  models: Readonly<Record<string, { config: ModelConfig<AnyStateMachine> }>>
  /** The moves of the player. */
  player: readonly (readonly Words[])[]
  /** The words of the moves that confirm a change. */
  confirms: readonly string[]
  /** The possible answers to what the machines ask, by address. If only one is possible, it comes immediately. */
  answers: Readonly<Record<string, readonly string[]>>
  /** The changes, each with the server's reply, by the address of the actor that sends them. */
  calls: Readonly<Record<string, { call: Call; reply: object }>>
  /** The states that tell the player an outcome; in other states, the outcome of the attempt counts. */
  shows: Readonly<Record<string, keyof typeof TOLD>>
  refusals: Refusals
  /** The backend does not recognise keys. */
  isPlain?: true
  /** The change moves no money: the player may leave it without an answer, because the page shows what is stored. */
  isWithoutMoney?: true
}

/** An actor that sends a change, and the server's reply. */
type Sender = { address: string; call: Call; reply: object }
/** A move inside a tab. */
type Act = { words: string; isConfirm: boolean; isFault: boolean; messages: readonly Message[] }

/** Returns the event that a model describes with these words. */
function eventOf({ machine, events, outcomes = {} }: ModelConfig<AnyStateMachine>, words: string): EventObject {
  for (const [type, cases] of Object.entries<Record<string, object>>(events))
    if (Object.hasOwn(cases, words)) return { type, ...cases[words] }
  for (const [id, { done = {}, error = {} }] of Object.entries(outcomes)) {
    const answer = Object.keys(done).find((name) => answered(id, name) === words)
    if (answer !== undefined) return doneOf(id, done[answer])
    const failure = Object.keys(error).find((name) => failed(id, name) === words)
    if (failure !== undefined) return errorOf(id, error[failure])
  }
  throw new Error(`${machine.id} has no words "${words}"`)
}
const doneOf = (id: string, output: unknown) => ({ type: `xstate.done.actor.${id}`, output }) as EventObject
const errorOf = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error }) as EventObject

/** The wire's replies that are not a success. */
const FAILURES: Readonly<Partial<Record<Reply, { status: number; code: string; words: string }>>> = {
  refused: { status: 400, code: 'MONEY_NOT_ENOUGH', words: 'refused' },
  signedOut: { status: 401, code: 'UNAUTHORIZED', words: 'not signed in' },
  gone: { status: 410, code: 'gone', words: 'the site is closed' },
  limited: { status: 429, code: 'REQUEST_LIMIT', words: 'too many' },
}

/**
 * The system of a flow: the product's machines in several tabs; a wire that delays, loses, repeats and reorders
 * requests; a server that remembers keys; a login that can end; and a site that can close.
 */
export class FlowSystem implements System<World> {
  readonly tabs: Tabs
  readonly first: World
  readonly laws: readonly Law<World>[]
  readonly #flow: Flow
  readonly #bounds: Bounds
  readonly #faults: ReadonlySet<Fault>
  readonly #calls: readonly Sender[]
  readonly #player: readonly Act[]
  readonly #answers: readonly { address: string; outcomes: readonly Act[] }[]

  constructor(flow: Flow, bounds: Bounds, faults: readonly Fault[] = []) {
    this.tabs = new Tabs(flow.page)
    this.#flow = flow
    this.#bounds = bounds
    this.#faults = new Set(flow.isPlain ? [...faults, 'the server forgets keys'] : faults)
    this.#calls = Object.entries(flow.calls).map(([address, rest]) => ({ address, ...rest }))
    this.#player = flow.player.map((lines) => this.#act(lines))
    this.#answers = Object.entries(flow.answers).map(([address, outcomes]) => ({
      address,
      outcomes: outcomes.map((words) => this.#act([[parentOf(address), words]])),
    }))
    this.laws = flow.isWithoutMoney
      ? Object.values(CHANGE_LAWS)
      : [...Object.values(CHANGE_LAWS), ...Object.values(MONEY_LAWS), keptLaw((world, at) => this.#isKept(world, at))]
    this.first = {
      ...{ tabs: [], requests: [], changes: [], confirms: 0, ends: 0, closings: 0, isSignedIn: true, isOpen: true },
    }
    const empty = this.tabs.empty()
    for (let tab = 0; tab < bounds.tabs; tab++) {
      this.first.tabs.push({ at: empty, changes: [], isStale: false })
      this.#apply(this.first, tab, this.tabs.open(empty))
    }
  }

  /** The states that should tell the player an outcome but that the search has not reached so far. */
  unseen(): string[] {
    const owners = this.#calls.map(({ address }) => parentOf(parentOf(address)))
    const seen = new Set(this.tabs.vertices.flatMap(({ states }) => owners.map((owner) => states[owner])))
    return Object.keys(this.#flow.shows).filter((state) => !seen.has(state))
  }

  readonly situationOf = situationOf
  readonly worldOf = (situation: string) => worldOf(situation, this.#bounds.tabs)

  readonly isSettled = ({ tabs, changes, isSignedIn, isOpen }: World) =>
    isSignedIn &&
    isOpen &&
    changes.every(({ isSent, told }) => told > 0 || !isSent) &&
    tabs.every(({ at }) => this.#isIdle(at))

  readonly expand = (world: World, emit: Emit<World>) => {
    const into: Emit<World> = (next, isFault, words) => {
      // a request is over when nobody waits for it and it can no longer arrive
      next.requests = next.requests.filter(({ waits, arrivals }) => waits || arrivals < this.#bounds.arrivals)
      for (const request of next.requests) if (!request.waits) request.reply = 'none'
      if (next.requests.length <= Math.max(this.#bounds.requests, world.requests.length)) emit(next, isFault, words)
    }
    for (let tab = 0; tab < world.tabs.length; tab++) this.#inTab(world, tab, into)
    for (let at = 0; at < world.requests.length; at++) this.#onWire(world, at, into)
    this.#atSite(world, into)
  }

  #act(lines: readonly Words[]): Act {
    const words = lines.map(([, line]) => line)
    const messages = lines.map(([address, line]) => {
      const model = this.#flow.models[address]
      if (!model) throw new Error(`there is no model for ${address}`)
      return { address, event: eventOf(model.config, line) }
    })
    return {
      words: words.join(', '),
      isConfirm: words.some((line) => this.#flow.confirms.includes(line)),
      isFault: messages.some(({ event }) => event.type.startsWith('xstate.error.actor.')),
      messages,
    }
  }

  #tab(world: World, tab: number): Tab {
    const found = world.tabs[tab]
    if (!found) throw new Error(`there is no tab ${tab}`)
    return found
  }

  #change(world: World, change: number): Change {
    const found = world.changes[change]
    if (!found) throw new Error(`there is no change ${change}`)
    return found
  }

  #isKept({ tabs }: World, change: number): boolean {
    return tabs.some(({ at, changes }) => this.tabs.vertex(at).kept.some((index) => changes[index] === change))
  }

  #isAttempting(at: number): boolean {
    const { states } = this.tabs.vertex(at)
    return this.#calls.some(({ address }) => parentOf(address) in states)
  }

  /** True if the tab has no running attempt and no stored key. */
  #isIdle(at: number): boolean {
    return this.tabs.vertex(at).kept.length === 0 && !this.#isAttempting(at)
  }

  /** Applies a step of a tab and the step's effects outside, and gives the answers that have no alternative. */
  #apply(world: World, tab: number, step: Step, isConfirm = false) {
    const here = this.#tab(world, tab)
    const { changes: before } = here
    const created = world.changes.length
    for (let count = 0; count < step.created; count++)
      world.changes.push({ isSent: false, made: 0, stored: 'none', told: 0, isExtra: !isConfirm || count > 0 })
    const changeOf = (source: number) => (source >= FRESH ? created + source - FRESH : before[source]) as number
    const isLeft = this.#flow.isWithoutMoney && this.#isAttempting(here.at) && !this.#isAttempting(step.to)
    here.at = step.to
    here.changes = step.keys.map(changeOf)
    const { states, waiting } = this.tabs.vertex(step.to)
    for (const effect of step.effects) {
      const call = 'address' in effect ? this.#calls.findIndex(({ address }) => address === effect.address) : -1
      if (effect.type === 'settled') {
        const status = effect.status as keyof typeof TOLD
        const shown = this.#flow.shows[states[parentOf(effect.address)] ?? ''] ?? status
        this.#change(world, changeOf(effect.key)).told |= TOLD[shown]
      } else if (call >= 0 && effect.type === 'stopped') {
        for (const request of world.requests) if (request.tab === tab && request.call === call) request.waits = false
      } else if (call >= 0 && effect.type === 'started' && effect.key !== null) {
        const change = changeOf(effect.key)
        this.#change(world, change).isSent = true
        world.requests.push({
          ...{ tab, call, change, hasLogin: world.isSignedIn },
          ...{ arrivals: 0, reply: 'none', waits: true },
        })
      }
    }
    if (isLeft) for (const left of before) this.#change(world, left).told ||= TOLD.seen
    for (const { address, outcomes } of this.#answers) {
      const [only, another] = outcomes
      if (only && !another && waiting.includes(address)) {
        this.#apply(world, tab, this.tabs.send(step.to, only.words, only.messages))
        return
      }
    }
  }

  #inTab(world: World, tab: number, emit: Emit<World>) {
    const { at } = this.#tab(world, tab)
    const { waiting, delays, kept } = this.tabs.vertex(at)
    const say = (words: string) => () => (world.tabs.length > 1 ? `tab ${tab + 1}: ${words}` : words)
    const go = ({ words, isConfirm, isFault, messages }: Act) => {
      if (isConfirm && world.confirms >= this.#bounds.confirms) return
      const step = this.tabs.send(at, words, messages)
      if (step.to === at && step.effects.length === 0) return
      const next = copyOf(world)
      if (isConfirm) next.confirms++
      this.#apply(next, tab, step, isConfirm)
      emit(next, isFault, say(words))
    }
    for (const act of this.#player) go(act)
    for (const { address, outcomes } of this.#answers)
      if (waiting.includes(address)) for (const act of outcomes) go(act)
    for (const { address, type } of delays) {
      const words = `time passes: ${type.split('.')[2]}`
      const isConfirm = this.#flow.confirms.includes(words)
      go({ words, isConfirm, isFault: false, messages: [{ address, event: { type } }] })
    }
    const again = copyOf(world)
    this.#apply(again, tab, this.tabs.open(at))
    emit(again, true, say('the page is loaded again'))
    for (const [other, { changes }] of world.tabs.entries()) {
      if (other === tab || changes.length > 0 || kept.length === 0) continue
      const next = copyOf(world)
      this.#tab(next, other).changes = this.#tab(world, tab).changes
      this.#apply(next, other, this.tabs.open(at))
      emit(next, true, say(`is duplicated as tab ${other + 1}`))
    }
  }

  #onWire(world: World, index: number, emit: Emit<World>) {
    const request = world.requests[index] as Request
    const { tab, change, arrivals, reply, waits } = request
    const go = (isFault: boolean, words: () => string, act: (next: World, mine: Request) => void) => {
      const next = copyOf(world)
      act(next, next.requests[index] as Request)
      emit(next, isFault, words)
    }
    const name = () =>
      `the request${world.tabs.length > 1 ? ` of tab ${tab + 1}` : ''}${world.changes.length > 1 ? ` for change ${change + 1}` : ''}`
    if (arrivals < this.#bounds.arrivals)
      for (const answer of answersTo(world, request, { refusals: this.#flow.refusals, faults: this.#faults }))
        go(
          arrivals > 0,
          () =>
            `${name()} reaches the server${arrivals > 0 ? ' again, sent by the browser itself' : ''}: ${answer.words}`,
          (next, mine) => arrive(next, mine, answer),
        )
    if (waits && reply !== 'none')
      go(
        false,
        () => `the answer to ${name()} arrives: ${FAILURES[reply]?.words ?? 'done'}`,
        (next, mine) => this.#receive(next, mine, reply),
      )
    if (waits)
      go(
        true,
        () => `no answer to ${name()} arrives`,
        (next, mine) => this.#receive(next, mine, 'none'),
      )
    else
      go(
        arrivals === 0,
        () => `${name()} is lost`,
        (next) => void next.requests.splice(index, 1),
      )
  }

  /** Delivers an answer to the client, or a failure if the request has no answer. */
  #receive(world: World, request: Request, reply: Reply) {
    const { address, call, reply: output } = this.#calls[request.call] as Sender
    const tab = this.#tab(world, request.tab)
    const id = idOf(address)
    const { status, code } = FAILURES[reply] ?? { status: 200, code: '' }
    const failure = this.#faults.has('the client believes an answer given before the change was looked at')
      ? refused(code)
      : failureOf({ status, code, message: code }, call)
    const event = reply === 'done' ? doneOf(id, output) : errorOf(id, reply === 'none' ? noAnswer : failure)
    const step = this.tabs.send(tab.at, `${address} receives ${reply}`, [{ address: parentOf(address), event }])
    request.waits = false
    this.#apply(world, request.tab, step)
    tab.isStale = !step.effects.some((effect) => effect.type === 'sent' && effect.to === 'wallet')
  }

  #atSite(world: World, emit: Emit<World>) {
    const go = (isFault: boolean, words: string, act: (next: World) => void) => {
      const next = copyOf(world)
      act(next)
      emit(next, isFault, () => words)
    }
    if (!world.isSignedIn)
      go(false, 'the member logs in again', (next) => {
        next.isSignedIn = true
      })
    else if (world.ends < this.#bounds.ends)
      go(true, 'the login ends', (next) => {
        next.ends++
        next.isSignedIn = false
        for (const request of next.requests) request.hasLogin = false
      })
    if (!world.isOpen)
      go(false, 'the site opens again', (next) => {
        next.isOpen = true
      })
    else if (world.closings < this.#bounds.closings)
      go(true, 'the site is closed', (next) => {
        next.closings++
        next.isOpen = false
      })
  }
}
