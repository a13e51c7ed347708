import type { Chance } from './chance.ts'
import { clock } from './clock.ts'
import { End } from './lines.ts'
import type { Answer, Server } from './server.ts'

/** The faults that a request can have, in words. */
export const WIRE_FAULTS = {
  lost: 'is lost on its way',
  cut: 'arrives, and its reply is lost',
  cutInReply: 'arrives, and its reply breaks off in the middle',
  slow: 'is slow',
  lateReply: 'arrives, and its reply is slow',
  repeated: 'is sent twice by the browser itself',
  gateway: 'arrives, and a proxy answers 502',
} as const
export type WireFault = keyof typeof WIRE_FAULTS
export type Fault = { fault: WireFault; ms: number }

/** Returns the code in the body of an error reply, or the beginning of a body without a code. */
const codeIn = (body: string) => /"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 60)

const failed = () => new TypeError('Failed to fetch')

/** The connections between the browsers and the only server, if it is up. */
export class Network {
  server: Server | null = null
  /** The number of requests that reached a server. */
  arrived = 0
  /** Called with a description of each event of a request. */
  readonly #note: (words: string, isRoutine?: boolean) => void
  readonly #chance: Chance
  /** Called if the server answers with status 500. */
  readonly #failed: (how: string) => void

  constructor(chance: Chance, note: (words: string, isRoutine?: boolean) => void, failed: (how: string) => void) {
    this.#chance = chance
    this.#note = note
    this.#failed = failed
  }

  #latency = () => 5 + this.#chance.below(300)

  /** Opens a connection from the browser at `address`. The connection breaks if no server is up. */
  dial(address: string): End {
    const [browser, server] = End.pair(address, this.#latency)
    clock.after(this.#latency(), () => {
      if (this.server) this.server.connect(server)
      else browser.destroy(new Error('no server'))
    })
    return browser
  }

  /** Passes a request to the server. Returns null if no server is up, or if the server is killed before it replies. */
  async #arrive(url: string, init: RequestInit, name: string): Promise<Answer | null> {
    if (!this.server) return null
    this.arrived += 1
    const answer = await this.server.answer(url, init)
    if (answer) {
      const { status, body } = answer
      if (status === 500) this.#failed(`${name} is answered: ${status}`)
      const isRoutine = status < 400 && !new Headers(init.headers).has('Idempotency-Key')
      this.#note(`${name} is answered: ${status}${status < 400 ? '' : ` ${codeIn(body)}`}`, isRoutine)
    }
    return answer
  }

  /** Sends a request like `fetch`. `isOpen`: returns true while the page that sent it is open. */
  async send(
    url: string,
    init: RequestInit,
    name: string,
    isOpen: () => boolean,
    fault: Fault | null,
  ): Promise<Response> {
    const { signal } = init
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    )
    aborted.catch(() => {})
    const answer = await Promise.race([this.#exchange(url, init, name, fault), aborted])
    if (!isOpen()) return new Promise(() => {})
    if (!answer) throw failed()
    const { status, headers, body } = answer
    return new Response(fault?.fault === 'cutInReply' ? body.slice(0, Math.floor(body.length / 2)) : body, {
      status,
      headers,
    })
  }

  async #exchange(url: string, init: RequestInit, name: string, fault: Fault | null): Promise<Answer | null> {
    const { fault: kind, ms } = fault ?? { fault: null, ms: 0 }
    if (kind) this.#note(`${name} ${WIRE_FAULTS[kind]}`)
    await clock.wait(this.#latency() + (kind === 'slow' ? ms : 0))
    if (kind === 'lost') return null
    const twin = kind === 'repeated' ? clock.wait(ms).then(() => this.#arrive(url, init, `${name}, again,`)) : null
    const answer = await this.#arrive(url, init, name)
    await clock.wait(this.#latency() + (kind === 'lateReply' ? ms : 0))
    if (kind === 'cut') return null
    if (kind === 'gateway') return { status: 502, headers: new Headers(), body: '<html>bad gateway' }
    return answer ?? (await twin)
  }
}
