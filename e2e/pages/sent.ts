import { type BrowserContext, expect, type Request } from '@playwright/test'
import { type CallName, calls } from '#contract/calls.ts'

const patterns = Object.entries(calls).map(([name, { method, path }]) => ({
  name: name as CallName,
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** Returns the name of the call that a request makes, or undefined if it makes none. */
export function nameOf(request: Request): CallName | undefined {
  const { pathname } = new URL(request.url())
  return patterns.find(({ method, path }) => method === request.method() && path.test(pathname))?.name
}

/** The changes that a context's pages have sent, excluding the browser's own retries. */
export class Sent {
  readonly #changes: CallName[] = []
  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      const name = nameOf(request)
      if (name && calls[name].kind === 'change') this.#changes.push(name)
    })
  }

  /** Fails if a change was sent twice. */
  expectOnce() {
    const repeated = this.#changes.filter((name, at) => this.#changes.indexOf(name) !== at)
    expect(repeated, 'changes that were confirmed once and sent again').toEqual([])
  }
}
