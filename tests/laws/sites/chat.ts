import type { AnyStateMachine } from 'xstate'
import { CHAT_PAGE, type Conversation } from '#contract/chat.ts'
import type { FromSocket } from '#machines/lib/chat-events.ts'
import { goesBeyond, type Heard, notBefore, reachesBack, unknownOf } from '#machines/lib/chat-messages.ts'
import { chatLogic } from '#src/actors/chat.ts'
import { keptDraft, keptItems } from '#src/lib/chat-items.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { idOf, type Message, parentOf } from '../actors.ts'
import { CHAT_LAWS } from '../chat-laws.ts'
import { doneOf, errorOf } from '../events.ts'
import type { Deciding } from '../memo.ts'
import type { Emit, Law, System } from '../search.ts'
import type { SiteBounds } from '../site.ts'
import { type Step, Tabs, type Vertex } from '../tab.ts'
import { type Entry, newestOf, pageOf, receive } from './chat-server.ts'

const [BOX, HISTORY] = ['chat/chatBox', 'chat/chatHistory']
const LINE = `${HISTORY}/chatLine`
const SOCKET = `${LINE}/socket`
/** The actors that read the history: one reads missed messages, the other reads older pages. */
const READS = [`${LINE}/missed`, `${HISTORY}/older`] as const

/** Faults that can be seeded into the server. */
export type ChatFault = 'a message that is sent again is stored again'
/**
 * The faults of the server and a change to the machines. `burst`: how many answers arrive at once. The socket delivers
 * only the first and the last of them.
 */
type Start = {
  faults?: readonly ChatFault[]
  change?: (machine: AnyStateMachine) => AnyStateMachine
  burst?: number
}

/**
 * A read of the history by the actor at `address`, page by page. `since`, `before`, `skip`: the parameters of the read.
 * `lengths`: the length of the conversation at the time of each page. `isServed`: the last page is on its way to the
 * tab.
 */
type Read = {
  address: string
  since: Heard
  before: string | undefined
  skip: number
  lengths: number[]
  isServed: boolean
}
/**
 * `line`: the state of the socket from the server's point of view. `join`: the conversation's length at the time of the
 * join, while the answer to the join is on its way. `told`: the ids of the messages that this page has reported as
 * sent.
 */
type Tab = {
  at: number
  line: 'down' | 'up' | 'joined'
  join: number | 'asked' | null
  reads: Read[]
  told: string[]
}
/**
 * `stored`: the conversation on the server, without its first message. `sent`: the messages that a tab has sent.
 * `written`: how many messages the player has written. `removed`: the texts of the messages that the player has
 * removed.
 */
type World = {
  tabs: Tab[]
  stored: readonly Entry[]
  sent: readonly Entry[]
  written: number
  removed: string[]
}

const START = Date.UTC(2026, 10, 25)
const [OWN, ANSWER] = ['message', 'answer']
/** The message with which the conversation begins. */
const FIRST: Entry = ['greeting', 'greeting']
const textOf = (number: number) => `${OWN} ${number}`
const numberOf = (text: string) => Number(text.replace(OWN, ''))

/**
 * A tab as the player sees it. `place`: the item's address. `heard`: the newest message up to which the history is
 * complete.
 */
type View = {
  items: readonly { place: string; id: string; text: string; state: string }[]
  draft: string
  shown: readonly Conversation[]
  hasOlder: boolean
  heard: Heard
  line: string
}

function viewOf({ actors, states }: Vertex): View {
  const contextOf = (address: string) => actors.get(address)?.snapshot?.context
  const items = [...actors.keys()].filter((address) => parentOf(address) === BOX && address in states)
  const { messages = [], hasOlder = false } = contextOf(HISTORY) ?? {}
  return {
    items: items.map((place) => {
      const { clientId, item } = contextOf(place) ?? {}
      return { place, id: clientId, text: item.message, state: states[place] ?? '' }
    }),
    draft: contextOf(BOX)?.draft ?? '',
    shown: messages,
    hasOlder,
    heard: contextOf(LINE)?.heard,
    line: states[LINE] ?? '',
  }
}
const isWrittenIn = ({ items, draft }: View, text: string) => draft === text || items.some((item) => item.text === text)
const shownText = ({ message }: Conversation) => (message.payload as { message: string }).message

const tabTexts = new WeakMap<Tab, string>()
/** A tab as text, cached because most moves leave most tabs unchanged. */
function tabText(tab: Tab): string {
  const { at, line, join, reads, told } = tab
  const text = tabTexts.get(tab) ?? JSON.stringify([at, line, join, reads, told])
  tabTexts.set(tab, text)
  return text
}

/** The ids and times of messages. How a message arrived does not affect the next steps. */
const namesOf = (messages: readonly Conversation[]) => messages.map(({ clientId, createdAt }) => [clientId, createdAt])
/** Matches the states of the line that depend on its `edge`. */
const FROM_EDGE = /joining|checking|catchingUp|behind/
const DECIDING: Deciding = {
  // the chat panel stays closed, so the chat machine only forwards events
  chat: () => [],
  chatBox: ({ value, context }) => [value, { ...context, newest: null }],
  chatHistory: ({ value, context }) => [value, { ...context, messages: namesOf(context.messages) }],
  chatLine: ({ value, context }) => {
    const { edge, ...known } = context
    return [value, FROM_EDGE.test(JSON.stringify(value)) ? context : known]
  },
  chatMessage: ({ value, context }) => [value, { ...context, failure: null }],
}

const isAnswer = (message: Conversation | undefined) => message?.clientId?.startsWith(ANSWER) === true
const conversationAt = ([id, text]: Entry, at: number): Conversation => ({
  sender: text.startsWith(OWN) ? 'customer' : 'other',
  message: { message_type: 'text', payload: { message: text } },
  createdAt: new Date(START + at * 1000).toISOString(),
  clientId: id,
})

/**
 * Matches the delays that end a wait for the network. Such a delay counts as a fault, because the network may answer in
 * time.
 */
const AWAITED = /connecting|offline|joining|checking/
/** The message with which the actor at an address reports its output. {@link failureOf} reports its failure. */
const answerOf = (address: string, output: unknown): Message => ({
  address: parentOf(address),
  event: doneOf(idOf(address), output),
})
const failureOf = (address: string, failure: object): Message => ({
  address: parentOf(address),
  event: errorOf(idOf(address), failure),
})

type Go = (words: string, isFault: boolean, act: (next: World) => void) => void
/** `id`: distinguishes messages with the same description. */
type Send = (words: string, message: Message, isFault: boolean, change?: Partial<Tab>, id?: string) => void

/** The conversation of one member: the member's tabs, their sockets, and the messages on the server. */
export class ChatSystem implements System<World> {
  readonly tabs: Tabs
  readonly first: World
  readonly laws: readonly Law<World>[]
  readonly #bounds: SiteBounds
  readonly #faults: readonly ChatFault[]
  readonly #burst: number
  readonly #views = new Map<number, View>()
  readonly #conversations = new Map<string, readonly Conversation[]>()
  /** The number of the message that the current step creates, or 0. */
  #fresh = 0

  constructor(bounds: SiteBounds, { faults = [], change = (machine) => machine, burst = 1 }: Start = {}) {
    this.#bounds = bounds
    this.#faults = faults
    this.#burst = burst
    const machine = change(chatLogic as AnyStateMachine)
    const input = () => ({ kept: keptItems(), draft: keptDraft() })
    const bytes = (length: number) => {
      const one = new Uint8Array(length).fill(this.#fresh)
      this.#fresh = 0
      return one
    }
    this.tabs = new Tabs({ name: 'chat', machine, input }, { bytes, deciding: DECIDING })
    this.laws = this.#laws()
    this.first = { tabs: [], stored: [], sent: [], written: 0, removed: [] }
    const empty = this.tabs.empty()
    for (let tab = 0; tab < bounds.tabs; tab++)
      this.first.tabs.push({ at: empty, line: 'down', join: null, reads: [], told: [] })
  }

  readonly situationOf = ({ tabs, stored, sent, written, removed }: World) => {
    return JSON.stringify([tabs.map(tabText).sort(), stored, sent, written, removed])
  }
  readonly worldOf = (situation: string): World => {
    const [texts, stored, sent, written, removed] = JSON.parse(situation)
    const tabs = texts.map((text: string): Tab => {
      const [at, line, join, reads, told] = JSON.parse(text)
      return { at, line, join, reads, told }
    })
    return { tabs, stored, sent, written, removed }
  }
  readonly isSettled = (world: World) => {
    const all = this.#conversation(world)
    return (
      Array.from({ length: world.written }, (_, at) => textOf(at + 1)).every(
        (text) => world.removed.includes(text) || world.stored.some(([, stored]) => stored === text),
      ) &&
      world.tabs.every(({ at }) => {
        const { items, shown, line } = this.#view(at)
        return (
          line === '' ||
          (items.length === 0 && line.endsWith('live') && all.at(-1)?.clientId === shown.at(-1)?.clientId)
        )
      })
    )
  }

  readonly expand = (world: World, emit: Emit<World>) => {
    const most = Math.max(this.#bounds.requests, this.#unsteady(world))
    const go: Go = (words, isFault, act) => {
      const next = { ...world, tabs: [...world.tabs] }
      act(next)
      if (this.#unsteady(next) <= most) emit(next, isFault, () => ({ words, move: null }))
    }
    const said = world.stored.filter(([, text]) => !text.startsWith(OWN)).length
    const more = said === 0 ? this.#burst : 1
    if (said < this.#burst + this.#bounds.tries - 1) {
      const texts = Array.from({ length: more }, (_, at) => `${ANSWER} ${said + at + 1}`)
      const entries = texts.map((text): Entry => [text, text])
      go(`support sends ${texts.join(', ')}`, true, (next) => {
        next.stored = [...next.stored, ...entries]
      })
    }
    const isAwaited = ([id]: Entry) =>
      world.tabs.some(({ at }) => this.#view(at).items.some((item) => item.id === id && item.state === 'sending'))
    const copies = this.#faults.includes('a message that is sent again is stored again') ? 2 : 1
    for (const entry of world.sent) {
      const stored = receive(world.stored, entry, copies)
      if (stored !== world.stored)
        go(`${entry[1]} reaches the server`, !isAwaited(entry), (next) => {
          next.stored = stored
        })
    }
    for (const tab of world.tabs.keys()) {
      this.#byPlayer(world, tab, go)
      this.#byNetwork(world, tab, go)
    }
  }

  /** The states that the search must reach for the laws to be meaningful, but has not reached so far. */
  unseen(): string[] {
    const seen = new Set(this.tabs.vertices.flatMap(({ states }) => Object.values(states)))
    const shows = this.#bounds.uses > 0 ? ['sending', 'waiting', 'failed.unanswered', 'failed.surely'] : []
    const lines = ['offline.trying', 'up.live', 'up.checking', 'up.catchingUp', 'up.behind']
    return [...shows, 'unreachable', ...lines.map((state) => `open.${state}`)].filter((state) => !seen.has(state))
  }

  /** The number of open tabs that are not connected or are reading the history. */
  #unsteady({ tabs }: World): number {
    return tabs.filter(({ at, reads }) => {
      const { line } = this.#view(at)
      return reads.length > 0 || (line !== '' && !line.endsWith('live'))
    }).length
  }

  #view(at: number): View {
    const view = this.#views.get(at) ?? viewOf(this.tabs.vertex(at))
    this.#views.set(at, view)
    return view
  }

  #tab({ tabs }: World, tab: number): Tab {
    const found = tabs[tab]
    if (!found) throw new Error(`there is no tab ${tab}`)
    return found
  }

  /** Replaces a tab of the world with a changed copy, and returns the copy. */
  #change(world: World, tab: number, change: Partial<Tab>): Tab {
    const changed = { ...this.#tab(world, tab), ...change }
    world.tabs[tab] = changed
    return changed
  }

  /** The conversation on the server, oldest message first. */
  #conversation({ stored }: World): readonly Conversation[] {
    const key = String(stored)
    const all = this.#conversations.get(key) ?? [FIRST, ...stored].map(conversationAt)
    this.#conversations.set(key, all)
    return all
  }

  #load(world: World, tab: number, from: number) {
    this.#change(world, tab, { line: 'down', join: null, reads: [], told: [] })
    this.#apply(world, tab, this.tabs.open(from), true)
  }

  /** Applies a step of a tab and its effects outside the tab. `isOpened`: the step opens the page. */
  #apply(world: World, tab: number, step: Step, isOpened = false) {
    const here = this.#change(world, tab, {})
    const before = isOpened ? [] : this.#view(here.at).items
    here.at = step.to
    for (const effect of step.effects) {
      if (effect.type === 'sent' && effect.to === SOCKET && effect.event === 'socket.join') here.join = 'asked'
      if (!('address' in effect) || effect.type === 'settled') continue
      const { address } = effect
      if (address === SOCKET) Object.assign(here, { line: 'down', join: null })
      if (effect.type === 'stopped') here.reads = here.reads.filter((read) => read.address !== address)
      else if ((READS as readonly string[]).includes(address)) {
        const { since, skip = 0, first } = JSON.parse(effect.input)
        here.reads = [...here.reads, { address, since, before: first?.createdAt, skip, lengths: [], isServed: false }]
      } else if (address.endsWith('/chat.send')) {
        const { clientId, message } = JSON.parse(effect.input)
        if (!world.sent.some(([id]) => id === clientId))
          world.sent = [...world.sent, [clientId, message.payload.message]]
      }
    }
    const { items, line } = this.#view(step.to)
    // the machine ignores the answer to an earlier join
    if (!line.endsWith('joining') && !line.endsWith('checking')) here.join = null
    const isThere = ({ text }: View['items'][number]) => items.some((item) => item.text === text)
    here.told = [...here.told, ...before.filter((item) => !isThere(item)).map(({ id }) => id)]
  }

  #byPlayer(world: World, tab: number, go: Go) {
    const { at, told } = this.#tab(world, tab)
    const name = this.#nameOf(tab)
    const send = (words: string, messages: readonly Message[], isFault = false, then = (_: World) => {}) => {
      const step = this.tabs.send(at, words, messages)
      if (step.to === at && step.effects.length === 0) return
      go(name + words, isFault, (next) => {
        this.#apply(next, tab, step)
        then(next)
      })
    }
    const { draft } = this.#view(at)
    if (draft === '' && world.written < this.#bounds.uses) {
      const event = { type: 'draft.type', draft: textOf(world.written + 1) }
      send(`the player types ${event.draft}`, [{ address: BOX, event }], false, (next) => void next.written++)
    }
    this.#fresh = numberOf(draft)
    send(`the player sends ${draft}`, [{ address: BOX, event: { type: 'draft.submit' } }])
    this.#fresh = 0
    for (const { place, text } of this.#view(at).items) {
      send(`the player sends ${text} again`, [{ address: place, event: { type: 'item.resend' } }])
      const remove = [{ address: place, event: { type: 'item.remove' } }]
      send(`the player removes ${text}`, remove, true, (next) => {
        next.removed = [...new Set([...next.removed, text])].sort()
        this.#change(next, tab, { told })
      })
    }
    if (this.#view(at).items.length > 1)
      send('the player sends all failed messages again', [{ address: BOX, event: { type: 'box.resend' } }])
    send('the player asks for more messages', [{ address: HISTORY, event: { type: 'history.more' } }])
    // leaves out the delays of the chat machine, such as the end of a message announcement: they do not affect the laws
    for (const { address, type } of this.tabs.vertex(at).delays)
      if (address !== 'chat')
        send(`time passes: ${type.split('.')[2]}`, [{ address, event: { type } }], AWAITED.test(type))
    const load = (next: World) => this.#load(next, tab, at)
    if (this.#view(at).line === '') go(`${name}the page is opened`, true, load)
    else go(`${name}the page is loaded again`, true, load)
    for (const [other, there] of world.tabs.entries())
      if (
        other !== tab &&
        !this.#hasWritten(there) &&
        this.#view(at).draft === '' &&
        this.#hasWritten(this.#tab(world, tab))
      )
        go(`${name}is duplicated as tab ${other + 1}`, true, (next) => this.#load(next, other, at))
  }

  #byNetwork(world: World, tab: number, go: Go) {
    const here = this.#tab(world, tab)
    const name = this.#nameOf(tab)
    const vertex = this.tabs.vertex(here.at)
    const all = this.#conversation(world)
    const send: Send = (words, message, isFault, change = {}, id = '') => {
      const step = this.tabs.send(here.at, `${words} ${id} ${world.stored.map(([of]) => of)}`, [message])
      go(name + words, isFault, (next) => {
        this.#change(next, tab, change)
        this.#apply(next, tab, step)
      })
    }
    for (const address of vertex.waiting.filter((each) => each.endsWith('/chat.config'))) {
      const config = { room: 'krapao_u1', who: { userId: 'u1', guestId: null }, unread: 0 }
      send('the configuration arrives', answerOf(address, config), false)
      send('no configuration arrives', failureOf(address, noAnswer), true)
    }
    for (const { place, id, text, state } of this.#view(here.at).items) {
      if (state !== 'sending') continue
      const address = `${place}/chat.send`
      const stored = all.find(({ clientId }) => clientId === id)
      if (stored) {
        const { createdAt } = stored
        send(`the answer arrives: ${text} is stored`, answerOf(address, { createdAt }), false)
      }
      send(`no answer to ${text} arrives`, failureOf(address, noAnswer), true)
      send(`the answer arrives: ${text} is refused`, failureOf(address, refused('REQUEST_LIMIT')), true)
    }
    this.#bySocket(world, tab, go, send)
    for (const read of here.reads) this.#byRead(world, tab, read, go, send)
  }

  #bySocket(world: World, tab: number, go: Go, send: Send) {
    const { at, line, join } = this.#tab(world, tab)
    const name = this.#nameOf(tab)
    if (!this.tabs.vertex(at).waiting.includes(SOCKET)) return
    const hear = (event: FromSocket) => ({ address: LINE, event })
    if (line === 'down') {
      send('the socket connects', hear({ type: 'line.up' }), false, { line: 'up' })
      return
    }
    send('the socket is cut', hear({ type: 'line.down' }), true, { line: 'down', join: null })
    const all = this.#conversation(world)
    if (join === 'asked')
      go(
        `${name}the server lets the socket join`,
        false,
        (next) => void this.#change(next, tab, { line: 'joined', join: all.length }),
      )
    else if (join !== null) {
      const last = newestOf(all.slice(0, join))
      const reply = { joined: true, last }
      const words = `the socket has joined, and the newest message was ${last}`
      send(words, hear({ type: 'line.joined', reply }), false, { join: null })
    }
    if (join !== null) {
      const reply = { joined: false, last: null }
      send('the socket may not join', hear({ type: 'line.joined', reply }), true, { join: null })
    }
    if (line !== 'joined') return
    for (const [place, message] of all.entries()) {
      const isWithin = isAnswer(all[place - 1]) && isAnswer(all[place + 1])
      if (place === 0 || (this.#burst > 1 && isWithin)) continue
      const previous = newestOf(all.slice(0, place))
      const event = { type: 'line.message', message: { ...message, previous } } as const
      // a delivery counts as a fault, because without it, the tab must still find the message when it checks for missed
      // messages
      send(`the socket delivers ${shownText(message)}`, hear(event), true)
    }
  }

  #byRead(world: World, tab: number, read: Read, go: Go, send: Send) {
    const { address, since, before, skip, lengths, isServed } = read
    const name = `page ${lengths.length + (isServed ? 0 : 1)} of ${idOf(address)} messages`
    const all = this.#conversation(world)
    const isMissed = address === READS[0]
    const others = this.#tab(world, tab).reads.filter((each) => each !== read)
    const goOn = (words: string, change: Partial<Read>) =>
      go(`${this.#nameOf(tab)}${name} ${words}`, false, (next) => {
        this.#change(next, tab, { reads: [...others, { ...read, ...change }] })
      })
    send(`no answer to a read of ${idOf(address)} messages arrives`, failureOf(address, noAnswer), true, {
      reads: others,
    })
    if (!isServed) {
      goOn('is read', { lengths: [...lengths, all.length], isServed: true })
      return
    }
    const found: Conversation[] = []
    let page: Conversation[] = []
    for (const [at, length] of lengths.entries()) {
      page = pageOf(all.slice(0, length), skip + at * CHAT_PAGE)
      found.push(...unknownOf(found, page))
    }
    const first = before === undefined ? undefined : ({ createdAt: before } as Conversation)
    if (!(isMissed ? reachesBack(page, since) : goesBeyond(page, first))) {
      goOn('arrives, and the next one is asked for', { isServed: false })
      return
    }
    const messages = found.reverse()
    const output = isMissed ? messages : { found: messages, hasOlder: page.length >= CHAT_PAGE }
    send(`${name} arrives`, answerOf(address, output), false, { reads: others }, `${lengths} from ${skip}`)
  }

  #laws(): Law<World>[] {
    const everyTab =
      (holds: (view: View, tab: Tab, all: readonly Conversation[]) => boolean) =>
      (world: World): boolean => {
        const all = this.#conversation(world)
        return world.tabs.every((tab) => holds(this.#view(tab.at), tab, all))
      }
    const places = (shown: readonly Conversation[], all: readonly Conversation[]) =>
      shown.map(({ clientId }) => all.findIndex((message) => message.clientId === clientId))
    return [
      {
        ...CHAT_LAWS.storedOnce,
        holds: ({ stored }) => new Set(stored.map(([, text]) => text)).size === stored.length,
      },
      {
        ...CHAT_LAWS.toldSent,
        holds: everyTab((_, { told }, all) => told.every((id) => all.some(({ clientId }) => clientId === id))),
      },
      {
        ...CHAT_LAWS.shownOnce,
        holds: everyTab(({ items, shown }) => {
          const texts = [...shown.map(shownText), ...items.map(({ text }) => text)]
          return new Set(texts).size === texts.length
        }),
      },
      {
        ...CHAT_LAWS.staysShown,
        holds: everyTab(({ shown, hasOlder }, { told }, all) =>
          told.every(
            (id) =>
              shown.some(({ clientId }) => clientId === id) ||
              (hasOlder && notBefore(shown[0], all).every(({ clientId }) => clientId !== id)),
          ),
        ),
      },
      {
        ...CHAT_LAWS.nothingLost,
        holds: ({ tabs, stored, written, removed }) =>
          Array.from({ length: written }, (_, at) => textOf(at + 1)).every(
            (text) =>
              removed.includes(text) ||
              stored.some(([, other]) => other === text) ||
              tabs.some(({ at }) => isWrittenIn(this.#view(at), text)),
          ),
      },
      {
        ...CHAT_LAWS.sentAgain,
        holds: everyTab(({ items }, { at }) =>
          items.every(
            ({ place, state }) =>
              !state.startsWith('failed') ||
              this.tabs.vertex(at).actors.get(place)?.snapshot?.can({ type: 'item.resend' }) === true,
          ),
        ),
      },
      {
        ...CHAT_LAWS.inOrder,
        holds: everyTab(({ shown }, _, all) =>
          places(shown, all).every((place, at, found) => place > (found[at - 1] ?? -1)),
        ),
      },
      {
        ...CHAT_LAWS.noGap,
        holds: everyTab(({ shown, heard }, _, all) => {
          const last = all.findIndex(({ clientId }) => clientId === heard)
          const found = places(shown, all).filter((place) => place <= last)
          return last < 0 || found.length === last - Math.min(last + 1, ...found) + 1
        }),
      },
    ]
  }

  /** True if a tab has a draft or unsent messages. */
  #hasWritten({ at }: Tab): boolean {
    const { items, draft } = this.#view(at)
    return draft !== '' || items.length > 0
  }

  #nameOf(tab: number): string {
    return this.#bounds.tabs > 1 ? `tab ${tab + 1}: ` : ''
  }
}
