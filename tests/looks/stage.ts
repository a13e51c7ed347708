import axe from 'axe-core'
import type { Browser, CDPSession, Page } from 'playwright'
import type { Language } from '#contract/language.ts'
import { TEXT_KEYS } from '#e2e/pages/texts.ts'
import { addressOf } from '../gallery/address.ts'
import type * as frame from '../gallery/frame.ts'
import type * as speech from '../gallery/speak.ts'
import { inPage } from '../kit/in-page.ts'
import { PHONE } from '../kit/sizes.ts'
import { chosenByColor } from './chosen.ts'
import { covered } from './covered.ts'
import { measure } from './measure.ts'
import { ringless } from './ringless.ts'
import { space } from './spacing.ts'
import type { Window } from './windows.ts'

/** A narrow window, as tall as the longest dialog so that nothing needs scrolling. */
const NARROW = { width: 320, height: 2000 }
/** The time that every clock on the page shows. */
const NOW = new Date('2026-11-21T16:59:59.999Z')
/** Axe rules about whole pages. They are disabled, because most states are not whole pages. */
const PAGE_RULES = ['landmark-one-main', 'page-has-heading-one', 'region', 'bypass', 'document-title']
/** The browser's text size, px, unless the player has changed it. */
const TEXT = 16
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A gallery page that shows one state after another. */
export class Stage {
  readonly page: Page
  readonly #errors: string[] = []
  readonly #browser: CDPSession
  #isOpen = false
  #language: Language = 'th'

  /** Opens a stage on the site that serves the gallery, with a fixed clock. */
  static async open(browser: Browser, site: string) {
    const context = await browser.newContext({
      ...PHONE,
      baseURL: site,
      reducedMotion: 'reduce',
      timezoneId: 'Asia/Bangkok',
    })
    const page = await context.newPage()
    await page.clock.setFixedTime(NOW)
    return new Stage(page, await context.newCDPSession(page))
  }

  private constructor(page: Page, browser: CDPSession) {
    this.page = page
    this.#browser = browser
    page.on('pageerror', ({ message }) => this.#errors.push(message))
    page.on('console', (message) => void (message.type() === 'error' && this.#errors.push(message.text())))
  }

  /**
   * Shows a state of a machine on a phone, in Thai until `speak` changes the language. Throws if the page cannot show
   * the state.
   */
  async turnTo(machine: string, state: string) {
    this.#language = 'th'
    await this.open({ ...PHONE.viewport, text: 100 })
    if (this.#isOpen) await inPage<typeof frame>(this.page, 'tests/gallery/frame.ts')('turnTo', machine, state)
    else await this.#load(machine, state)
  }

  async #load(machine: string, state: string) {
    await this.page.goto(addressOf({ show: { machine, state } }))
    const outcome = this.page.locator('html[data-gallery]')
    await outcome.waitFor()
    if ((await outcome.getAttribute('data-gallery')) === 'failed')
      throw new Error((await this.page.locator('pre').textContent()) ?? 'failed')
    await this.page.evaluate("import('/tests/looks/fonts.css')")
    await this.page.evaluate(axe.source)
    this.#isOpen = true
  }

  /** Shows the state in the given language. */
  async speak(language: Language) {
    if (language === this.#language) return
    await inPage<typeof speech>(this.page, 'tests/gallery/speak.ts')('speak', language)
    this.#language = language
  }

  /** Shows the state in a window with this size, text size and text spacing. */
  async open({ text, isSpaced = false, ...size }: Window) {
    await this.page.setViewportSize(size)
    await this.page.evaluate(space, isSpaced)
    await this.#browser.send('Page.setFontSizes', { fontSizes: { standard: Math.round((TEXT * text) / 100) } })
    // the chat adapts to the window size one frame later
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }

  narrow = () => this.page.setViewportSize(NARROW)

  /** Describes the faults of the current screen. */
  async faults(): Promise<string[]> {
    const found = await this.page.evaluate(measure, TEXT_KEYS)
    return Object.entries(found).flatMap(([what, all]) => all.map((each) => `${what}: ${each}`))
  }

  /** Describes the controls that something else covers. */
  covered = (): Promise<string[]> => this.page.evaluate(covered)

  /** Describes the controls that do not show the focus. */
  ringless = (): Promise<string[]> => this.page.evaluate(ringless)

  /** Describes the chosen controls that differ from the others only in color. */
  chosenByColor = (): Promise<string[]> => this.page.evaluate(chosenByColor)

  /** Lists the axe rules that the screen breaks (WCAG 2.2 AA and best practices), each with the element. */
  async violations(): Promise<string[]> {
    const rules = {
      ...Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }])),
      // checks that a control's name contains its visible text (WCAG 2.5.3). Disabled by default, because axe calls it
      // experimental.
      'label-content-name-mismatch': { enabled: true },
    }
    const run = `axe.run({ runOnly: ${JSON.stringify(TAGS)}, rules: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`
    const { violations } = (await this.page.evaluate(run)) as axe.AxeResults
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))
  }

  /** Returns the page's errors since the last call. */
  errors = () => this.#errors.splice(0).map((error) => `error: ${error}`)
}
