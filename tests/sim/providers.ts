import { ApiError } from '#server/core/api-error.ts'
import { type Found, ORDERS, type OrderName, type StoredStep, type World } from '#server/core/world.ts'
import { redeemGift } from '#server/demo/sandbox/gifts.ts'
import type { Chance } from './chance.ts'
import { clock } from './clock.ts'

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

/** A line in the book of a provider. The order is on its way, was lost, was refused with a code, or was done. */
type Line =
  | { state: 'coming' | 'lost' }
  | { state: 'refused'; code: ApiError['code'] }
  | { state: 'done'; result: unknown; amount: number }

type Order = { request: string; gameCode?: string; amount?: number }

/** Names an order: the steps of one operation differ in their game. */
const lineOf = (call: string, { request, gameCode = '' }: Order) => `${request} ${call} ${gameCode}`

/** The games, the QR codes, the gift links and the SMS, with a book of what they have done. It outlives the servers. */
export class Providers {
  readonly #book = new Map<string, Line>()
  /** The faults of the next orders. */
  readonly faults: { fault: ProviderFault; ms: number }[] = []
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
    const amounts = [...this.#book.values()].map((line) => (line.state === 'done' ? line.amount : 0))
    return amounts.reduce((sum, amount) => sum + amount, 0)
  }

  /**
   * Does an order once per request, however often it arrives, and returns the answer. Rejects if the provider does not
   * answer.
   */
  async #receive(call: OrderName, order: Order, act: () => Promise<unknown>): Promise<Line> {
    const name = lineOf(call, order)
    const known = this.#book.get(name)
    if (known?.state === 'done' || known?.state === 'refused') return known
    const { fault, ms } = this.faults.shift() ?? { fault: null, ms: 0 }
    if (fault) this.#note(`the provider of ${call} ${order.gameCode ?? ''} ${PROVIDER_FAULTS[fault]}`)
    if (fault === 'lost') {
      this.#book.set(name, { state: 'lost' })
      throw new Error('no connection')
    }
    this.#book.set(name, { state: 'coming' })
    await clock.wait(5 + this.#chance.below(300) + (fault === 'slow' ? ms : 0))
    const line: Line =
      fault === 'refuses'
        ? { state: 'refused', code: ORDERS[call] }
        : await act().then(
            (result) => ({ state: 'done', result, amount: (call === 'moveIntoGame' && order.amount) || 0 }),
            ({ code }: ApiError) => ({ state: 'refused', code }),
          )
    this.#book.set(name, line)
    if (fault === 'silent') await new Promise(() => {})
    if (fault === 'broken') throw new Error('502')
    return fault === 'garbled' && line.state === 'done' ? { ...line, result: { what: 'nonsense' } } : line
  }

  async #redeem(gift: Parameters<World['redeemGift']>[0]) {
    if (this.#redeemed.has(gift.link)) throw new ApiError('TRUELINK_INVALID')
    const amount = await redeemGift(gift)
    this.#redeemed.add(gift.link)
    return amount
  }

  /** The adapters of a server that refuses with `Refusal`. */
  readonly world = (Refusal: typeof ApiError): World => {
    const order =
      <I extends Order, O>(call: OrderName, act: (order: I) => Promise<O>) =>
      async (order: I): Promise<O> => {
        const line = await this.#receive(call, order, () => act(order))
        if (line.state === 'refused') throw new Refusal(line.code)
        return (line.state === 'done' ? line.result : undefined) as O
      }
    const find = async ({ call, input, request }: StoredStep & { request: string }): Promise<Found> => {
      await clock.wait(5 + this.#chance.below(100))
      const line = this.#book.get(lineOf(call, { ...input, request }))
      if (line?.state === 'done') return { state: 'done', result: line.result }
      if (line?.state === 'refused') return new Refusal(line.code)
      return { state: line?.state === 'coming' ? 'unknown' : 'never' }
    }
    const done = async () => {}
    return {
      isSandbox: true,
      find,
      moveIntoGame: order('moveIntoGame', done),
      openGame: order('openGame', done),
      resetGamePassword: order('resetGamePassword', done),
      allowInviteBonus: order('allowInviteBonus', done),
      sendSms: order('sendSms', async ({ phone, text }: Parameters<World['sendSms']>[0]) => {
        this.sent.set(phone, /\b\d{4,8}\b/.exec(text)?.[0] ?? '')
      }),
      issueQr: order('issueQr', async () => `code ${++this.#codes}`),
      redeemGift: order('redeemGift', (gift: Parameters<World['redeemGift']>[0]) => this.#redeem(gift)),
      gameCredentials: async () => ({ username: 'player', password: 'secret' }),
      gameLink: async ({ gameCode }) => `/sandbox/game/${gameCode}`,
      hearChat: done,
    }
  }
}
