import type { AnyActorRef, InspectionEvent } from 'xstate'
import type { SiteSettings } from '#contract/settings.ts'
import { UNKNOWN_SETTINGS } from '#contract/settings.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import type { TOLD } from '#tests/laws/world.ts'
import type { Page, Tab } from './browser.ts'
import type { Chance } from './chance.ts'
import { attemptsIn, DIALOGS, type Dialog, GAMES, type Place, type Root, startDialog } from './dialogs.ts'

/** A member as the players of the simulator know them. */
export type Member = { id: string; username: string; password: string; name: string }

/** The states of the dialogs that tell an outcome; in others, the outcome of the attempt counts. */
const SHOWS: Readonly<Record<string, keyof typeof TOLD>> = {
  ...{ succeeded: 'done', received: 'done', taken: 'done', ended: 'done', claimed: 'done', filled: 'done' },
  refused: 'refused',
}
type Settled = { key: string; status: keyof typeof TOLD; owner: AnyActorRef | undefined }
/** The snapshot of an attempt. */
type Attempted = {
  status: string
  output?: { status: keyof typeof TOLD }
  context: { key: string; owner: AnyActorRef }
}
/** A dialog that is open; `game` is the game that it is about, if it is about one. */
type Open = { dialog: Dialog; game: string; actor: Root }

/** A member at one tab: loads the page, logs in, opens dialogs and uses them. */
export class Player {
  readonly member: Member
  readonly tab: Tab
  /** Outcomes of attempts in the present event. */
  settled: Settled[] = []
  /** True if the app learned in this event that money may have moved. */
  mustRead = false
  /** True if an actor of the tab has changed in this event. */
  isChanged = false
  /** The keys of this tab's attempts. */
  readonly keys = new Set<string>()
  /** True if the player has confirmed a change that has no key so far. */
  confirms = false
  #page: Page | null = null
  #session: Root | null = null
  #opened: Open | null = null
  #settings: SiteSettings = UNKNOWN_SETTINGS
  readonly #load: (tab: Tab) => Page

  constructor(member: Member, tab: Tab, load: (tab: Tab) => Page) {
    this.member = member
    this.tab = tab
    this.#load = load
  }

  get #isMember(): boolean {
    return this.#session?.getSnapshot().hasTag('member') ?? false
  }
  get #wallet(): AnyActorRef | undefined {
    return this.#session?.getSnapshot().children.wallet as AnyActorRef | undefined
  }
  /** True if the tab shows a balance. */
  get showsBalance(): boolean {
    return this.#isMember
  }

  /** Loads the page of the tab, or loads it again. */
  load() {
    this.unload()
    const page = this.#load(this.tab)
    this.#page = page
    const session = page.startSession() as Root
    this.#session = session
    void page.siteSettings().then((settings) => {
      this.#settings = settings
    })
    session.subscribe(() => {
      if (!this.#isMember) this.#leave()
    })
    if (this.#isMember) this.#showHome()
  }

  /** Ends the page without a word to anybody. */
  unload() {
    this.#leave()
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
    this.#opened?.actor.stop()
    this.#opened = null
  }

  readonly #inspect = (event: InspectionEvent) => {
    this.isChanged = true
    if (event.type === '@xstate.event' && event.event.type === 'attempt.unknown') this.mustRead = true
    if (event.type !== '@xstate.snapshot' || (event.actorRef as AnyActorRef).id !== 'attempt') return
    const { status, output, context } = event.snapshot as unknown as Attempted
    if (status !== 'done' || !output) return
    this.mustRead = true
    this.settled.push({ key: context.key, status: output.status, owner: context.owner })
  }

  /** The outcomes that the player has read in this event, each with its key. */
  told(): { key: string; outcome: keyof typeof TOLD }[] {
    return this.settled.splice(0).map(({ key, status, owner }) => ({
      key,
      outcome: SHOWS[String(owner?.getSnapshot().value)] ?? status,
    }))
  }

  /** The attempts that are running in the tab. */
  attempts() {
    return this.#opened ? attemptsIn(this.#opened.actor) : []
  }

  #place(page: Page, draw: Chance): Place | null {
    const { wallet, toasts } = (this.#session?.getSnapshot().children ?? {}) as Record<string, AnyActorRef | undefined>
    if (!wallet || !toasts) return null
    const overview: WalletOverview | null = wallet.getSnapshot().context.overview
    return { page, wallet, toasts, settings: this.#settings, overview, draw }
  }

  #open(place: Place, dialog: Dialog, game: string) {
    this.#opened = { dialog, game, actor: startDialog(dialog, place, game, this.#inspect) }
    return `opens: ${dialog.name}${dialog.name === 'game account' ? ` ${game}` : ''}`
  }

  /** Dialogs with a change that is confirmed and unanswered. */
  #pending(page: Page) {
    return DIALOGS.flatMap((dialog) => GAMES.map((game) => ({ dialog, game }))).find(({ dialog, game }) =>
      dialog.isPending(page, game),
    )
  }

  /** Makes a move towards the home page, and returns it in words; null if the player is there. */
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

  /** Checks again what is in doubt; null if nothing is. */
  #check(): string | null {
    const doubtful = this.attempts().find(({ attempt }) => attempt.getSnapshot().hasTag('doubt'))
    if (doubtful) this.confirms = false
    doubtful?.attempt.send({ type: 'attempt.check' })
    return doubtful ? 'checks again' : null
  }

  /** Makes one move, and returns it in words; '' if the player waits. */
  act(draw: Chance): string {
    const entered = this.#enter()
    if (entered !== null || !this.#page) return entered ?? ''
    const place = this.#place(this.#page, draw)
    if (!place) return ''
    if (!place.overview) this.#showHome()
    const opened = this.#opened
    if (opened?.actor.getSnapshot().status !== 'active') {
      this.#opened = null
      const pending = this.#pending(this.#page)
      return this.#open(place, pending?.dialog ?? draw.of(DIALOGS), pending?.game ?? draw.of(GAMES))
    }
    const checked = this.#check()
    if (checked) return checked
    if (this.attempts().length > 0) return ''
    const move = opened.dialog.move(opened.actor, place)
    if (move) {
      this.confirms ||= move.confirms === true
      return move.words
    }
    return ''
  }

  /** Leaves the dialog, if nothing in it is unanswered. */
  leave() {
    if (this.attempts().length === 0) this.#leave()
  }

  /** Makes one move towards the end of what is in doubt. Returns true once nothing is. */
  settle(draw: Chance): boolean {
    if (this.#enter() !== null || !this.#page) return false
    if (this.#check() !== null || this.attempts().length > 0) return false
    this.#leave()
    const pending = this.#pending(this.#page)
    if (!pending) return true
    const place = this.#place(this.#page, draw)
    if (place) this.#open(place, pending.dialog, pending.game)
    return false
  }
}
