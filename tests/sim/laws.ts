import { inArray, sql } from 'drizzle-orm'
import { type CallName, calls } from '#contract/calls.ts'
import { QR_PROVIDERS } from '#contract/qr.ts'
import { accounts, entries, postings } from '#server/core/schema/money.ts'
import { operations } from '#server/core/schema/operations.ts'
import { audit } from '#server/domain/audit.ts'
import { OPEN } from '#server/domain/operation.ts'
import type { Payment } from '#server/domain/payment.ts'
import { idOf } from '#server/http/call.ts'
import { CHAT_LAWS } from '#tests/laws/chat-laws.ts'
import { ALL_LAWS, CHANGE_LAWS, keptLaw, MONEY_LAWS } from '#tests/laws/laws.ts'
import { LIVENESS } from '#tests/laws/search.ts'
import { type Change, TOLD, type World } from '#tests/laws/world.ts'
import type { Tab } from './browser.ts'
import { type Input, isMoney, Ledger } from './ledger.ts'
import type { Providers } from './providers.ts'
import type { Database } from './server.ts'

/** The law that money received is credited in full, whatever the state of its code. Source: R175. */
export const RECEIVED = 'received'
/** The law that, at the end, the ledger matches the server's answers and contains no entry that nobody requested. */
const LEDGER = 'ledger'
/** The issuers in the references of slips and of gift links. */
const SLIP = 'SLIP'
const GIFT = 'TRUEMONEY'

/** A law that was broken, and how. */
export type Broken = { law: string; how: string }

const SENTENCES: ReadonlyMap<string, string> = new Map(
  [...ALL_LAWS, ...Object.values(CHAT_LAWS)].map(({ name, sentence }) => [name, `${sentence} `]),
)
/** Returns a broken law in words: its name, its sentence, and how it was broken. */
export const wordsOf = ({ law, how }: Broken): string => `BROKEN ${law}: ${SENTENCES.get(law) ?? ''}${how}`.trimEnd()

/**
 * A change with its key. `id`: its id on the server. `isKept`: its tab must store the key until the outcome of the
 * change is known. `isBegun`: the server has stored the key.
 */
type Known = Change & {
  key: string
  name: CallName
  input: Input
  id: string
  tab: Tab
  isOpen: () => boolean
  isKept: boolean
  isBegun: boolean
}

/** Calls whose attempts store no key in the tab, because they move no money. */
const UNKEPT: ReadonlySet<CallName> = new Set(['account.rename'])

const PATHS = Object.entries(calls).map(([name, { method, path }]) => ({
  name: name as CallName,
  method,
  matches: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '/?')}$`),
}))
/** Returns the name of the call with this method and URL. */
export function nameOf(method: string, url: string): CallName {
  const { pathname } = new URL(url, 'https://krapao.example')
  const found = PATHS.find((path) => path.method === method.toUpperCase() && path.matches.test(pathname))
  if (!found) throw new Error(`no call is ${method} ${pathname}`)
  return found.name
}

/** Watches a run, and checks the laws of `tests/laws` after each event. */
export class Laws {
  readonly #changes = new Map<string, Known>()
  /** Changes whose outcome the server has not stored yet, or the player has not seen yet. */
  readonly #touched = new Set<Known>()
  /** Keys that were created without a confirmation by the player. */
  readonly #extra = new Set<string>()
  readonly #database: Database
  readonly #ledger: Ledger
  /** The number of statements that may have changed outcomes, at the time of the last read. */
  #outcomes = 0
  /** How often a tab has shown a stale balance as current. */
  #stale = 0

  constructor(database: Database) {
    this.#database = database
    this.#ledger = new Ledger(database)
    // not during a transaction, because its writes may never be committed
    database.ended = () => this.#look()
  }

  /** The number of changes whose outcome was shown to the player. */
  get told(): number {
    return [...this.#changes.values()].filter(({ told }) => told > 0).length
  }

  /** Records that a tab of the member `owner` sends a change with a key. */
  sent(key: string, name: CallName, input: Input, owner: string, tab: Tab): void {
    let known = this.#changes.get(key)
    if (!known) {
      known = {
        ...{
          key,
          name,
          input,
          id: idOf(calls[name].access === 'anyone' ? 'anyone' : owner, name, key),
          tab,
          isOpen: tab.opened(),
        },
        ...{ isSent: true, made: 0, stored: 'none', told: 0, isExtra: false, isKept: false, isBegun: false },
      }
      this.#changes.set(key, known)
    }
    this.#touched.add(known)
  }

  /**
   * Records that a tab has an attempt with this key. If the change moves money, the tab must store the key until the
   * outcome is known. `isExtra`: nobody has confirmed the change.
   */
  attempted(key: string, isExtra: boolean): void {
    if (isExtra) this.#extra.add(key)
    const known = this.#changes.get(key)
    if (!known) return
    known.isKept = !UNKEPT.has(known.name)
    known.isExtra = this.#extra.has(key)
  }

  /** Records that the player has seen the outcome of a change. */
  tell(key: string, outcome: keyof typeof TOLD): void {
    const known = this.#changes.get(key)
    if (known) known.told |= TOLD[outcome]
  }

  /**
   * Reads what the server has stored about the changes whose outcome was not shown yet, or about all changes if
   * `isEnd`.
   */
  async #look(isEnd = false) {
    const { outcomes } = this.#database.statements
    if (this.#outcomes === outcomes && !isEnd) return
    this.#outcomes = outcomes
    await this.#ledger.read()
    const asked = isEnd ? [...this.#changes.values()] : [...this.#touched]
    const byId = new Map(asked.map((known) => [known.id, known]))
    const { rows } = await this.#database.db.execute<{
      id: string
      begun: boolean
      answer: boolean | null
      state: string | null
    }>(sql`
      select asked.id, case when requests.reply is not null then not "isRefused" end as answer, state,
        requests.id is not null as begun
      from unnest(${sql.param([...byId.keys()])}::text[]) as asked (id)
      left join requests on requests.id = asked.id
      left join operations on operations.id = asked.id`)
    for (const { id, begun, answer, state } of rows) {
      const known = byId.get(id)
      if (!known) continue
      known.isBegun = begun
      if (answer === true || state === 'settled') known.stored = 'done'
      else if (answer === false || state === 'refused') known.stored = 'refused'
      if (known.stored !== 'none' && known.told > 0) this.#touched.delete(known)
    }
    // an entry may be added at any time, even long after the reply
    for (const known of this.#changes.values()) {
      const { id, name, input, stored, told } = known
      known.made = this.#ledger.made(id, name, input) ?? (stored === 'done' ? 1 : 0)
      if (known.made === 0 && told & TOLD.refused && this.#ledger.leftOf(id)) known.made = 1
    }
  }

  /** Returns the laws that are broken now. `stale`: how many tabs show a balance from before a reply as current. */
  judge(stale: number): Broken[] {
    this.#stale += stale
    const changes = [...this.#changes.values()]
    const world: World = {
      ...{ tabs: [{ at: 0, changes: [], isStale: this.#stale > 0 }], requests: [], changes },
      ...{ confirms: 0, ends: 0, closings: 0, days: 0, isSignedIn: true, isOpen: true },
    }
    const kept = keptLaw((_, at) => {
      const { isKept, isOpen, tab, key } = changes[at] as Known
      return !isKept || !isOpen() || [...tab.stored.values()].some((value) => value.includes(key))
    })
    return [...Object.values(CHANGE_LAWS), ...Object.values(MONEY_LAWS), kept].flatMap((law) =>
      law.holds(world) ? [] : { law: law.name, how: changes.flatMap((change) => this.#about(change)).join('; ') },
    )
  }

  #about({ name, key, made, told, isExtra }: Known): string[] {
    const isWrong = isExtra || made > 1 || (told & TOLD.done && made === 0) || (told & TOLD.refused && made > 0)
    const outcomes = Object.entries(TOLD).flatMap(([outcome, bit]) => (told & bit ? outcome : []))
    return isWrong
      ? [`${name} ${key.slice(0, 8)} was made ${made} times and told as ${outcomes.join(', ') || 'nothing'}`]
      : []
  }

  /** Checks each change again at the end, including those whose outcome no player has seen. */
  async #endOfChanges(): Promise<Broken[]> {
    await this.#look(true)
    const ids = new Set([...this.#changes.values()].map(({ id }) => id))
    const unknown = [...this.#ledger.requests].filter((id) => !ids.has(id))
    const wrong = [...this.#changes.values()].flatMap(({ id, key, name, stored, made, isBegun }) => {
      const left = stored === 'done' ? null : this.#ledger.leftOf(id)
      const how = `${name} ${key.slice(0, 8)} was answered as ${stored}, and the ledger has `
      if (!isMoney(name)) return []
      if (isBegun && stored === 'none') return { law: LIVENESS.getsOn.name, how: `${how}no outcome` }
      if (stored === 'done' ? made !== 1 : made > 0) return { law: LEDGER, how: `${how}made it ${made} times` }
      return left ? { law: LEDGER, how: how + left } : []
    })
    return [
      ...this.judge(0),
      ...wrong,
      ...unknown.map((id) => ({
        law: LEDGER,
        how: `nobody has sent the request ${id.slice(0, 8)}, which has entries`,
      })),
    ]
  }

  /**
   * Returns the laws that are broken at the end of a run, when there are no more faults. `doubtful`: the names of tabs
   * with a change whose outcome is unknown. `payments`: the payments that the bank has reported. `slips`: the slips
   * that the checker has accepted.
   */
  async end(
    providers: Providers,
    ledgerKey: string | undefined,
    { payments, slips }: { payments: readonly Payment[]; slips: readonly Pick<Payment, 'reference' | 'amount'>[] },
    doubtful: readonly string[],
  ): Promise<Broken[]> {
    const { db } = this.#database
    const broken: Broken[] = doubtful.map((name) => ({
      law: LIVENESS.getsOn.name,
      how: `${name} still has a change in doubt`,
    }))
    broken.push(...(await this.#endOfChanges()))
    for (const how of await audit(db, ledgerKey)) broken.push({ law: 'audit', how })
    for (const { id, kind } of await db.select().from(operations).where(inArray(operations.state, OPEN)))
      broken.push({ law: 'audit', how: `the operation ${kind} ${id.slice(0, 8)} has no outcome` })
    const [ledger] = await db
      .select({ sum: sql<number>`coalesce(sum(${postings.amount}), 0)`.mapWith(Number) })
      .from(postings)
      .innerJoin(entries, sql`${entries.id} = ${postings.entryId} and ${entries.reason} not in ('seed', 'game')`)
      .innerJoin(accounts, sql`${accounts.id} = ${postings.accountId} and ${accounts.kind} = 'game'`)
    if (ledger?.sum !== providers.inGames)
      broken.push({ law: 'provider', how: `the games got ${providers.inGames} satang, the ledger says ${ledger?.sum}` })
    const [gifts] = await db
      .select({ sum: sql<number>`coalesce(sum(${postings.amount}), 0)`.mapWith(Number) })
      .from(postings)
      .innerJoin(entries, sql`${entries.id} = ${postings.entryId} and ${postings.amount} > 0`)
      .where(sql`split_part(${entries.reference}, ':', 1) = ${GIFT}`)
    if (gifts?.sum !== providers.redeemed)
      broken.push({
        law: 'provider',
        how: `gift links paid ${providers.redeemed} satang, the ledger says ${gifts?.sum}`,
      })
    const received = new Map(payments.map(({ reference, amount }) => [reference, amount]))
    const booked = await db
      .select({ reference: entries.reference, amount: postings.amount })
      .from(entries)
      .innerJoin(postings, sql`${postings.entryId} = ${entries.id} and ${postings.amount} > 0`)
      .where(sql`split_part(${entries.reference}, ':', 1) in ${[...QR_PROVIDERS, SLIP]}`)
    for (const { reference, amount } of booked) {
      const [issuer, number = ''] = reference?.split(':') ?? []
      const paid = received.get(number)
      const isRead = slips.some((slip) => slip.reference === number && slip.amount === amount)
      if (issuer === SLIP && !isRead)
        broken.push({ law: RECEIVED, how: `${amount} satang were booked for the slip ${number}` })
      if (issuer !== SLIP && paid !== amount)
        broken.push({ law: RECEIVED, how: `${amount} satang were booked for a payment of ${paid}` })
    }
    return broken
  }
}
