import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Satang } from '#contract/money.ts'

/** The steps of an operation at which a server is killed, with the pause after the provider's answer, ms. */
export const STEPS = {
  'before it is sent': 0,
  'after it is sent': 0,
  'after the answer': 0,
  'before it is booked': 2,
  'after it is booked': 15,
} as const
export type StepName = keyof typeof STEPS

type Order = { memberId: string; gameCode: string; amount: Satang; request: string }

async function bodyOf(request: IncomingMessage): Promise<Order> {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text)
}

/**
 * A games' provider outside of the servers, at an address for each of them: its book outlives them, and each order is done once
 * for a game and a request. One in ten orders is refused, and some are slow. `next` says whether the server that sends an
 * order is killed, and at which step; `kill` does it.
 */
export async function startProvider(servers: number, next: () => StepName | undefined, kill: (server: number) => void) {
  const book = new Map<string, Order | 'refused'>()
  let orders = 0

  async function take(server: number, request: IncomingMessage, response: ServerResponse) {
    const order = await bodyOf(request)
    const line = `${order.gameCode} ${order.request}`
    if (request.url === '/find') {
      const found = book.get(line)
      response.end(JSON.stringify({ state: found === undefined ? 'never' : found === 'refused' ? found : 'done' }))
      return
    }
    const step = next()
    if (step === 'before it is sent') return kill(server)
    orders++
    if (!book.has(line)) book.set(line, orders % 10 === 0 ? 'refused' : order)
    if (step === 'after it is sent') return kill(server)
    if (orders % 7 === 0) await wait(20)
    response.writeHead(book.get(line) === 'refused' ? 409 : 204).end()
    if (step === undefined) return
    await wait(STEPS[step])
    kill(server)
  }

  const doors = await Promise.all(
    Array.from({ length: servers }, async (_, server) => {
      const door = createServer((request, response) => {
        // A server that was killed in the meantime reads no answer.
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
