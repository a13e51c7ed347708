import type { EventObject } from 'xstate'
import type { Call } from '#contract/call.ts'
import { type Failure, failureOf } from '#contract/failure.ts'
import { DAY } from '#contract/limits.ts'
import { clearUnanswered, failureOfKey } from '#src/lib/unanswered.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { signed } from '#tests/kit/samples/passkeys.ts'
import { idOf, type Message, parentOf } from './actors.ts'
import { doneOf, errorOf, eventOf, partsOf, type Worded, type Words } from './events.ts'
import { CHANGE_LAWS, keptLaw, MONEY_LAWS, PROOF_LAWS } from './laws.ts'
import type { Emit, Law, System } from './search.ts'
import { answersTo, arrive, type Fault, type Refusals } from './server.ts'
import { FRESH, NOW, type Page, type Step, Tabs } from './tab.ts'
import {
  type Change,
  copyOf,
  DAYS,
  isPast,
  type Reply,
  type Request,
  situationOf,
  type Tab,
  TOLD,
  type World,
  worldOf,
} from './world.ts'

const TIMES = ['not made it', 'made it once', 'made it twice', 'made it three times or more']
/** Describes in one clause what the player has read about a change, and what the server has done. */
function endOf({ told, made }: Change): string {
  const done = told & TOLD.done ? ['that the change was made'] : []
  const refused = told & TOLD.refused ? ['that the change was refused'] : []
  const read = [...done, ...refused].join(' and ') || 'no answer about the change'
  return `the player has read ${read}; the server has ${TIMES[made]}`
}

/**
 * The bounds of a search. `requests`: how many can be pending at the same time. `arrivals`: how often one request can
 * arrive, because a browser may resend it. `ends`: how often the login ends. `closings`: how often the site closes.
 */
export type Bounds = Record<'tabs' | 'confirms' | 'requests' | 'arrivals' | 'ends' | 'closings', number>

/** A flow whose confirmed changes carry keys, as it runs in a tab. */
export type Flow = {
  page: Page
  /**
   * The description of the start with which a browser opens the page, from the model of the machine that owns the
   * changes.
   */
  start?: string
  /** The models of the flow's machines, by address. Stories use the descriptions in these models. */
  models: Readonly<Record<string, { config: Worded }>>
  /** The player's moves. */
  player: readonly (readonly Words[])[]
  /** The descriptions of the moves that confirm a change. */
  confirms: readonly string[]
  /**
   * The possible outcomes of the actors that the machines wait for, by address. An outcome without an alternative
   * arrives immediately.
   */
  answers: Readonly<Record<string, readonly string[]>>
  /**
   * The changes by the address of the actor that sends them, each with the server's reply. `unanswered`: the output of
   * an actor that does not fail when no reply arrives.
   */
  calls: Readonly<Record<string, { call: Call; reply: object; unanswered?: object }>>
  /** The states that show the player an outcome. In all other states, the outcome of the attempt counts. */
  shows: Readonly<Record<string, keyof typeof TOLD>>
  /**
   * The states in which the outcome is open, for a machine that sends its change directly instead of through an attempt
   * actor. Confirming in one of these states is a check, not a new change.
   */
  open?: readonly string[]
  /** The address of the actor that requests a passkey signature. */
  signs?: string
  refusals: Refusals
  /** The error code of the server's refusal. Default: MONEY_NOT_ENOUGH. */
  refusal?: string
  /** True if the backend does not recognise keys. */
  isPlain?: true
  /**
   * True if the change moves no money. The player may leave the page before a reply arrives, because the page shows
   * what is stored.
   */
  isWithoutMoney?: true
  /** True if no balance is read after the change, because the change itself moves no money. */
  isWithoutBalance?: true
  /** Days may pass: six, and then two more. */
  ages?: true
}

/** An actor that sends a change, and the server's reply. */
type Sender = { address: string; call: Call; reply: object; unanswered?: object }
/**
 * A move as data. `act`: machines receive events. `load`: the page of a tab is loaded. `duplicate`: the tab is
 * duplicated as another tab. `arrive`: a request reaches the server, which replies. `receive`: the tab receives the
 * reply, or `none` if no answer arrives. `lose`: a request that nobody waits for is lost.
 */
export type Move =
  | { type: 'act'; tab: number; messages: readonly Message[] }
  | { type: 'load'; tab: number }
  | { type: 'duplicate'; tab: number; as: number }
  | { type: 'arrive' | 'receive' | 'lose'; tab: number; isAwaited: boolean; reply: Reply }
  | SiteMove
type SiteMove =
  | { type: 'login ends' | 'login returns' | 'site closes' | 'site opens' }
  | { type: 'days pass'; days: number }
/** A move inside a tab. */
type Act = { words: string; isConfirm: boolean; isFault: boolean; messages: readonly Message[] }

/** The server's replies other than success. */
const FAILURES: Readonly<Partial<Record<Reply, { status: number; code?: string; words: string }>>> = {
  refused: { status: 400, words: 'refused' },
  signedOut: { status: 401, code: 'UNAUTHORIZED', words: 'not signed in' },
  gone: { status: 410, code: 'gone', words: 'the site is closed' },
  limited: { status: 429, code: 'REQUEST_LIMIT', words: 'too many requests' },
}

/** The time on the clock of the tabs, in epoch ms. */
const nowIn = ({ days }: World) => NOW + days * DAY

/**
 * The system of a flow. It consists of:
 * - the product's machines in several tabs
 * - a network that delays, loses, repeats and reorders requests
 * - a server that remembers keys
 * - a login that can end and a site that can close
 * - a clock on which days can pass
 */
export class FlowSystem implements System<World, Move> {
  readonly tabs: Tabs
  readonly first: World
  readonly laws: readonly Law<World>[]
  readonly #flow: Flow
  readonly #bounds: Bounds
  readonly #faults: ReadonlySet<Fault>
  readonly #onStep: (tab: Tab, step: Step) => void
  readonly #calls: readonly Sender[]
  readonly #player: readonly Act[]
  readonly #answers: readonly { address: string; outcomes: readonly Act[] }[]

  /** Calls `onStep` with each step of a tab, as soon as the step is computed. */
  constructor(
    flow: Flow,
    bounds: Bounds,
    faults: readonly Fault[] = [],
    onStep: (tab: Tab, step: Step) => void = () => {},
  ) {
    this.#onStep = onStep
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
    this.laws = [
      ...Object.values(CHANGE_LAWS),
      ...(flow.signs ? Object.values(PROOF_LAWS) : []),
      ...(flow.isWithoutMoney ? [] : [keptLaw((world, at) => this.#isKept(world, at))]),
      ...(flow.isWithoutMoney || flow.isWithoutBalance ? [] : Object.values(MONEY_LAWS)),
    ]
    this.first = {
      ...{ tabs: [], requests: [], changes: [], confirms: 0, ends: 0, closings: 0, days: 0 },
      ...{ isSignedIn: true, isOpen: true },
    }
    const empty = this.tabs.empty()
    for (let tab = 0; tab < bounds.tabs; tab++) {
      this.first.tabs.push({ at: empty, changes: [], isStale: false })
      this.#apply(this.first, tab, this.tabs.open(empty))
    }
  }

  /** The states that should show the player an outcome but have not been reached by the search so far. */
  unseen(): string[] {
    const showing = this.#calls.flatMap(({ address }) => [parentOf(address), parentOf(parentOf(address))])
    const seen = new Set(this.tabs.vertices.flatMap((vertex) => showing.flatMap((each) => partsOf(vertex, each))))
    return Object.keys(this.#flow.shows).filter((state) => !seen.has(state))
  }

  readonly situationOf = situationOf
  readonly worldOf = (situation: string) => worldOf(situation, this.#bounds.tabs)

  readonly endOf = ({ changes }: World) =>
    changes.map((change, at) => `${changes.length > 1 ? `change ${at + 1}: ` : ''}${endOf(change)}`).join('. ')

  readonly isSettled = (world: World) =>
    world.isSignedIn &&
    world.isOpen &&
    world.changes.every((change) => change.told > 0 || !change.isSent || isPast(world, change)) &&
    world.tabs.every((tab) => this.#isIdle(world, tab))

  readonly expand = (world: World, emit: Emit<World, Move>) => {
    const into: Emit<World, Move> = (next, isFault, told) => {
      // a request is over when nobody waits for it and it can no longer arrive
      next.requests = next.requests.filter(({ waits, arrivals }) => waits || arrivals < this.#bounds.arrivals)
      for (const request of next.requests) if (!request.waits) request.reply = 'none'
      if (next.requests.length <= Math.max(this.#bounds.requests, world.requests.length)) emit(next, isFault, told)
    }
    for (let tab = 0; tab < world.tabs.length; tab++) this.#inTab(world, tab, into)
    for (let at = 0; at < world.requests.length; at++) this.#onWire(world, at, into)
    this.#atSite(world, into)
  }

  #act(lines: readonly Words[]): Act {
    const words = lines.map(([, line]) => line)
    const messages = lines.map(([address, line, type]) => {
      const model = this.#flow.models[address]
      if (!model) throw new Error(`there is no model for ${address}`)
      return { address, event: eventOf(model.config, line, type), words: line }
    })
    return {
      words: words.join(', then '),
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

  /** True if the outcome of a change is open: an attempt is running, or a machine is in one of its open states. */
  #isAttempting(at: number): boolean {
    const vertex = this.tabs.vertex(at)
    const { open } = this.#flow
    return this.#calls.some(({ address }) => {
      const states = partsOf(vertex, parentOf(address))
      return open ? states.some((state) => open.includes(state)) : states.length > 0
    })
  }

  /** The outcome that the player sees in the current state of the machine at this address. */
  #shownIn(at: number, address: string): number | undefined {
    const [shown] = partsOf(this.tabs.vertex(at), address).flatMap((state) => this.#flow.shows[state] ?? [])
    return shown && TOLD[shown]
  }

  /** True if the tab has no running attempt, and stores no key that it may still use. */
  #isIdle(world: World, { at, changes }: Tab): boolean {
    const isUsable = (index: number) => !isPast(world, this.#change(world, changes[index] as number))
    return !this.#isAttempting(at) && !this.tabs.vertex(at).kept.some(isUsable)
  }

  /** The outcome that the player sees from the machine at this address, or from its owner if the machine has ended. */
  #shownBy(at: number, address: string): number | undefined {
    const isOver = !(address in this.tabs.vertex(at).states)
    return this.#shownIn(at, isOver ? parentOf(address) : address)
  }

  /** Opens the page of a tab with the storage of the vertex `from`. */
  #open(world: World, tab: number, from: number) {
    this.#apply(world, tab, this.tabs.open(from, nowIn(world)))
    for (const request of world.requests) {
      const change = this.#change(world, request.change)
      if (request.tab === tab && request.waits && isPast(world, change)) change.isRevived = true
    }
  }

  /** Applies a step of a tab and its effects outside the tab. Then applies the outcomes that have no alternative. */
  #apply(world: World, tab: number, step: Step, { isConfirm = false, isByPlayer = false } = {}) {
    const here = this.#tab(world, tab)
    this.#onStep(here, step)
    const { changes: before } = here
    const created = world.changes.length
    for (let count = 0; count < step.created; count++)
      world.changes.push({ isSent: false, made: 0, stored: 'none', told: 0, isExtra: !isConfirm || count > 0 })
    const changeOf = (source: number) => (source >= FRESH ? created + source - FRESH : before[source]) as number
    const { open, isWithoutMoney } = this.#flow
    const mayLeave = isWithoutMoney || (open && isByPlayer)
    const isLeft = mayLeave && this.#isAttempting(here.at) && !this.#isAttempting(step.to)
    here.at = step.to
    here.changes = step.keys.map(changeOf)
    const { waiting } = this.tabs.vertex(step.to)
    for (const effect of step.effects) {
      const call = 'address' in effect ? this.#calls.findIndex(({ address }) => address === effect.address) : -1
      if (effect.type === 'settled') {
        const shown = this.#shownIn(step.to, parentOf(effect.address)) ?? TOLD[effect.status as keyof typeof TOLD]
        this.#change(world, changeOf(effect.key)).told |= shown ?? TOLD.seen
      } else if (call >= 0 && effect.type === 'stopped') {
        for (const request of world.requests)
          if (request.tab === tab && request.call === call && request.waits) {
            request.waits = false
            this.#failureOf(world, request.change, noAnswer)
          }
      } else if (call >= 0 && effect.type === 'started' && effect.key !== null) {
        const change = changeOf(effect.key)
        const sent = this.#change(world, change)
        // src/api/request.ts does not resend a change to a backend without keys
        const isHeldBack = sent.isSent && open !== undefined && this.#flow.isPlain
        sent.isSent = true
        if (effect.proof !== null && changeOf(effect.proof) !== change) sent.isMixed = true
        world.requests.push({
          ...{ tab, call, change, hasLogin: world.isSignedIn },
          ...{ arrivals: isHeldBack ? this.#bounds.arrivals : 0, reply: 'none', waits: true },
        })
      }
    }
    if (isLeft) for (const left of before) this.#change(world, left).told ||= TOLD.seen
    for (const { address, outcomes } of this.#answers) {
      const [only, another] = outcomes
      if (only && !another && waiting.includes(address)) {
        this.#apply(world, tab, this.tabs.send(step.to, only.words, only.messages, nowIn(world)))
        return
      }
    }
  }

  #inTab(world: World, tab: number, emit: Emit<World, Move>) {
    const { at } = this.#tab(world, tab)
    const { waiting, delays, kept } = this.tabs.vertex(at)
    const say = (words: string, move: Move) => () => ({
      words: world.tabs.length > 1 ? `tab ${tab + 1}: ${words}` : words,
      move,
    })
    const isOpen = this.#flow.open && this.#isAttempting(at)
    const go = ({ words, isFault, messages, ...act }: Act, isByPlayer = false) => {
      const step = this.tabs.send(at, words, messages, nowIn(world))
      if (step.to === at && step.effects.length === 0) return
      const isConfirm = act.isConfirm && !isOpen
      const next = copyOf(world)
      if (isConfirm && step.created > 0 && next.confirms++ >= this.#bounds.confirms) return
      this.#apply(next, tab, step, { isConfirm, isByPlayer })
      emit(next, isFault, say(words, { type: 'act', tab, messages }))
    }
    for (const act of this.#player) go(act, true)
    for (const { address, outcomes } of this.#answers)
      if (waiting.includes(address)) for (const act of outcomes) go(this.#signed(at, address, act))
    for (const { address, type } of delays) {
      const words = `time passes: ${type.split('.')[2]}`
      const isConfirm = this.#flow.confirms.includes(words)
      go({ words, isConfirm, isFault: false, messages: [{ address, event: { type }, words }] })
    }
    const again = copyOf(world)
    this.#open(again, tab, at)
    for (const change of this.#tab(world, tab).changes) this.#change(again, change).isUnanswered = false
    emit(again, true, say('the page is loaded again', { type: 'load', tab }))
    for (const [other, { changes }] of world.tabs.entries()) {
      if (other === tab || changes.length > 0 || kept.length === 0) continue
      const next = copyOf(world)
      this.#tab(next, other).changes = this.#tab(world, tab).changes
      this.#open(next, other, at)
      emit(next, true, say(`is duplicated as tab ${other + 1}`, { type: 'duplicate', tab, as: other }))
    }
  }

  /** Adds a signature to the passkey's answer, for the key that the passkey was asked to sign. */
  #signed(at: number, address: string, act: Act): Act {
    if (address !== this.#flow.signs) return act
    const key = this.tabs.vertex(at).actors.get(parentOf(address))?.snapshot?.context.key
    const sign = (event: EventObject) =>
      'output' in event ? { ...event, output: { ...signed, signature: key } } : event
    return { ...act, messages: act.messages.map((message) => ({ ...message, event: sign(message.event) })) }
  }

  #onWire(world: World, index: number, emit: Emit<World, Move>) {
    const request = world.requests[index] as Request
    const { tab, change, arrivals, reply, waits } = request
    const isHeldBack = arrivals >= this.#bounds.arrivals && reply === 'none'
    const go = (
      type: 'arrive' | 'receive' | 'lose',
      answer: Reply,
      isFault: boolean,
      words: () => string,
      act: (next: World, mine: Request) => void,
    ) => {
      const next = copyOf(world)
      act(next, next.requests[index] as Request)
      emit(next, isFault, () => ({ words: words(), move: { type, tab, isAwaited: waits, reply: answer } }))
    }
    const name = () =>
      `the request${world.tabs.length > 1 ? ` of tab ${tab + 1}` : ''}${world.changes.length > 1 ? ` for change ${change + 1}` : ''}`
    if (arrivals < this.#bounds.arrivals)
      for (const answer of answersTo(world, request, { refusals: this.#flow.refusals, faults: this.#faults }))
        go(
          'arrive',
          answer.reply,
          arrivals > 0,
          () =>
            `${arrivals > 0 ? `a copy of ${name()}, sent by the browser itself,` : name()} reaches the server: ${answer.words}`,
          (next, mine) => arrive(next, mine, answer),
        )
    if (waits && reply !== 'none')
      go(
        'receive',
        reply,
        false,
        () => `the answer to ${name()} arrives: ${FAILURES[reply]?.words ?? 'done'}`,
        (next, mine) => this.#receive(next, mine, reply),
      )
    if (waits)
      go(
        'receive',
        'none',
        !isHeldBack,
        () =>
          isHeldBack
            ? `${name()} is not sent again, because the backend would make the change twice`
            : `no answer to ${name()} arrives`,
        (next, mine) => this.#receive(next, mine, 'none'),
      )
    else
      go(
        'lose',
        'none',
        arrivals === 0,
        () => `${name()} is lost`,
        (next) => void next.requests.splice(index, 1),
      )
  }

  /** Delivers the reply to the client, or a failure if the request gets no answer. */
  #receive(world: World, request: Request, reply: Reply) {
    const { address, call, reply: output, unanswered } = this.#calls[request.call] as Sender
    const tab = this.#tab(world, request.tab)
    const id = idOf(address)
    const { status = 200, code = this.#flow.refusal ?? 'MONEY_NOT_ENOUGH' } = FAILURES[reply] ?? {}
    const answer = this.#faults.has('the client believes an answer given before the change was looked at')
      ? refused(code)
      : failureOf({ status, code, message: code }, call)
    const failure = this.#failureOf(world, request.change, reply === 'none' ? noAnswer : answer)
    const isMissing = unanswered !== undefined && failure.kind === 'unknown'
    const failed = isMissing ? doneOf(id, unanswered) : errorOf(id, failure)
    const event = reply === 'done' ? doneOf(id, output) : failed
    const step = this.tabs.send(
      tab.at,
      `${address} receives ${reply}: ${failure.kind}`,
      [{ address: parentOf(address), event }],
      nowIn(world),
    )
    request.waits = false
    this.#apply(world, request.tab, step)
    this.#change(world, request.change).told |= this.#shownBy(step.to, parentOf(address)) ?? 0
    tab.isStale = !step.effects.some((effect) => effect.type === 'sent' && effect.to === 'wallet')
  }

  /** The failure as src/api/request.ts reports it. That module remembers which keys had a request without an answer. */
  #failureOf(world: World, at: number, failure: Failure): Failure {
    if (!this.#flow.refusals.includes('limited')) return failure
    if (this.#faults.has('the client believes a limit of requests although an earlier request had no answer'))
      return failure
    const change = this.#change(world, at)
    const key = String(at)
    clearUnanswered(key)
    if (change.isUnanswered) failureOfKey(key, noAnswer)
    const reported = failureOfKey(key, failure)
    change.isUnanswered = reported.kind === 'unknown'
    return reported
  }

  #atSite(world: World, emit: Emit<World, Move>) {
    const happen = (move: SiteMove, isFault: boolean, words: string, act: (next: World) => void) => {
      const next = copyOf(world)
      act(next)
      emit(next, isFault, () => ({ words, move }))
    }
    const go = (type: Exclude<SiteMove['type'], 'days pass'>, ...rest: [boolean, string, (next: World) => void]) =>
      happen({ type }, ...rest)
    if (!world.isSignedIn)
      go('login returns', false, 'the member logs in again', (next) => {
        next.isSignedIn = true
      })
    else if (world.ends < this.#bounds.ends)
      go('login ends', true, 'the login ends', (next) => {
        next.ends++
        next.isSignedIn = false
        for (const request of next.requests) request.hasLogin = false
      })
    if (!world.isOpen)
      go('site opens', false, 'the site opens again', (next) => {
        next.isOpen = true
      })
    else if (world.closings < this.#bounds.closings)
      go('site closes', true, 'the site is closed', (next) => {
        next.closings++
        next.isOpen = false
      })
    const later = DAYS[DAYS.indexOf(world.days) + 1]
    if (this.#flow.ages && later)
      happen(
        { type: 'days pass', days: later - world.days },
        true,
        later === 6 ? 'six days pass' : 'two more days pass',
        (next) => {
          next.days = later
          if (later === 6) for (const change of next.changes) change.hasAged = change.isSent
        },
      )
  }
}
