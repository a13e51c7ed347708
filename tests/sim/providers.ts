import { ApiError } from '#server/core/api-error.ts'
import { type Found, ORDERS, type OrderName, type StoredStep, type World } from '#server/core/world.ts'
import { redeemGift } from '#server/demo/sandbox/gifts.ts'
import type { Chance } from './chance.ts'
import { clock } from './clock.ts'
import { type Life, never } from './life.ts'

/** How a provider may treat the next order. */
export const PROVIDER_FAULTS = {
  lost: 'never gets the order',
  slow: 'takes its time',
  silent: 'does it and does not answer',
  broken: 'does it and answers with an error',
  garbled: 'does it and answers nonsense',
  refuses: 'refuses it',
} as const
export type ProviderFault = keyof typeof PROVIDER_FAULTS

/**
 * How a provider may answer the next lookup of an order. The product copes with all of these answers. It cannot detect
 * other false answers: see docs/how-money-moves.md.
 */
export const LOOKUP_FAULTS = {
  silent: 'does not answer',
  broken: 'answers with an error',
  garbled: 'answers nonsense',
  unsure: 'does not know yet',
  denies: 'knows nothing of the order',
  misstates: 'names another amount',
} as const
export type LookupFault = keyof typeof LOOKUP_FAULTS

/**
 * A provider's record of an order. The order is on its way, was lost, was refused with a code, or was carried out.
 * `times`: how often the order has arrived. `isDenied`: the provider has denied having received it.
 */
type Line = { times: number; isDenied: boolean } & (
  | { state: 'lost' }
  | { state: 'coming'; ended: Promise<Line> }
  | { state: 'refused'; code: ApiError['code'] }
  | { state: 'done'; result: unknown; amount: number }
)

type Order = { request: string; gameCode?: string; amount?: number }

/** Returns the key of an order. It includes the game, because the steps of one operation can be for different games. */
const lineOf = (call: string, { request, gameCode = '' }: Order) => `${request} ${call} ${gameCode}`

/**
 * The providers of games, QR codes, gift links and SMS, with a record of what they have done. They outlive the servers.
 */
export class Providers {
  readonly #book = new Map<string, Line>()
  /** The faults of the next orders. `lookups` has the faults of the next lookups of orders. */
  readonly faults: { fault: ProviderFault; ms: number }[] = []
  readonly lookups: LookupFault[] = []
  readonly #chance: Chance
  readonly #note: (words: string) => void
  readonly #redeemed = new Set<string>()
  #codes = 0
  /** The last code that was sent to each phone. */
  readonly sent = new Map<string, string>()

  constructor(chance: Chance, note: (words: string) => void) {
    this.#chance = chance
    this.#note = note
  }

  /** The sum that the games have received, in satang. */
  get inGames(): number {
    return this.#sum((name) => name.includes(' moveIntoGame '))
  }

  /** The sum that gift links have paid, in satang. */
  get redeemed(): number {
    return this.#sum((name) => name.includes(' redeemGift '))
  }

  #sum(isCounted: (name: string) => boolean): number {
    const amounts = [...this.#book].map(([name, line]) => (line.state === 'done' && isCounted(name) ? line.amount : 0))
    return amounts.reduce((sum, amount) => sum + amount, 0)
  }

  /** Clears the faults that have not occurred yet. */
  calm() {
    this.faults.length = 0
    this.lookups.length = 0
  }

  /**
   * Carries out an order once per request, however often it arrives, and returns the outcome. Rejects if the order is
   * lost or the reply is an error. Never settles if the provider is silent.
   */
  async #receive(call: OrderName, order: Order, act: () => Promise<unknown>): Promise<Line> {
    const name = lineOf(call, order)
    const known = this.#book.get(name)
    if (known) known.times += 1
    if (known?.state === 'coming') return known.ended
    if (known?.state === 'done' || known?.state === 'refused') return known
    const { fault, ms } = this.faults.shift() ?? { fault: null, ms: 0 }
    if (fault) this.#note(`the provider of ${call} ${order.gameCode ?? ''} ${PROVIDER_FAULTS[fault]}`)
    const { times, isDenied } = known ?? { times: 1, isDenied: false }
    const seen = { times, isDenied }
    if (fault === 'lost') {
      this.#book.set(name, { ...seen, state: 'lost' })
      throw new Error('no connection')
    }
    const { promise: ended, resolve } = Promise.withResolvers<Line>()
    const coming: Line = { ...seen, state: 'coming', ended }
    this.#book.set(name, coming)
    await clock.wait(5 + this.#chance.below(300) + (fault === 'slow' ? ms : 0))
    const end =
      fault === 'refuses'
        ? { state: 'refused' as const, code: ORDERS[call] }
        : await act().then(
            (result) => ({ state: 'done' as const, result, amount: order.amount ?? Number(result) }),
            ({ code }: ApiError) => ({ state: 'refused' as const, code }),
          )
    const line: Line = { ...end, times: coming.times, isDenied: coming.isDenied }
    this.#book.set(name, line)
    resolve(line)
    if (fault === 'silent') await never()
    if (fault === 'broken') throw new Error('502')
    return fault === 'garbled' && line.state === 'done' ? { ...line, result: { what: 'nonsense' } } : line
  }

  /**
   * Returns the fault of the next lookup of an order. A provider denies an order only if the product can still send it
   * again and has not done so yet. It misstates an amount only for orders without a result.
   */
  #faultOf({ call, input }: StoredStep, line: Line | undefined): LookupFault | null {
    const fault = this.lookups.shift()
    if (!fault || !line) return null
    const canDeny = input !== null && line.times === 1 && !line.isDenied
    const canMisstate = line.state === 'done' && line.result === undefined
    const isPossible = fault === 'denies' ? canDeny : fault !== 'misstates' || canMisstate
    const answered = isPossible ? fault : 'unsure'
    this.#note(`asked about ${call}, the provider ${LOOKUP_FAULTS[answered]}`)
    return answered
  }

  /** Returns a provider's answer to the lookup of an order. */
  async #find(order: StoredStep & { request: string }, Refusal: typeof ApiError): Promise<Found> {
    await clock.wait(5 + this.#chance.below(100))
    const line = this.#book.get(lineOf(order.call, { ...order.input, request: order.request }))
    const fault = this.#faultOf(order, line)
    if (fault === 'silent') await never()
    if (fault === 'broken') throw new Error('503')
    if (fault === 'garbled') return { state: 'nonsense' } as unknown as Found
    if (fault === 'unsure') return { state: 'unknown' }
    if (fault === 'misstates') return { state: 'done', result: 7 }
    if (line && fault === 'denies') line.isDenied = true
    if (!line || line.state === 'lost' || fault === 'denies') return { state: 'never' }
    if (line.state === 'coming') return { state: 'unknown' }
    return line.state === 'refused' ? new Refusal(line.code) : { state: 'done', result: line.result }
  }

  async #redeem(gift: Parameters<World['redeemGift']>[0]) {
    if (this.#redeemed.has(gift.link)) throw new ApiError('TRUELINK_INVALID')
    const amount = await redeemGift(gift)
    this.#redeemed.add(gift.link)
    return amount
  }

  /**
   * Returns the adapters for a server process. `Refusal` is the error class of that process, which may be killed before
   * or after each call.
   */
  readonly world = (Refusal: typeof ApiError, life: Life): World => {
    const asked =
      <I, O>(act: (input: I) => Promise<O>) =>
      (input: I): Promise<O> =>
        life.through('provider', () => act(input))
    const order = <I extends Order, O>(call: OrderName, act: (order: I) => Promise<O>) =>
      asked(async (order: I): Promise<O> => {
        const line = await this.#receive(call, order, () => act(order))
        if (line.state === 'refused') throw new Refusal(line.code)
        return (line.state === 'done' ? line.result : undefined) as O
      })
    const done = async () => {}
    return {
      isSandbox: true,
      find: asked((order) => this.#find(order, Refusal)),
      moveIntoGame: order('moveIntoGame', done),
      openGame: order('openGame', done),
      resetGamePassword: order('resetGamePassword', done),
      allowInviteBonus: order('allowInviteBonus', done),
      sendSms: order('sendSms', async ({ phone, text }: Parameters<World['sendSms']>[0]) => {
        this.sent.set(phone, /\b\d{4,8}\b/.exec(text)?.[0] ?? '')
      }),
      issueQr: order('issueQr', async () => `code ${++this.#codes}`),
      redeemGift: order('redeemGift', (gift: Parameters<World['redeemGift']>[0]) => this.#redeem(gift)),
      gameCredentials: asked(async () => ({ username: 'player', password: 'secret' })),
      gameLink: asked(async ({ gameCode }) => `/sandbox/game/${gameCode}`),
      hearChat: asked(done),
    }
  }
}
