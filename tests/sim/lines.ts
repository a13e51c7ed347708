import { Agent } from 'node:http'
import { Duplex } from 'node:stream'
import type { ManagerOptions, SocketOptions } from 'socket.io-client'
import { io } from 'socket.io-client'
import { clock } from './clock.ts'

/** The site's origin, for a page that opens a socket without a URL. */
const ORIGIN = 'https://krapao.example'

/** One end of a connection. Data written to it arrives at the other end later, in the same order. */
export class End extends Duplex {
  readonly remoteAddress: string
  #other: End | null = null
  /** The time at which the most recently written data arrives. */
  #last = 0
  #isSilent = false
  readonly #latency: () => number

  constructor(remoteAddress: string, latency: () => number) {
    super()
    this.remoteAddress = remoteAddress
    this.#latency = latency
  }

  /** Returns the two ends of a connection from the browser at `address`: the browser's and the server's. */
  static pair(address: string, latency: () => number): [End, End] {
    const [browser, server] = [new End('server', latency), new End(address, latency)]
    browser.#other = server
    server.#other = browser
    return [browser, server]
  }

  /** Drops everything that is written from now on, in both directions, without closing the connection. */
  silence() {
    this.#isSilent = true
    if (this.#other) this.#other.#isSilent = true
  }

  #later(act: (other: End) => void) {
    this.#last = Math.max(this.#last, clock.now + this.#latency())
    clock.after(this.#last - clock.now, () => {
      if (this.#other && !this.#isSilent && !this.#other.destroyed) act(this.#other)
    })
  }

  override _read() {}

  override _write(part: Buffer, _: string, done: () => void) {
    this.#later((other) => other.push(part))
    done()
  }

  override _final(done: () => void) {
    this.#later((other) => other.push(null))
    done()
  }

  override _destroy(_: Error | null, done: () => void) {
    this.#later((other) => other.destroy())
    done()
  }
}

/** Opens one page's connections with `dial` instead of over the real network. */
class Lines extends Agent {
  readonly protocol = 'https:'
  readonly #dial: () => Duplex

  constructor(dial: () => Duplex) {
    super()
    this.#dial = dial
  }

  override createConnection() {
    return this.#dial()
  }
}

type Socket = ReturnType<typeof io>
/** Returns the socket client that a page imports. Calls `opened` with each socket of the page. */
export function socketsOf(dial: () => Duplex, opened: (socket: Socket) => void) {
  const agent = new Lines(dial)
  return {
    io: (url: string, options: Partial<ManagerOptions & SocketOptions>): Socket => {
      const socket = io(url || ORIGIN, { ...options, agent: agent as unknown as string })
      opened(socket)
      return socket
    },
  }
}
