import { type BrowserContext, expect } from '@playwright/test'
import { PICTURES } from '#server/domain/pictures.ts'

/**
 * Matches the error that a picture causes by blocking the script that Playwright injects into every document. Pictures
 * cannot run scripts.
 */
const INJECTED = new RegExp(`^Blocked script execution in '[^']*${PICTURES}/`)

/** Matches patterns for failed requests, which only Chromium reports to a test. */
const OF_CHROMIUM = /^(net::|Failed to load resource)/

/**
 * Collects everything the browser reports in all pages of a context: errors, rejections, console errors and CSP
 * reports.
 */
export class Faults {
  #seen: string[] = []
  #expected: RegExp[] = []
  #allowed: RegExp[] = []
  readonly #isChromium: boolean
  constructor({ isChromium }: { isChromium: boolean }) {
    this.#isChromium = isChromium
  }

  /** Starts listening. Must be called before the first page opens. */
  async watch(context: BrowserContext) {
    context.on('weberror', (error) => this.#seen.push(`page error: ${error.error()}`))
    context.on('console', (message) => {
      if (message.type() === 'error' && !INJECTED.test(message.text())) this.#seen.push(`console: ${message.text()}`)
    })
    await context.exposeFunction('reportCsp', (text: string) => this.#seen.push(`csp: ${text}`))
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report: unknown = Reflect.get(window, 'reportCsp')
        if (typeof report === 'function') report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
      })
    })
  }

  /** Expects a fault that this test causes. The test fails if the fault does not occur. */
  expect(...faults: RegExp[]) {
    this.#expected.push(...faults.filter(({ source }) => this.#isChromium || !OF_CHROMIUM.test(source)))
  }

  /** Allows a fault that may occur. */
  allow(...faults: RegExp[]) {
    this.#allowed.push(...faults)
  }

  /** Expects Chromium's own message for a reply with this status. */
  expectStatus(status: number) {
    this.expect(new RegExp(`Failed to load resource.*status of ${status} `))
  }

  #missing = () => this.#expected.filter((pattern) => !this.#seen.some((fault) => pattern.test(fault)))

  /** Waits until all expected faults have occurred. */
  async come() {
    await expect.poll(this.#missing, 'faults that were expected').toEqual([])
  }

  /** Fails if an expected fault is missing, or if a fault occurred that was neither expected nor allowed. */
  check() {
    const isExpected = (fault: string) => [...this.#expected, ...this.#allowed].some((pattern) => pattern.test(fault))
    expect(
      this.#seen.filter((fault) => !isExpected(fault)),
      'what the browser complained of',
    ).toEqual([])
    expect(this.#missing(), 'faults that were expected and did not come').toEqual([])
  }
}
