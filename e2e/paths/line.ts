import type { Page, Request } from '@playwright/test'
import type { CallName } from '#contract/calls.ts'
import { nameOf } from '../pages/sent.ts'

/** What is let go: as it is, asked by somebody else, or not at all. */
type Leave = { token?: string | undefined; isCut?: boolean }
type Held = { request: Request; letGo: (leave: Leave) => void }

/** One that the page has given up is not. */
const isAwaited = ({ request }: Held) => !request.failure()

/** The line between a page and the server: calls that it holds wait until they are let through. */
export class Line {
  readonly #held = new Map<string, Held[]>()
  readonly #waiters = new Map<string, () => void>()
  readonly #askers = new Map<string, string>()

  /** Gives what becomes of it once it is let go; null at once where its name is not held. */
  async #wait(name: string, request: Request): Promise<Leave | null> {
    const held = this.#held.get(name)
    if (!held) return null
    return new Promise((letGo) => {
      held.push({ request, letGo })
      this.#waiters.get(name)?.()
    })
  }

  /** Holds every call of these names from now on, but for those of these addresses. */
  async hold(page: Page, names: readonly CallName[], others?: RegExp) {
    for (const name of names) this.#held.set(name, [])
    await page.route('**/api/**', async (route) => {
      const name = others?.test(route.request().url()) ? undefined : nameOf(route.request())
      const leave = name && (await this.#wait(name, route.request()))
      if (!leave) return route.fallback()
      const { token } = leave
      const asked = token && { headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }
      // a page that was left takes its calls with it
      await route.continue(asked || {}).catch(() => {})
    })
  }

  /** Holds what is loaded from an address, under a name of its own. */
  async holdFile(page: Page, name: string, address: string) {
    this.#held.set(name, [])
    await page.route(address, async (route) => {
      const leave = await this.#wait(name, route.request())
      await (leave?.isCut ? route.abort() : route.fallback())
    })
  }

  /** The next call of this name that goes through is asked by somebody else. */
  askAs(name: CallName, token: string) {
    this.#askers.set(name, token)
  }

  /** True while a call of this name waits. */
  isWaiting = (name: string): boolean => this.#held.get(name)?.some(isAwaited) ?? false

  /** Which of these names has a call waiting; the first that comes. */
  async waiting(names: readonly CallName[]): Promise<CallName> {
    const there = names.find(this.isWaiting)
    if (there) return there
    return new Promise((come) => {
      for (const name of names) this.#waiters.set(name, () => come(name))
    })
  }

  /** The next call of each name goes through, or is cut; one that is not made yet, or was given up just now, is waited for. */
  async letThrough(names: readonly string[], isCut = false) {
    for (const name of names) {
      const token = this.#askers.get(name)
      this.#askers.delete(name)
      while (!(await this.#letNext(name, { token, isCut }))) {
        // under StrictMode the first of two is given up as it goes
      }
    }
  }

  /** True once one of those that wait was answered, or cut. */
  async #letNext(name: string, leave: Leave): Promise<boolean> {
    if (!this.isWaiting(name)) await new Promise<void>((come) => this.#waiters.set(name, come))
    this.#waiters.delete(name)
    const going = this.#held.get(name)?.splice(0) ?? []
    for (const { letGo } of going) letGo(leave)
    const answers = going.map(({ request }) => request.response().catch(() => null))
    return leave.isCut === true || (await Promise.all(answers)).some((answer) => answer !== null)
  }

  /** Calls of these names are not held while that is done. */
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
