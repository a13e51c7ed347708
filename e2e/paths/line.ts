import type { Page, Request } from '@playwright/test'
import { type CallName, calls } from '#contract/calls.ts'

const patterns = Object.entries(calls).map(([name, { method, path }]) => ({
  name: name as CallName,
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}))
function nameOf(request: Request): CallName | undefined {
  const { pathname } = new URL(request.url())
  return patterns.find(({ method, path }) => method === request.method() && path.test(pathname))?.name
}

/** The line between a page and the server: calls that it holds wait until they are let through. */
export class Line {
  readonly #held = new Map<CallName, (() => void)[]>()
  readonly #waiters = new Map<CallName, () => void>()

  /** Holds every call of these names from now on. */
  async hold(page: Page, names: readonly CallName[]) {
    for (const name of names) this.#held.set(name, [])
    await page.route('**/api/**', async (route) => {
      const name = nameOf(route.request())
      const held = name && this.#held.get(name)
      if (!held) return route.fallback()
      await new Promise<void>((letGo) => {
        held.push(letGo)
        this.#waiters.get(name)?.()
      })
      // a page that was left takes its calls with it
      await route.continue().catch(() => {})
    })
  }

  /** Which of these names has a call waiting; the first that comes. */
  async waiting(names: readonly CallName[]): Promise<CallName> {
    const there = names.find((name) => (this.#held.get(name) ?? []).length > 0)
    if (there) return there
    return new Promise((come) => {
      for (const name of names) this.#waiters.set(name, () => come(name))
    })
  }

  /** The next call of each name goes through; one that is not made yet is waited for. */
  async letThrough(names: readonly CallName[]) {
    for (const name of names) {
      const held = this.#held.get(name) ?? []
      if (held.length === 0) await new Promise<void>((come) => this.#waiters.set(name, come))
      this.#waiters.delete(name)
      for (const letGo of held.splice(0)) letGo()
    }
  }

  /** Calls of these names are not held while that is done. */
  async free<T>(names: readonly CallName[], that: () => Promise<T>): Promise<T> {
    for (const name of names) {
      const held = this.#held.get(name) ?? []
      this.#held.delete(name)
      for (const letGo of held) letGo()
    }
    const result = await that()
    for (const name of names) this.#held.set(name, [])
    return result
  }
}
