import type { Page, Request } from '@playwright/test'
import type { CallName } from '#contract/calls.ts'
import { nameOf } from '../pages/sent.ts'
import type { AnyFixtures } from './fixtures.ts'

/** How a held call is released: unchanged, with another caller's token, answered in place of the server, or cut. */
type Leave = { token?: string; json?: object | null; isCut?: boolean }
type Held = { request: Request; letGo: (leave: Leave) => void }

/** False if the call has failed, for example because the page aborted it. */
const isAwaited = ({ request }: Held) => !request.failure()

/** The connection between a page and the server. Held calls wait until they are released. */
export class Line {
  readonly #held = new Map<string, Held[]>()
  readonly #waiters = new Map<string, () => void>()
  readonly #leaves = new Map<string, Leave>()
  /** Released calls that have left the browser. */
  readonly #sent = new WeakSet<Request>()
  #dropped: readonly CallName[] = []

  /**
   * Waits until a held call is released, and resolves with the way in which it is released. Resolves immediately with
   * null if calls with this name are not held.
   */
  async #wait(name: string, request: Request): Promise<Leave | null> {
    const held = this.#held.get(name)
    if (!held) return null
    return new Promise((letGo) => {
      held.push({ request, letGo })
      this.#waiters.get(name)?.()
    })
  }

  /**
   * Holds every later call with one of these names, except calls to the addresses in `others`. The page may abort calls
   * in `dropped` once they are sent.
   */
  async hold(
    page: Page,
    names: readonly CallName[],
    { others, dropped = [] }: Pick<AnyFixtures, 'others' | 'dropped'>,
  ) {
    for (const name of names) this.#held.set(name, [])
    this.#dropped = dropped
    await page.route('**/api/**', async (route) => {
      const name = others?.test(route.request().url()) ? undefined : nameOf(route.request())
      const leave = name && (await this.#wait(name, route.request()))
      if (!leave) return route.fallback()
      const { token, json } = leave
      const request = route.request()
      const asked = token && { headers: { ...request.headers(), authorization: `Bearer ${token}` } }
      const going = json === undefined ? route.continue(asked || {}) : route.fulfill({ json })
      // rejects if the page has navigated away, because that aborts its calls
      await going.then(
        () => this.#sent.add(request),
        () => {},
      )
    })
  }

  /** Holds requests for the file at `address`, under the given name. */
  async holdFile(page: Page, name: string, address: string) {
    this.#held.set(name, [])
    await page.route(address, async (route) => {
      const leave = await this.#wait(name, route.request())
      await (leave?.isCut ? route.abort() : route.fallback())
    })
  }

  /** Sends the next released call with this name using another caller's token. */
  askAs(name: CallName, token: string) {
    this.#leaves.set(name, { token })
  }

  /** Replies to the next released call with this name in place of the server. */
  answer(name: CallName, json: object | null) {
    this.#leaves.set(name, { json })
  }

  /** True while a call with this name is waiting. */
  isWaiting = (name: string): boolean => this.#held.get(name)?.some(isAwaited) ?? false

  /** Resolves with the first of these names that has a waiting call. */
  async waiting(names: readonly CallName[]): Promise<CallName> {
    const there = names.find(this.isWaiting)
    if (there) return there
    return new Promise((come) => {
      for (const name of names) this.#waiters.set(name, () => come(name))
    })
  }

  /**
   * For each name, releases or cuts the next call. Waits for that call if it has not been made yet or was just aborted.
   */
  async letThrough(names: readonly string[], isCut = false) {
    for (const name of names) {
      const leave = { ...this.#leaves.get(name), isCut }
      this.#leaves.delete(name)
      while (!(await this.#letNext(name, leave))) {
        // retries, because React's StrictMode makes a call twice and aborts the first one
      }
    }
  }

  /**
   * Resolves to true once a waiting call has been cut or answered, or has been sent and its reply dropped. Resolves to
   * false if the page aborted all waiting calls.
   */
  async #letNext(name: string, leave: Leave): Promise<boolean> {
    if (!this.isWaiting(name)) await new Promise<void>((come) => this.#waiters.set(name, come))
    this.#waiters.delete(name)
    const going = this.#held.get(name)?.splice(0) ?? []
    for (const { letGo } of going) letGo(leave)
    const answers = going.map(({ request }) => request.response().catch(() => null))
    if (leave.isCut) return true
    if ((await Promise.all(answers)).some((answer) => answer !== null)) return true
    return this.#dropped.some((each) => each === name) && going.some(({ request }) => this.#sent.has(request))
  }

  /** Releases the held calls with these names, runs a function, and then holds such calls again. */
  async free<T>(names: readonly string[], that: () => Promise<T>): Promise<T> {
    const held = names.filter((name) => this.#held.has(name))
    for (const name of held) {
      const waiting = this.#held.get(name) ?? []
      this.#held.delete(name)
      for (const { letGo } of waiting) letGo({})
    }
    const result = await that()
    for (const name of held) this.#held.set(name, [])
    return result
  }
}
