import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Satang } from '#contract/money.ts'
import type { OrderName } from '#server/core/world.ts'

/** The steps of an operation at which a server is killed, each with the delay after the provider's reply, ms. */
export const STEPS = {
  'before it is sent': 0,
  'after it is sent': 0,
  'after the answer': 0,
  'before it is booked': 2,
  'after it is booked': 15,
} as const
export type StepName = keyof typeof STEPS

/** The fields of an order that the providers read. The `amount` of a move is in satang. */
type Sent = { call: OrderName; gameCode?: string; amount?: Satang; request: string }
/** An entry of the provider's book: an executed order, or a refusal. */
type Line = Sent | 'refused'

/** Returns the key of an order in the book. It contains the game, because one operation may call several games. */
export const lineOf = ({ gameCode = '', request }: Pick<Sent, 'gameCode' | 'request'>) => `${gameCode} ${request}`

/** The replies to orders that have a result. */
const RESULTS: Partial<Record<OrderName, unknown>> = { issueQr: 'krapao:bench', redeemGift: 5_000 }

/**
 * The fate of an order. `isLost`: the provider neither records it in the book nor replies; `isSilent`: the provider
 * records it but does not reply. `after` runs last.
 */
export type Fate = { isRefused?: boolean; isLost?: boolean; isSilent?: boolean; after?: () => void }

async function bodyOf(request: IncomingMessage) {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text)
}

/**
 * Starts the providers outside the servers' processes, with one address per server. The providers' book therefore
 * outlives the servers, and each order is executed once per game and request. `meet` decides the fate of a server's
 * order.
 */
export async function startProviders(servers: number, meet: (server: number, order: Sent) => Fate | Promise<Fate>) {
  const book = new Map<string, Line>()

  async function take(server: number, request: IncomingMessage, response: ServerResponse) {
    const call = request.url?.slice(1) ?? ''
    const sent = await bodyOf(request)
    const line = lineOf(sent)
    const say = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (call === 'find') {
      const found = book.get(line)
      const state = found === undefined ? 'never' : found === 'refused' ? found : 'done'
      say(200, { state, result: RESULTS[sent.call as OrderName] })
      return
    }
    const order = { ...sent, call } as Sent
    const { isRefused, isLost, isSilent, after } = await meet(server, order)
    if (!isLost && !book.has(line)) book.set(line, isRefused ? 'refused' : order)
    if (!isLost && !isSilent) say(book.get(line) === 'refused' ? 409 : 200, { result: RESULTS[order.call] })
    after?.()
  }

  const doors = await Promise.all(
    Array.from({ length: servers }, async (_, server) => {
      const door = createServer((request, response) => {
        // The server may have been killed before it could read the reply.
        take(server, request, response).catch(() => response.destroy())
      }).listen(0, '127.0.0.1')
      await once(door, 'listening')
      return door
    }),
  )
  return {
    book,
    urls: doors.map((door) => `http://127.0.0.1:${(door.address() as AddressInfo).port}`),
    close: () => {
      for (const door of doors) {
        door.closeAllConnections()
        door.close()
      }
    },
  }
}
