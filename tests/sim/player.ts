import type { AnyActorRef, InspectionEvent } from 'xstate'
import type { SiteSettings } from '#contract/settings.ts'
import { UNKNOWN_SETTINGS } from '#contract/settings.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import type { TOLD } from '#tests/laws/world.ts'
import type { Page, Tab } from './browser.ts'
import type { Chance } from './chance.ts'
import { type Chatter, isUpToDate } from './chats.ts'
import { attemptsIn, DIALOGS, type Dialog, GAMES, type Place, type Root, startDialog } from './dialogs.ts'
import { PAGES, recover, register } from './pages.ts'

/** A member as the simulator's players know them. A newcomer, who only registers others, has no id. */
export type Member = { id: string; username: string; password: string; name: string }

/**
 * The probabilities that a player opens a page rather than a dialog that moves money, that a player logs out, and that
 * a player has forgotten the password.
 */
const PAGE_SHARE = 0.4
const LOGOUT_SHARE = 0.02
const FORGOTTEN_SHARE = 0.05
/** The probability that a player who chats with support makes the next move in the chat. */
const CHAT_SHARE = 0.5

/** The states of dialogs that show an outcome. In other states, the outcome of the attempt counts. */
const SHOWS: Readonly<Record<string, keyof typeof TOLD>> = {
  ...{ succeeded: 'done', received: 'done', taken: 'done', ended: 'done', claimed: 'done', filled: 'done' },
  refused: 'refused',
}
/** The states of other machines that show the outcome of a change with a key, by the machine's id. */
const TELLS: Readonly<Record<string, Readonly<Record<string, keyof typeof TOLD>>>> = {
  changePassword: { saved: 'done', refused: 'refused' },
  register: { registered: 'done' },
  recover: { saved: 'done' },
}
const machineOf = (actor: AnyActorRef): string => (actor as unknown as { logic: { id?: string } }).logic.id ?? ''
/** Changing the name of the bank account moves no money. */
const movesMoney = (owner: AnyActorRef) => machineOf(owner) !== 'bankTransfer'

type Settled = { key: string; status: keyof typeof TOLD; owner: AnyActorRef | undefined }
/** The snapshot of an attempt. */
type Attempted = {
  status: string
  output?: { status: keyof typeof TOLD }
  context: { key: string; owner: AnyActorRef }
}
/** An open dialog. `game`: the game that it is about, if any. */
type Open = { dialog: Dialog; game: string; actor: Root }

/** A member in one tab, who loads the page, logs in, opens dialogs and uses them. */
export class Player {
  readonly member: Member
  readonly tab: Tab
  /** The outcomes of attempts in the current event. */
  settled: Settled[] = []
  /** True if the app learned in this event that money may have moved. */
  mustRead = false
  /** True if an actor of the tab has changed in this event. */
  isChanged = false
  /** The keys of this tab's attempts. */
  readonly keys = new Set<string>()
  /** True if the player's last move in the open dialog confirms a change that has no key yet. */
  #confirms = false
  /** The keys of changes whose outcomes a page has shown without an attempt. */
  readonly #heard = new Set<string>()
  /** The keys of pending slips, by the actor that uploads them. */
  readonly #slips = new WeakMap<AnyActorRef, string>()
  #page: Page | null = null
  #hasLoaded = false
  #session: Root | null = null
  #opened: Open | null = null
  #settings: SiteSettings = UNKNOWN_SETTINGS
  readonly #load: (tab: Tab) => Page
  /** The last code that was sent to each phone. */
  readonly #codes: ReadonlyMap<string, string>
  /** Plays the member's part in the chat. Null for players who never open the chat. */
  readonly #chatter: Chatter | null

  constructor(
    member: Member,
    tab: Tab,
    codes: ReadonlyMap<string, string>,
    chatter: Chatter | null,
    load: (tab: Tab) => Page,
  ) {
    this.member = member
    this.tab = tab
    this.#codes = codes
    this.#chatter = chatter
    this.#load = load
  }

  get #isNewcomer(): boolean {
    return this.member.id === ''
  }

  get #isMember(): boolean {
    return this.#session?.getSnapshot().hasTag('member') ?? false
  }
  get #wallet(): AnyActorRef | undefined {
    return this.#session?.getSnapshot().children.wallet as AnyActorRef | undefined
  }
  /** True if a page is open that needs no login. */
  get #isGuestPage(): boolean {
    return this.#opened?.dialog === register || this.#opened?.dialog === recover
  }
  /** The chat with support, once the player has opened it. */
  get chat(): Root | null {
    return this.#session?.getSnapshot().context.chat ?? null
  }
  /** True if the tab shows a balance. */
  get showsBalance(): boolean {
    return this.#isMember
  }

  /** Loads or reloads the page of the tab. */
  load() {
    this.#hasLoaded = true
    this.unload()
    const page = this.#load(this.tab)
    this.#page = page
    const session = page.startSession() as Root
    this.#session = session
    void page.siteSettings().then((settings) => {
      this.#settings = settings
    })
    session.subscribe(() => {
      if (!this.#isMember) this.#chatter?.leave()
      if (!this.#isMember && !this.#isGuestPage) this.#leave()
    })
    if (this.#isMember) this.#showHome()
  }

  /** Closes the page immediately, whatever is in progress. */
  unload() {
    this.#leave()
    this.chat?.stop()
    this.#session?.stop()
    this.#session = null
    this.#page = null
    this.tab.unload()
  }

  #showHome() {
    this.#wallet?.send({ type: 'wallet.open' })
    this.#wallet?.send({ type: 'wallet.show' })
  }

  #leave() {
    this.isChanged = true
    this.#confirms = false
    this.#opened?.actor.stop()
    this.#opened = null
  }

  readonly #inspect = (event: InspectionEvent) => {
    this.isChanged = true
    if (event.type === '@xstate.event' && event.event.type === 'attempt.unknown')
      this.mustRead ||= movesMoney(event.actorRef as AnyActorRef)
    if (event.type === '@xstate.snapshot') this.#hear(event.actorRef as AnyActorRef)
    if (event.type !== '@xstate.snapshot' || (event.actorRef as AnyActorRef).id !== 'attempt') return
    const { status, output, context } = event.snapshot as unknown as Attempted
    if (status !== 'done' || !output) return
    this.mustRead ||= movesMoney(context.owner)
    this.settled.push({ key: context.key, status: output.status, owner: context.owner })
  }

  /** Records the outcome of a slip. Once the outcome is known, the slip's actor no longer has the key. */
  #hearSlip(actor: AnyActorRef) {
    const snapshot = actor.getSnapshot()
    const { pending, failure } = snapshot.context
    const key = this.#slips.get(actor)
    if (pending) this.#slips.set(actor, pending.key)
    else this.#slips.delete(actor)
    if (!key || pending) return
    const status = snapshot.matches({ slip: 'sent' }) ? 'done' : failure && 'refused'
    if (status) this.settled.push({ key, status, owner: undefined })
  }

  /** Records an outcome that a page shows without an attempt. */
  #hear(actor: AnyActorRef) {
    if (machineOf(actor) === 'slipUpload') this.#hearSlip(actor)
    const { value, context } = actor.getSnapshot() ?? {}
    const status = TELLS[machineOf(actor)]?.[String(value)]
    if (!status || this.#heard.has(context.key)) return
    this.#heard.add(context.key)
    this.settled.push({ key: context.key, status, owner: undefined })
  }

  /**
   * Returns true if the player's last move in the open dialog confirms a change. Each confirmation counts only once.
   */
  takeConfirmation(): boolean {
    const confirms = this.#confirms
    this.#confirms = false
    return confirms
  }

  /** Returns and clears the outcomes that the player has seen in this event, each with its key. */
  told(): { key: string; outcome: keyof typeof TOLD }[] {
    return this.settled.splice(0).map(({ key, status, owner }) => ({
      key,
      outcome: SHOWS[String(owner?.getSnapshot().value)] ?? status,
    }))
  }

  /** The attempts that are running in the open dialog. */
  attempts() {
    return this.#opened ? attemptsIn(this.#opened.actor) : []
  }

  #place(page: Page, draw: Chance): Place | null {
    const session = this.#session
    const { wallet, toasts } = (session?.getSnapshot().children ?? {}) as Record<string, AnyActorRef | undefined>
    if (!session || !toasts || (this.#isMember && !wallet)) return null
    const overview: WalletOverview | null = wallet?.getSnapshot().context.overview ?? null
    const tells = (key: string) => {
      this.isChanged = true
      this.settled.push({ key, status: 'done', owner: undefined })
    }
    const known = { phone: this.member.username, codes: this.#codes, tells }
    // guest pages do not use the wallet
    return { page, wallet: wallet ?? session, toasts, settings: this.#settings, overview, draw, ...known }
  }

  #open(place: Place, dialog: Dialog, game: string) {
    this.#confirms = false
    this.#opened = { dialog, game, actor: startDialog(dialog, place, game, this.#inspect) }
    return `opens: ${dialog.name}${dialog.name === 'game account' ? ` ${game}` : ''}`
  }

  /** Returns a dialog with a change that is confirmed but still pending, if there is one. */
  #pending(page: Page) {
    return [...DIALOGS, ...PAGES]
      .flatMap((dialog) => GAMES.map((game) => ({ dialog, game })))
      .find(({ dialog, game }) => dialog.isPending(page, game))
  }

  /** Makes a move towards the home page and describes it in words. Returns null if the player is already there. */
  #enter(): string | null {
    if (!this.#page || !this.#session) {
      this.load()
      return 'loads the page'
    }
    const { value } = this.#session.getSnapshot()
    if (this.#isMember) return null
    if (value === 'terminated') {
      this.#session.send(
        this.#session.getSnapshot().context.hasToken ? { type: 'user.open' } : { type: 'login.open', back: null },
      )
      this.#showHome()
      return 'comes back to the site'
    }
    if (!value.guest) return ''
    if (value.guest === 'browsing') this.#session.send({ type: 'login.open', back: null })
    const { username, password } = this.member
    this.#session.send({ type: 'login.submit', username, password, remember: true })
    return 'logs in'
  }

  /** Checks an attempt whose outcome is in doubt. Returns null if there is no such attempt. */
  #check(): string | null {
    const doubtful = this.attempts().find(({ attempt }) => attempt.getSnapshot().hasTag('doubt'))
    doubtful?.attempt.send({ type: 'attempt.check' })
    return doubtful ? 'checks again' : null
  }

  /** Makes a move on a page that needs no login. */
  #actAsGuest(page: Page, draw: Chance): string {
    const place = this.#place(page, draw)
    if (!place) return ''
    if (!this.#isGuestPage || this.#opened?.actor.getSnapshot().status !== 'active')
      return this.#open(place, this.#isNewcomer ? register : recover, '')
    return this.#opened.dialog.move(this.#opened.actor, place)?.words ?? ''
  }

  /** Opens a dialog, preferably one with a pending change. Sometimes logs out instead. */
  #openAny(place: Place): string {
    const { page, draw } = place
    const pending = this.#pending(page)
    if (pending) return this.#open(place, pending.dialog, pending.game)
    if (draw.is(LOGOUT_SHARE)) {
      this.#session?.send({ type: 'session.logout' })
      return 'logs out'
    }
    return this.#open(place, draw.of(draw.is(PAGE_SHARE) ? PAGES : DIALOGS), draw.of(GAMES))
  }

  /** Makes a move in the chat. The first move opens the chat. */
  #chatWith(chatter: Chatter, page: Page, session: Root, draw: Chance): string {
    const { chat } = this
    if (chat) return chatter.act(chat, draw).words
    page.openChat(session as never)
    this.chat?.send({ type: 'panel.open' })
    return 'opens the chat with support'
  }

  /** Makes one move and describes it in words. Returns '' if the player waits. */
  act(draw: Chance): string {
    const isGuest = this.#session?.getSnapshot().value.guest !== undefined
    if (this.#page && isGuest && (this.#isNewcomer || this.#isGuestPage || draw.is(FORGOTTEN_SHARE)))
      return this.#actAsGuest(this.#page, draw)
    const entered = this.#enter()
    if (entered !== null || !this.#page || !this.#session) return entered ?? ''
    if (this.#chatter && draw.is(CHAT_SHARE)) return this.#chatWith(this.#chatter, this.#page, this.#session, draw)
    const place = this.#place(this.#page, draw)
    if (!place) return ''
    if (!place.overview) this.#showHome()
    const opened = this.#opened
    if (opened?.actor.getSnapshot().status !== 'active') {
      this.#opened = null
      return this.#openAny(place)
    }
    const checked = this.#check()
    if (checked) return checked
    if (this.attempts().length > 0) return ''
    const move = opened.dialog.move(opened.actor, place)
    if (move) {
      this.#confirms = move.confirms === true
      return move.words
    }
    return ''
  }

  /** Leaves the open dialog, unless a change in it is pending. */
  leave() {
    if (this.attempts().length === 0) this.#leave()
  }

  /** Resends messages that failed. Returns true once support has received them all. */
  #isAnswered(): boolean {
    const { chat } = this
    return !chat || (this.#chatter?.mend(chat) === null && isUpToDate(chat))
  }

  /**
   * Makes one move towards resolving the changes and messages whose outcome is in doubt. Returns true once every
   * outcome is known.
   */
  settle(draw: Chance): boolean {
    // nothing is in doubt in a tab that was never used
    if (this.#isNewcomer || !this.#hasLoaded) return true
    if (this.#isGuestPage) this.#leave()
    if (this.#enter() !== null || !this.#page) return false
    if (this.#check() !== null || this.attempts().length > 0) return false
    const place = this.#place(this.#page, draw)
    if (this.#opened?.dialog.settle?.(this.#opened.actor)) return false
    const pending = this.#pending(this.#page)
    this.#leave()
    if (!pending) return this.#isAnswered()
    if (place) this.#open(place, pending.dialog, pending.game)
    return false
  }
}
