import type { Duplex } from 'node:stream'
import { bundle, type Edit } from './bundle.ts'
import { clock, dateOf, timersOf } from './clock.ts'
import { type End, socketsOf } from './lines.ts'
import { createInspector } from './recording.ts'

/** The product's modules, as loaded by one simulated page. */
export type Page = typeof import('./page.ts').page

/** The browser globals that the product uses. Each page has its own. */
const GLOBALS = [
  ...(['window', 'document', 'location', 'navigator', 'indexedDB', 'BroadcastChannel', 'Date', 'console'] as const),
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
] as const
type Globals = Record<(typeof GLOBALS)[number], unknown>

/** Returns a Storage like the browser's, whose own properties are the stored keys. */
function storageOf(
  entries: Map<string, string>,
  changed: (key: string, oldValue: string | null, newValue: string | null) => void,
) {
  const set = (key: string, value: string | null) => {
    const before = entries.get(key) ?? null
    if (value === null) entries.delete(key)
    else entries.set(key, value)
    if (before !== value) changed(key, before, value)
  }
  const methods = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => set(key, value),
    removeItem: (key: string) => set(key, null),
  }
  return new Proxy(methods, {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      entries.has(String(key)) ? { enumerable: true, configurable: true } : undefined,
  })
}

type Listener = (event: object) => void

/** Returns a function that loads a page in a tab. `edits` are applied to the product's source first. */
export async function browserOf(edits: readonly Edit[]): Promise<(tab: Tab) => Page> {
  const load = await bundle<{ page: Page }>('tests/sim/page.ts', ['src'], GLOBALS, edits)
  return (tab) =>
    load(tab.globals(), { 'socket.io-client': tab.sockets(), '@statelyai/inspect': { createInspector } }).page
}

/** One of a member's browsers. Its tabs share the stored login, the clock and a broadcast channel. */
export class Device {
  readonly name: string
  /** How far the browser's clock is ahead, ms. */
  ahead = 0
  readonly stored = new Map<string, string>()
  readonly tabs = new Set<Tab>()
  readonly Date = dateOf(() => this.ahead)

  constructor(name: string) {
    this.name = name
  }
}

/** A tab of a browser. Its session storage survives a reload of its page. */
export class Tab {
  readonly device: Device
  readonly name: string
  readonly stored: Map<string, string>
  /** The number of pages that this tab has loaded. Only the last one is open. */
  #loads = 0
  #listeners = new Set<Listener>()
  #channels = new Set<{ onmessage: Listener | null }>()
  /** The connections of the page's sockets. */
  readonly #lines = new Set<End>()
  #closeSockets = () => {}
  /** Opens a connection to the server. */
  dial: () => End = () => {
    throw new Error('the tab has no network')
  }

  constructor(device: Device, name: string, stored: ReadonlyMap<string, string> = new Map()) {
    this.device = device
    this.name = name
    this.stored = new Map(stored)
    device.tabs.add(this)
  }

  /** Closes the page: its timers no longer fire. */
  unload() {
    this.#loads += 1
    this.#listeners = new Set()
    this.#channels = new Set()
    this.#closeSockets()
    this.cut(false)
  }

  /**
   * Closes the connections of the page's sockets. If `isSilent`, leaves them open instead, but drops everything that is
   * sent. Returns the number of connections.
   */
  cut(isSilent: boolean): number {
    const { size } = this.#lines
    for (const line of this.#lines)
      if (isSilent) line.silence()
      else line.destroy()
    return size
  }

  /** Returns the socket client for the page that is being loaded. */
  sockets() {
    const sockets = new Set<{ disconnect: () => unknown }>()
    this.#closeSockets = () => {
      for (const socket of sockets) socket.disconnect()
    }
    const dial = (): Duplex => {
      const line = this.dial()
      this.#lines.add(line)
      return line.once('close', () => this.#lines.delete(line))
    }
    return socketsOf(dial, (socket) => sockets.add(socket))
  }

  /** Returns a function that returns true as long as the current page is open. */
  opened(): () => boolean {
    const load = this.#loads
    return () => this.#loads === load && this.device.tabs.has(this)
  }

  close() {
    this.unload()
    this.device.tabs.delete(this)
  }

  /** Calls `hear` for each other tab of the browser after 1 ms, unless its page has changed by then. */
  #others(hear: (other: Tab) => void) {
    for (const other of this.device.tabs) {
      const isOpen = other.opened()
      if (other !== this) clock.after(1, () => (isOpen() ? hear(other) : undefined))
    }
  }

  /** Returns the browser globals for a new page of this tab, and unloads the current page. */
  globals(): Globals {
    this.unload()
    const isOpen = this.opened()
    const listen = (on: boolean) => (type: string, listener: Listener) => {
      if (type === 'storage') this.#listeners[on ? 'add' : 'delete'](listener)
    }
    const local = storageOf(this.device.stored, (key, oldValue, newValue) =>
      this.#others((other) => {
        for (const listener of other.#listeners) listener({ key, oldValue, newValue })
      }),
    )
    const nothing = () => {}
    const document = { hidden: false, addEventListener: nothing, removeEventListener: nothing }
    const location = {
      protocol: 'https:',
      origin: 'https://krapao.example',
      href: 'https://krapao.example/',
      assign: nothing,
    }
    const others = (data: unknown) =>
      this.#others((other) => {
        for (const channel of other.#channels) channel.onmessage?.({ data })
      })
    const channels = this.#channels
    class BroadcastChannel {
      onmessage: Listener | null = null
      readonly postMessage = others
      constructor() {
        channels.add(this)
      }
    }
    return {
      window: {
        ...{ localStorage: local, sessionStorage: storageOf(this.stored, nothing), location, document },
        ...{ addEventListener: listen(true), removeEventListener: listen(false) },
        ...{ matchMedia: () => ({ matches: true }), open: () => null },
      },
      ...{
        document,
        location,
        navigator: { clipboard: { writeText: async () => {} } },
        indexedDB: undefined,
        BroadcastChannel,
        Date: this.device.Date,
      },
      console: { warn: nothing, error: nothing },
      ...timersOf(() => !isOpen()),
    }
  }
}
