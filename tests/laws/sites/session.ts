import { type AnyStateMachine, type EventObject, fromCallback } from 'xstate'
import { sessionLogic } from '#src/actors/session.ts'
import { reportTo } from '#src/actors/session-calls.ts'
import { wire } from '#src/api/request.ts'
import { canAdoptToken, clearToken, followToken, storeToken, token } from '#src/lib/token.ts'
import session from '#tests/flows/session/session.model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { ActorSystem, type Actors } from '../actors.ts'
import { doneOf, errorOf, eventOf } from '../events.ts'
import type { Emit, Law, System } from '../search.ts'
import { replaced } from '../tab.ts'
import { textOf } from '../text.ts'
import { end, isServed, loginIn, nameOf, type Login as Served } from './session-server.ts'

/** Faults that can be seeded into the browser. */
export const SESSION_FAULTS = [
  'a guest follows the login of another tab at once',
  'a late answer about an older login is believed',
] as const
export type SessionFault = (typeof SESSION_FAULTS)[number]
/** The start of a session, and the faults seeded into the browser and the machine. */
type Start = {
  isMember: boolean
  faults?: readonly SessionFault[]
  change?: (machine: AnyStateMachine) => AnyStateMachine
}

/**
 * The bounds of the search. `uses`: how many logins there may be. `requests`: how many requests other than logouts may
 * be pending when a tab sends another one.
 */
export type SessionBounds = Record<'tabs' | 'uses' | 'requests', number>
type Stored = Record<string, string>
/**
 * A message from the browser to a tab: either from the broadcast channel, or a storage event about the stored token.
 */
type Mail = { type: 'signedIn' | 'signedOut' } | { type: 'storage'; oldValue: string | null; newValue: string | null }
/**
 * `at`: the number of the tab's actors. `token`: the token of the tab's page. `mail`: the messages that the tab has not
 * received yet, in the order in which they were sent. A channel message and a storage event can overtake each other
 * only if the same step of another tab caused both.
 */
type Tab = { at: number; token: string | null; stored: Stored; mail: Mail[][] }
/**
 * A login on the server. `isKnown`: a tab has received it. `isAsked`: the server was asked to end it. `left`: the
 * player has logged out, or replaced it with a newer login.
 */
type Login = Served & { isKnown: boolean; isAsked: boolean; left: 'logout' | 'login' | null }
/** True if the player still uses the login and the server has not ended it. */
const isLive = ({ isEnded, left }: Login) => !isEnded && left === null
type Request =
  | { type: 'login'; tab: number; waits: boolean; reply: number | null }
  | { type: 'logout'; of: string }
  | { type: 'read'; tab: number; of: string; isRefused: boolean }
type World = { tabs: Tab[]; local: Stored; logins: Login[]; requests: Request[]; broken: string[] }

/** A change whose outcome is unknown, left in the tab by the first member. */
const PENDING = { name: 'pending.login 1.transfer', key: '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f' }
const isMember = (actors: Actors) => actors.get('session')?.snapshot?.value === 'member'

/**
 * The effects of a step outside the tab: the tokens of logouts, the messages to other tabs, and the reported events.
 */
type Outside = { logouts: string[]; posted: ('signedIn' | 'signedOut')[]; reported: EventObject[] }
/** A step of a tab. `logsIn`: the step sends a login. */
type Stepped = Pick<Outside, 'logouts' | 'posted'> & { at: number; place: Place; logsIn: boolean; result: boolean }
type Place = { token: string | null; stored: Stored; local: Stored }

const storage = (entries: Stored) => ({
  getItem: (name: string) => entries[name] ?? null,
  setItem: (name: string, value: string) => void Object.assign(entries, { [name]: value }),
  removeItem: (name: string) => void delete entries[name],
})
/** Storage whose entries are also its own properties, as in a browser. */
const listed = (entries: Stored) =>
  new Proxy(storage(entries), {
    ownKeys: () => Object.keys(entries),
    getOwnPropertyDescriptor: (_, name) =>
      String(name) in entries ? { enumerable: true, configurable: true } : undefined,
  })

/** Sets the token in src/lib/token.ts. */
function setToken(value: string | null) {
  const restore = replaced({ window: { localStorage: storage({}), sessionStorage: storage({}) } })
  if (value === null) clearToken()
  else storeToken(value, true)
  restore()
}

/** Runs `act` in a page with this token and storage. `act` may change both. */
function inPage(place: Place, act: () => void): Outside {
  const outside: Outside = { logouts: [], posted: [], reported: [] }
  setToken(place.token)
  const window = { localStorage: listed(place.local), sessionStorage: listed(place.stored) }
  const { site, report } = wire
  const { prototype } = BroadcastChannel
  const { postMessage } = prototype
  const restore = replaced({ window })
  prototype.postMessage = (message: 'signedIn') => void outside.posted.push(message)
  // the only request is a logout, and it first needs the site's settings, which never arrive
  wire.site = () => {
    outside.logouts.push(token() ?? '')
    return new Promise(() => {})
  }
  reportTo({ send: (event: EventObject) => outside.reported.push(event) } as never)
  try {
    act()
  } finally {
    place.token = token()
    Object.assign(wire, { site, report })
    prototype.postMessage = postMessage
    restore()
  }
  return outside
}

const copyOf = ({ tabs, local, logins, requests, broken }: World): World => ({
  tabs: tabs.map(({ stored, mail, ...tab }) => ({ ...tab, stored: { ...stored }, mail: [...mail] })),
  local: { ...local },
  logins: logins.map((login) => ({ ...login })),
  requests: [...requests],
  broken: [...broken],
})

const broke =
  (what: string) =>
  ({ broken }: World) =>
    !broken.includes(what)
export const SESSION_LAWS: readonly Law<World>[] = [
  {
    name: 'knows its login',
    sentence:
      'A tab uses exactly the login that it shows: a tab that shows the player as logged in uses that login, and any other tab uses none.',
    cites: 'R65, R74, R295',
    holds: broke('knows its login'),
  },
  {
    name: 'logged out in this browser',
    sentence:
      'After the player has logged out, every tab of this browser gives up that login once it is notified, and the server is asked to end it.',
    cites: 'R74, D-08',
    holds: ({ tabs, local, logins, broken }) =>
      !broken.includes('logged out in this browser') &&
      (tabs.some(({ mail }) => mail.length > 0) ||
        logins.every(({ left }, at) => {
          const isHeld = local.token === nameOf(at) || tabs.some((tab) => tab.token === nameOf(at))
          return left !== 'logout' || !isHeld
        })),
  },
  {
    name: 'own end',
    sentence: 'The end of one login, or a late answer to a request of that login, never ends a newer login.',
    cites: 'R387, R390, D-32',
    holds: broke('own end'),
  },
  {
    name: 'kept through a logout',
    sentence:
      'If a login ends while a change has no answer, the tab keeps the change. When the same member logs in again in that tab, the member still learns the outcome.',
    cites: 'R385, R644',
    holds: ({ tabs }) => tabs[0]?.stored[PENDING.name]?.includes(PENDING.key) === true,
  },
]

/** The page's machine without the wallet, passkeys and tabs actors that a session starts. */
const plain = (machine: AnyStateMachine) => {
  const nothing = fromCallback(() => {})
  return machine.provide({ actors: { wallet: nothing, passkeys: nothing, tabs: nothing } })
}

/** The sessions in one browser: its tabs, their storage and channel, and the logins on the server. */
export class SessionSystem implements System<World> {
  readonly first: World
  readonly laws = SESSION_LAWS
  readonly #machine: AnyStateMachine
  readonly #bounds: SessionBounds
  readonly #actors: Actors[] = []
  readonly #ids = new Map<string, number>()
  readonly #steps = new Map<string, Stepped>()

  readonly #faults: readonly SessionFault[]
  readonly #isMember: boolean

  constructor(bounds: SessionBounds, { isMember: startsAsMember, faults = [], change = (machine) => machine }: Start) {
    this.#bounds = bounds
    this.#faults = faults
    this.#isMember = startsAsMember
    this.#machine = change(plain(sessionLogic as AnyStateMachine))
    const local: Stored = startsAsMember ? { token: nameOf(0) } : {}
    const logins: Login[] = startsAsMember ? [{ isKnown: true, isAsked: false, left: null, isEnded: false }] : []
    const pending = JSON.stringify({ at: 0, attempt: { key: PENDING.key, input: {} } })
    this.first = { tabs: [], local, logins, requests: [], broken: [] }
    for (let tab = 0; tab < bounds.tabs; tab++) {
      const stored: Stored = tab === 0 ? { [PENDING.name]: pending } : {}
      this.first.tabs.push({ at: -1, token: null, stored, mail: [] })
      this.#load(this.first, tab)
    }
  }

  readonly situationOf = (world: World) => JSON.stringify(world)
  readonly worldOf = (situation: string): World => JSON.parse(situation)
  readonly isSettled = ({ tabs, requests, logins }: World) =>
    requests.length === 0 &&
    tabs.every(({ mail, token: own, at }) => mail.length === 0 && isMember(this.#at(at)) === isServed(logins, own))

  /** The states that the search must reach for the laws to be meaningful, but has not reached so far. */
  unseen(): string[] {
    const seen = this.#actors.map((actors) => JSON.stringify(actors.get('session')?.snapshot?.value))
    const shows =
      this.#isMember && this.#bounds.uses === 1 ? ['member', 'browsing'] : ['member', 'signingIn', 'browsing']
    return shows.filter((state) => !seen.some((value) => value.includes(state)))
  }

  readonly expand = (world: World, emit: Emit<World>) => {
    const go = (words: string, isFault: boolean, act: (next: World) => void) => {
      const next = copyOf(world)
      act(next)
      emit(next, isFault, () => ({ words, move: null }))
    }
    const isFull = world.requests.length >= this.#bounds.requests
    for (const [tab, { at, token: own, mail }] of world.tabs.entries()) {
      const name = `tab ${tab + 1}: `
      const actors = this.#at(at)
      const { value } = actors.get('session')?.snapshot ?? {}
      for (const words of ['the player logs out', 'the login page is opened', 'the player logs in'] as const) {
        // the browser has delivered all messages to a tab before the player uses it
        if (mail.length > 0) continue
        if (words === 'the login page is opened' && isMember(actors)) continue
        if (words === 'the player logs in' && (isFull || world.logins.length >= this.#bounds.uses)) continue
        const event = eventOf(session.config, words)
        if (!actors.get('session')?.snapshot?.can(event)) continue
        go(name + words, false, (next) => {
          if (words === 'the player logs out')
            for (const [place, login] of next.logins.entries())
              if (next.local.token === nameOf(place) || next.tabs.some((each) => each.token === nameOf(place)))
                login.left ??= 'logout'
          this.#send(next, tab, event)
        })
      }
      go(`${name}the page is loaded again`, true, (next) => this.#load(next, tab))
      if (value === 'member' && own !== null && !isFull)
        go(`${name}the page asks the server for something`, false, (next) => {
          next.requests.push({ type: 'read', tab, of: own, isRefused: false })
        })
      for (const [place, letter] of (mail[0] ?? []).entries()) {
        const words =
          letter.type === 'storage'
            ? 'that the stored login has changed'
            : `that another tab has ${letter.type === 'signedIn' ? 'logged in' : 'logged out'}`
        go(`${name}learns ${words}`, false, (next) => {
          const [first = [], ...later] = this.#tab(next, tab).mail
          const rest = first.toSpliced(place, 1)
          this.#tab(next, tab).mail = rest.length > 0 ? [rest, ...later] : later
          this.#hear(next, tab, letter)
        })
      }
    }
    for (const place of world.requests.keys()) this.#onWire(world, place, go)
    for (const [place, { isEnded }] of world.logins.entries())
      if (!isEnded) go(`the server ends ${nameOf(place)}`, true, (next) => end(next.logins, nameOf(place)))
  }

  #onWire(world: World, place: number, go: (words: string, isFault: boolean, act: (next: World) => void) => void) {
    const request = world.requests[place] as Request
    const over = (next: World) => void next.requests.splice(place, 1)
    if (request.type === 'logout') {
      go(`the logout of ${request.of} reaches the server`, false, (next) => {
        over(next)
        end(next.logins, request.of)
      })
      go(`the logout of ${request.of} is lost`, true, over)
      return
    }
    const name = `tab ${request.tab + 1}: `
    // messages from another tab arrive long before an answer from the server
    const isBehind = this.#tab(world, request.tab).mail.length > 0
    if (request.type === 'read') {
      const { tab, of, isRefused } = request
      if (isRefused && isBehind) return
      if (isRefused)
        go(`${name}the answer arrives: ${of} has ended`, false, (next) => {
          over(next)
          const failure = refused('EXPIRED_AUTH_TOKEN')
          const { reported } = inPage(this.#place(next, tab), () => wire.report('signedOut', failure, of))
          const isBelieved = this.#faults.includes('a late answer about an older login is believed')
          const heard = isBelieved ? [{ type: 'wire.signedOut', failure }] : reported
          for (const event of heard) this.#send(next, tab, event)
        })
      else if (isServed(world.logins, of)) go(`${name}the server answers by ${of}`, false, over)
      else
        go(`${name}the server refuses ${of}`, false, (next) => {
          next.requests[place] = { ...request, isRefused: true }
        })
      return
    }
    const { tab, reply, waits } = request
    if (reply === null)
      go(`${name}the login reaches the server`, false, (next) => {
        next.logins.push({ isKnown: false, isAsked: false, left: null, isEnded: false })
        if (waits) next.requests[place] = { ...request, reply: next.logins.length - 1 }
        else over(next)
      })
    else if (waits && !isBehind)
      go(`${name}the login is answered`, false, (next) => {
        over(next)
        const login = next.logins[reply]
        if (login) login.isKnown = true
        // the server does not end the logins that were stored before
        for (const [at, other] of next.logins.entries()) if (at !== reply && other.isKnown) other.left ??= 'login'
        this.#send(next, tab, doneOf('account.login', { kept: 'browser' }), reply)
      })
    go(`${name}the login gets no answer`, true, (next) => {
      over(next)
      if (waits) this.#send(next, tab, errorOf('account.login', noAnswer))
    })
  }

  #at(at: number): Actors {
    return this.#actors[at] ?? new Map()
  }

  #tab({ tabs }: World, tab: number): Tab {
    const found = tabs[tab]
    if (!found) throw new Error(`there is no tab ${tab}`)
    return found
  }

  #place(world: World, tab: number): Place {
    const { token: own, stored } = this.#tab(world, tab)
    return { token: own, stored, local: world.local }
  }

  #load(world: World, tab: number) {
    const here = this.#tab(world, tab)
    here.token = here.stored.token ?? world.local.token ?? null
    here.mail = []
    world.requests = world.requests
      .filter((each) => each.type === 'logout' || each.tab !== tab || (each.type === 'login' && each.reply === null))
      .map((each) => (each.type === 'login' && each.tab === tab ? { ...each, waits: false } : each))
    here.at = -1
    this.#run(world, tab, 'load', (system) => {
      system.start('session', this.#machine, { hasToken: token() !== null, syncedAt: null })
      return false
    })
  }

  #send(world: World, tab: number, event: EventObject, login: number | null = null) {
    this.#run(world, tab, `${JSON.stringify(event)} ${login}`, (system) => {
      if (login !== null) {
        storeToken(nameOf(login), true)
        new BroadcastChannel('krapao').postMessage('signedIn')
      }
      system.send({ address: 'session', event })
      return false
    })
  }

  /** Delivers a message in the same way as src/actors/tabs.ts. */
  #hear(world: World, tab: number, letter: Mail) {
    const here = this.#tab(world, tab)
    const isFollowed = this.#faults.includes('a guest follows the login of another tab at once')
    if (isFollowed && letter.type === 'storage' && here.token === null) here.token = letter.newValue
    const isAdoptable = this.#run(world, tab, JSON.stringify(letter), () => {
      if (letter.type === 'storage') followToken({ key: 'token', ...letter } as unknown as StorageEvent)
      return canAdoptToken()
    })
    if (letter.type === 'signedOut') this.#send(world, tab, { type: 'tab.signedOut' })
    else if (isAdoptable) this.#send(world, tab, { type: 'tab.signedIn' })
  }

  /**
   * Runs a step of a tab and reuses the result for equal tabs. `name` identifies the step. Returns the result of `act`.
   */
  #run(world: World, tab: number, name: string, act: (system: ActorSystem) => boolean): boolean {
    const here = this.#tab(world, tab)
    const { at, token: held, stored } = here
    const key = `${at} ${held} ${JSON.stringify([stored, world.local])} ${name}`
    const step = this.#steps.get(key) ?? this.#step(at, { token: held, stored, local: world.local }, act)
    this.#steps.set(key, step)
    const before = world.local.token ?? null
    const after = step.place.local.token ?? null
    Object.assign(here, { at: step.at, token: step.place.token, stored: { ...step.place.stored } })
    world.local = { ...step.place.local }
    for (const of of step.logouts) {
      world.requests.push({ type: 'logout', of })
      for (const [place, login] of world.logins.entries()) if (nameOf(place) === of) login.isAsked = true
    }
    if (step.logsIn) world.requests.push({ type: 'login', tab, waits: true, reply: null })
    const heard: Mail[] = step.posted.map((type) => ({ type }))
    if (before !== after) heard.push({ type: 'storage', oldValue: before, newValue: after })
    if (heard.length > 0) for (const [other, { mail }] of world.tabs.entries()) if (other !== tab) mail.push(heard)
    this.#watch(world, tab, held)
    return step.result
  }

  #step(at: number, before: Place, act: (system: ActorSystem) => boolean): Stepped {
    const place = { token: before.token, stored: { ...before.stored }, local: { ...before.local } }
    const system = new ActorSystem(this.#at(at))
    let result = false
    const { logouts, posted } = inPage(place, () => {
      result = act(system)
      // the page checks whether the site is open, and in this model it always is
      if (system.actors.has('session/lookup.active'))
        system.send({ address: 'session', event: eventOf(session.config, 'lookup.active answers: the site is open') })
    })
    const logsIn = system.effects.some(
      (effect) => effect.type === 'started' && effect.address === 'session/account.login',
    )
    return { at: this.#intern(system.actors), place, logouts, posted, logsIn, result }
  }

  #watch(world: World, tab: number, held: string | null) {
    const { at, token: own } = this.#tab(world, tab)
    const breaks = (what: string) => void (world.broken.includes(what) || world.broken.push(what))
    const { hasToken } = this.#at(at).get('session')?.snapshot?.context ?? {}
    if (hasToken !== (own !== null)) breaks('knows its login')
    const isDropped = held !== null && own !== held
    const dropped = loginIn(world.logins, held)
    if (isDropped && dropped && isLive(dropped)) breaks('own end')
    const live = world.logins.findIndex((login) => login.isKnown && isLive(login))
    const isHeld = world.local.token === nameOf(live) || world.tabs.some((each) => each.token === nameOf(live))
    if (live >= 0 && !isHeld) breaks('own end')
    if (isDropped && dropped?.left === 'logout' && !dropped.isAsked) breaks('logged out in this browser')
  }

  #intern(actors: Actors): number {
    const text = textOf(
      [...actors].map(([address, { snapshot }]) => [
        address,
        snapshot && [snapshot.value, { ...snapshot.context, key: '', failure: null }],
      ]),
    )
    const known = this.#ids.get(text) ?? this.#actors.push(actors) - 1
    this.#ids.set(text, known)
    return known
  }
}
