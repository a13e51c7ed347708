import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { CallName } from '#contract/calls.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { negate, type Satang, satang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { qrcodes, slips } from '#server/core/schema/deposits.ts'
import { members as memberRows } from '#server/core/schema/members.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { switches } from '#server/core/schema/site.ts'
import { readSettings } from '#server/core/settings.ts'
import { accountOf, openAccounts, post } from '#server/domain/ledger.ts'
import { hashPassword } from '#server/domain/password.ts'
import type { Payment } from '#server/domain/payment.ts'
import { START } from '#tests/kit/database.ts'
import { tempFolder } from '#tests/kit/temp.ts'
import { CHANGE_LAWS } from '#tests/laws/laws.ts'
import { browserOf, Device, type Page, Tab } from './browser.ts'
import type { Edit } from './bundle.ts'
import { Chance, installChance } from './chance.ts'
import { ChatLaws, Chatter, ownersIn } from './chats.ts'
import { clock, installClock } from './clock.ts'
import { GAMES } from './dialogs.ts'
import { type Broken, Laws, nameOf, RECEIVED, wordsOf } from './laws.ts'
import type { Input } from './ledger.ts'
import { type Fault, Network } from './network.ts'
import { PASSWORD } from './pages.ts'
import { CHATTERS, type Event, FAULTS, MEMBERS, NEWCOMERS, type Plan } from './plan.ts'
import { type Member, Player } from './player.ts'
import { Providers } from './providers.ts'
import type { Recording } from './recording.ts'
import { Database, serverOf } from './server.ts'

const LEDGER_KEY = 'the ledger key of the simulator'
/** The amount that each member has in the main wallet and in each game at the start, in satang. */
const OPENING = satang(100_000)
/**
 * The number of moves in a visit, and the longest random pause between two moves, ms. One second is added to each
 * pause.
 */
const MOVES = 8
const PAUSE = 6_000
/** The interval between a member's moves at the end of a run, and the maximum length of that phase, ms. */
const SETTLE_EVERY = 3_000
const SETTLE_TIME = HOUR / 6

/** The result of a run. `hash` is the same for the same plan. */
export type Report = {
  hash: string
  broken: Broken[]
  /** When the first law was broken, ms from the start. */
  brokenAt: number
  /** All events, one per line. */
  lines: string[]
  /** The lines, except those of successful replies to reads. */
  story: string[]
  calls: number
  /** The number of requests that the browsers sent, by call. */
  sent: ReadonlyMap<CallName, number>
  faults: number
  told: number
  events: number
}

/** The resources that all runs of a process share: the product, and a database that each run empties. */
type Product = {
  load: Awaited<ReturnType<typeof browserOf>>
  start: Awaited<ReturnType<typeof serverOf>>
  database: Database
}

let database: Promise<Database> | undefined
/**
 * Returns a function that runs a plan on the product with `edits`, and records the run in `recording`, if given. Only
 * one run is possible at a time, because all runs share one clock.
 */
export async function simulator(
  edits: readonly Edit[] = [],
): Promise<(plan: Plan, recording?: Recording) => Promise<Report>> {
  const [load, start] = [await browserOf(edits), await serverOf(edits)]
  installClock()
  clock.reset(START)
  database ??= Database.open()
  const product = { load, start, database: await database }
  return (plan, recording) => new Run(plan, product, recording).run()
}

async function addMembers(tx: Db): Promise<Member[]> {
  const at = new Date(START)
  const password = await hashPassword(PASSWORD)
  const outside = await accountOf(tx, { kind: 'outside' })
  const members: Member[] = []
  for (let number = 0; number < MEMBERS; number++) {
    const [name, username] = [`Member ${number + 1}`, `07${String(number).padStart(8, '0')}`]
    const inviterId = members[number - 1]?.id ?? null
    const [added] = await tx
      .insert(memberRows)
      .values({
        ...{ username, name, password, inviterId, coin: 3, createdAt: new Date(START - DAY) },
        ...{ bankCode: 'SCB', bankAccountName: name, bankAccountNo: username },
      })
      .returning({ id: memberRows.id })
    const memberId = added?.id ?? ''
    const [game] = GAMES
    const opened = await openAccounts(tx, [
      { kind: 'wallet', memberId },
      { kind: 'pending', memberId },
      { kind: 'game', memberId, gameCode: game },
    ])
    await post(tx, {
      ...{ memberId, by: { actor: 'operator', cause: 'sim' }, reason: 'seed', at },
      postings: [
        { account: outside, amount: negate(satang(2 * OPENING)) },
        { account: opened[0] ?? 0, amount: OPENING },
        { account: opened[2] ?? 0, amount: OPENING },
      ],
    })
    members.push({ id: memberId, username, password: PASSWORD, name })
  }
  return members
}

/** Returns the input in a request's JSON body, or an empty object for a form. */
const inputOf = ({ body }: RequestInit): Input => (typeof body === 'string' ? JSON.parse(body) : {})

class Run {
  readonly #plan: Plan
  readonly #product: Product
  readonly #recording: Recording | undefined
  readonly #trace = createHash('sha256')
  readonly #lines: string[] = []
  readonly #story: string[] = []
  readonly #laws: Laws
  readonly #chats = new ChatLaws()
  readonly #network: Network
  readonly #providers: Providers
  readonly #chance: Chance
  readonly #players: Player[] = []
  readonly #armed = new Map<Player, Fault[]>()
  readonly #broken: Broken[] = []
  readonly #settings = readSettings({
    ...{ SANDBOX: '1', TRUST_PROXY: '1', SLIP_OPEN: '00:00', SLIP_CLOSE: '00:00', CHAT_BOT: '0' },
    ...{ LEDGER_KEY, UPLOAD_DIR: tempFolder('sim') },
  })
  #members: Member[] = []
  /** The members, and then the newcomers. */
  #people: Member[] = []
  /** The number of requests by call. */
  readonly #sent = new Map<CallName, number>()
  #faults = 0
  /** The payments that the bank has reported. */
  readonly #payments: Payment[] = []
  /** The verdicts on slips that were accepted. */
  readonly #verdicts: { reference: string; amount: Satang }[] = []
  /** The references of payments that were booked. */
  readonly #booked = new Set<string>()
  /** The references of payments whose report got no reply. */
  readonly #unsure = new Set<string>()
  /** How many messages support has written. */
  #said = 0
  #serverAhead = 0
  /** How long the server stays down after the next kill, ms. */
  #downTime = 0
  #isCalm = false
  #isOver = false
  /** The players whose tabs requested the wallet in this event. */
  readonly #read = new Set<Player>()

  constructor(plan: Plan, product: Product, recording: Recording | undefined) {
    this.#plan = plan
    this.#product = product
    this.#recording = recording
    const chance = (name: string) => new Chance(plan.seed, name)
    this.#chance = chance('server')
    this.#laws = new Laws(product.database)
    this.#network = new Network(chance('network'), this.#note, (how) => this.#breaks('no failure', how))
    this.#providers = new Providers(chance('providers'), this.#note)
    clock.reset(START)
    installChance(chance('product'))
  }

  readonly #note = (words: string, isRoutine = false) => {
    const line = `${((clock.now - START) / 1000).toFixed(3).padStart(9)} ${words}`
    this.#trace.update(line)
    this.#lines.push(line)
    if (isRoutine) return
    this.#story.push(line)
    this.#recording?.note(words)
  }

  /** Records that a law is broken, once per law. */
  readonly #breaks = (law: string, how: string) => {
    if (this.#broken.some((each) => each.law === law)) return
    this.#broken.push({ law, how })
  }

  get #database(): Database {
    return this.#product.database
  }

  #startServer() {
    const outside = { database: this.#database, world: this.#providers.world, settings: this.#settings }
    const server = this.#product.start(outside, this.#chance, (where) => {
      this.#network.server = null
      if (this.#isOver) return
      this.#note(`the server is killed ${where}`)
      clock.after(this.#downTime, () => this.#startServer())
    })
    server.ahead = this.#serverAhead
    this.#network.server = server
    this.#note('the server starts')
  }

  #addPlayer(member: Member, tab: Tab): Player {
    const number = this.#people.indexOf(member)
    const chatter = number < CHATTERS ? new Chatter(tab.name, tab.stored, this.#chats.written) : null
    tab.dial = () => this.#network.dial(`10.0.0.${1 + number}`)
    const player = new Player(member, tab, this.#providers.sent, chatter, (own) =>
      this.#connect(this.#product.load(own), player),
    )
    this.#players.push(player)
    this.#armed.set(player, [])
    return player
  }

  /** Connects a page to the network, and reports its requests to the laws. */
  #connect(page: Page, player: Player): Page {
    const { tab, member } = player
    const isOpen = tab.opened()
    this.#recording?.watch(page, tab.name)
    page.wire.fetch = (url, init) => {
      const name = nameOf(init.method ?? 'get', url)
      this.#sent.set(name, (this.#sent.get(name) ?? 0) + 1)
      const headers = new Headers(init.headers)
      headers.set('X-Forwarded-For', `10.0.0.${1 + this.#people.indexOf(member)}`)
      const key = headers.get('Idempotency-Key')
      this.#recording?.sent(page.token(), inputOf(init))
      if (key) this.#laws.sent(key, name, inputOf(init), member.id, tab)
      if (name === 'wallet.get') this.#read.add(player)
      const fault = this.#isCalm ? null : (this.#armed.get(player)?.shift() ?? null)
      if (fault) this.#faults += 1
      return this.#network.send(url, { ...init, headers }, `${tab.name}: ${name}`, isOpen, fault)
    }
    return page
  }

  /** Lets a member use a tab for a while and then leave the open dialog, unless a change in it is pending. */
  async #visit(player: Player, draw: Chance) {
    for (let move = 0; move < MOVES && !this.#isCalm; move++) {
      const words = player.act(draw)
      if (words) this.#note(`${player.tab.name} ${words}`)
      await clock.wait(1_000 + draw.below(PAUSE))
    }
    player.leave()
  }

  async #happen(event: Event) {
    if (FAULTS.has(event.kind) && event.kind !== 'wire') this.#faults += 1
    const player = 'tab' in event ? this.#players[event.tab] : undefined
    switch (event.kind) {
      case 'visit':
        return player && this.#visit(player, new Chance(event.draw, 'visit'))
      case 'reload':
        player?.load()
        return this.#note(`${player?.tab.name} loads the page again`)
      case 'close':
        if (!player) return
        player.unload()
        return this.#note(`${player.tab.name} closes the page`)
      case 'duplicate': {
        if (!player) return
        const { tab, member } = player
        this.#addPlayer(member, new Tab(tab.device, `${tab.name}'`, tab.stored)).load()
        return this.#note(`${tab.name} is duplicated`)
      }
      case 'wire':
        if (player) this.#armed.get(player)?.push(event)
        return
      case 'line': {
        if (!player?.tab.cut(event.isSilent)) return
        if (event.isSilent) clock.after(event.ms, () => player.tab.cut(false))
        return this.#note(`the sockets of ${player.tab.name} ${event.isSilent ? 'lose everything' : 'are cut'}`)
      }
      case 'support':
        return this.#support(new Chance(event.draw, 'support'))
      case 'provider':
        return void this.#providers.faults.push(event)
      case 'lookup':
        return void this.#providers.lookups.push(event.fault)
      case 'kill':
        this.#network.server?.killAt(event.place, event.count)
        this.#downTime = event.ms
        return
      case 'deviceClock':
        if (!player) return
        player.tab.device.ahead = event.ms
        return this.#note(`the clock of ${player.tab.device.name} is set ${event.ms / HOUR} hours off`)
      case 'serverClock':
        this.#serverAhead = event.ms
        if (this.#network.server) this.#network.server.ahead = event.ms
        return this.#note(`the clock of the server is set ${event.ms / 60_000} minutes off`)
      case 'closeSite': {
        const set = (isOn: boolean) =>
          this.#database.outside(async (tx) => {
            await tx
              .insert(switches)
              .values({ name: 'terminated', isOn })
              .onConflictDoUpdate({ target: switches.name, set: { isOn } })
            this.#note(`the site is ${isOn ? 'closed' : 'open again'}`)
          })
        clock.after(event.ms, () => set(false))
        return set(true)
      }
      case 'endLogins': {
        const member = this.#members[event.member]
        return this.#database.outside(async (tx) => {
          await tx.execute(`update tokens set "isEnded" = true where "memberId" = '${member?.id}'`)
          this.#note(`all logins of ${member?.name} end`)
        })
      }
      case 'bank':
        return this.#bank(new Chance(event.draw, 'bank'))
      case 'game':
        return this.#game(new Chance(event.draw, 'game'))
    }
  }

  /** The checker accepts a slip, possibly with the reference of an earlier payment, or refuses it. */
  async #check(draw: Chance) {
    const isPending = eq(slips.status, 'PENDING')
    const waiting = await this.#database.outside((tx) =>
      tx.select().from(slips).where(isPending).orderBy(slips.createdAt, slips.memberId),
    )
    const found = waiting[draw.below(waiting.length)]
    if (!found) return
    const isGood = draw.is(0.7)
    const [reference, amount] = [`S${draw.below(30)}`, satang(100 * (1 + draw.below(300)))]
    this.#note(`the checker ${isGood ? `accepts a slip as ${reference}` : 'refuses a slip'}`)
    const verdict = isGood ? { amount, reference } : { reason: 'NOT_MATCH' as const }
    if (isGood) this.#verdicts.push({ reference, amount })
    return this.#network.server?.adapter(({ settleSlip }, tx) => settleSlip(tx, found.id, verdict, new Date(clock.now)))
  }

  /**
   * The bank reports the payment of a QR code (possibly a second time, or with another amount), pays or returns a
   * withdrawal, or has a slip checked.
   */
  async #bank(draw: Chance) {
    if (draw.is(0.25)) return this.#check(draw)
    const at = new Date(clock.now)
    if (draw.is(0.5)) {
      const isPending = eq(withdrawals.status, 'PENDING')
      const waiting = await this.#database.outside((tx) =>
        tx.select().from(withdrawals).where(isPending).orderBy(withdrawals.id),
      )
      const found = waiting[draw.below(waiting.length)]
      if (!found) return
      const isPaid = draw.is(0.7)
      this.#note(`the bank ${isPaid ? 'pays' : 'returns'} a withdrawal`)
      return this.#network.server?.adapter(({ settle }, tx) => settle(tx, found.id, isPaid, at))
    }
    const codes = await this.#database.outside((tx) => tx.select().from(qrcodes).orderBy(qrcodes.createdAt, qrcodes.id))
    const code = codes[draw.below(codes.length)]
    if (!code) return
    const amount = draw.is(0.8) ? code.amount : satang(code.amount + 100)
    const isAgain = this.#payments.length > 0 && draw.is(0.3)
    const payment = isAgain
      ? draw.of(this.#payments)
      : { reference: String(this.#payments.length), qrcodeId: code.id, amount }
    if (!isAgain) this.#payments.push(payment)
    const { reference } = payment
    const isBooked = await this.#network.server?.adapter(({ receive }, tx) => receive(tx, payment, at))
    this.#note(`the bank reports the payment ${reference} of a QR code: ${isBooked ? 'booked' : 'not booked'}`)
    // if the server was killed, the payment may be booked or not, and the bank may report it again
    if (isBooked === null || isBooked === undefined) this.#unsure.add(reference)
    if (isBooked === false && !this.#booked.has(reference) && !this.#unsure.has(reference))
      this.#breaks(RECEIVED, `the payment ${reference} of ${payment.amount} satang was not booked`)
    if (!isBooked) return
    if (this.#booked.has(reference))
      this.#breaks(CHANGE_LAWS.movesOnce.name, `the payment ${reference} was booked twice`)
    this.#booked.add(reference)
  }

  /** Support sends a message to a conversation. */
  async #support(draw: Chance) {
    const owners = await ownersIn(this.#database)
    if (owners.length === 0) return
    const clientId = `support ${++this.#said}`
    this.#note(`support says: ${clientId}`)
    await this.#network.server?.say(draw.of(owners), clientId, clientId)
  }

  /** A member wins or loses in a game. */
  async #game(draw: Chance) {
    const [member, gameCode, isWon] = [draw.of(this.#members), draw.of(GAMES), draw.is(0.4)]
    const stake = satang(100 + draw.below(5_000))
    await this.#network.server?.adapter(async ({ ApiError, play }, tx) => {
      await play(tx, { memberId: member.id, gameCode, stake, isWon }, new Date(clock.now)).catch((error) => {
        // a member whose balance is below the stake loses nothing
        if (!(error instanceof ApiError)) throw error
      })
    })
    this.#note(`${member.name} ${isWon ? 'wins' : 'loses'} ${stake} satang in ${gameCode}`)
  }

  /** Reports the outcomes that the players have seen to the laws, and records the laws that are broken. */
  #judge() {
    let stale = 0
    for (const player of this.#players) {
      if (!player.isChanged) continue
      player.isChanged = false
      for (const { attempt } of player.attempts()) {
        const { key } = attempt.getSnapshot().context
        const isNew = !this.#players.some(({ keys }) => keys.has(key))
        player.keys.add(key)
        this.#laws.attempted(key, isNew && !player.takeConfirmation())
      }
      for (const { key, outcome } of player.told()) {
        this.#laws.tell(key, outcome)
        this.#note(`${player.tab.name} reads: ${outcome}`)
      }
      if (player.mustRead && player.showsBalance && !this.#read.has(player)) stale += 1
      player.mustRead = false
    }
    this.#read.clear()
    for (const { law, how } of this.#laws.judge(stale)) this.#breaks(law, how)
    for (const { tab, chat } of this.#players)
      if (chat) for (const { law, how } of this.#chats.judge(tab.name, chat)) this.#breaks(law, how)
  }

  /** Returns the open chats, by the tab's name. */
  #openChats() {
    return new Map(this.#players.flatMap(({ tab, chat }) => (chat ? [[tab.name, chat] as const] : [])))
  }

  async run(): Promise<Report> {
    await this.#database.reset(this.#settings, START)
    this.#members = await this.#database.outside(addMembers)
    const newcomers = Array.from({ length: NEWCOMERS }, (_, at) => ({
      ...{ id: '', username: '', password: PASSWORD, name: `Newcomer ${at + 1}` },
    }))
    this.#people = [...this.#members, ...newcomers]
    this.#startServer()
    const devices = new Map<string, Device>()
    for (const { member, device } of this.#plan.tabs) {
      const name = `${this.#people[member]?.name}, device ${device + 1}`
      const own = devices.get(name) ?? new Device(name)
      devices.set(name, own)
      this.#addPlayer(this.#people[member] as Member, new Tab(own, `${name}, tab ${own.tabs.size + 1}`))
    }
    for (const event of this.#plan.events) clock.after(event.at, () => this.#happen(event))
    let events = 0
    const until = async (end: number) => {
      while (this.#broken.length === 0 && (await clock.step(end))) {
        events += 1
        this.#judge()
      }
    }
    const failed = (error: unknown) => {
      const how = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.#broken.push({ law: 'nothing throws', how })
    }
    process.on('unhandledRejection', failed)
    try {
      await until(START + this.#plan.calmAt)
      this.#isCalm = true
      this.#providers.calm()
      const doubtful = await this.#settle(until)
      const chats = this.#openChats()
      await this.#stop()
      if (this.#broken.length === 0) {
        this.#broken.push(
          ...(await this.#laws.end(
            this.#providers,
            LEDGER_KEY,
            { payments: this.#payments, slips: this.#verdicts },
            doubtful,
          )),
        )
        this.#broken.push(...(await this.#chats.end(this.#database, chats)))
      }
    } catch (error) {
      failed(error)
    } finally {
      await this.#stop()
      process.off('unhandledRejection', failed)
      for (const player of this.#players) player.unload()
    }
    const brokenAt = clock.now - START
    // the story ends with the broken laws
    for (const broken of this.#broken) this.#note(wordsOf(broken).split('\n', 1)[0] ?? '')
    return {
      hash: this.#trace.digest('hex').slice(0, 12),
      ...{ broken: this.#broken, brokenAt, lines: this.#lines, story: this.#story, events },
      ...{ calls: this.#network.arrived, sent: this.#sent, faults: this.#faults, told: this.#laws.told },
    }
  }

  async #stop() {
    this.#isOver = true
    this.#recording?.end()
    this.#network.server?.kill()
    await clock.settled()
  }

  /**
   * Lets all members resolve the changes and messages whose outcome is in doubt. Returns the names of the tabs that
   * could not resolve theirs.
   */
  async #settle(until: (end: number) => Promise<void>): Promise<string[]> {
    const draw = new Chance(this.#plan.seed, 'settle')
    const end = clock.now + SETTLE_TIME
    let doubtful = this.#players
    while (doubtful.length > 0 && clock.now < end && this.#broken.length === 0) {
      doubtful = doubtful.filter((player) => !player.settle(draw))
      await until(clock.now + SETTLE_EVERY)
    }
    // leaves time for operations that no member waits for
    await until(clock.now + 2 * 60_000)
    return doubtful.map(({ tab }) => tab.name)
  }
}
