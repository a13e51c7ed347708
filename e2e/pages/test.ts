import { execFileSync } from 'node:child_process'
import { test as base, type Page, type TestInfo } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { DEMO } from '#server/demo/seed.ts'
import { freshDatabase } from '#tests/kit/databases.ts'
import { paintLess } from '#tests/kit/paint-less.ts'
import { insertText } from '../firefox/insert-text.ts'
import { NAMED, nameOptions } from '../floor/name-options.ts'
import { Backend } from './backend.ts'
import { bankTab } from './bank.ts'
import { bonusPage } from './bonus.ts'
import { carePage } from './care.ts'
import { chatPanel } from './chat.ts'
import { depositDialog } from './deposit.ts'
import { Faults } from './faults.ts'
import { gameDialog } from './game.ts'
import { giftTab } from './gift.ts'
import { homePage } from './home.ts'
import { howtoPage } from './howto.ts'
import { inviteDialog } from './invite.ts'
import { loginPage } from './login.ts'
import { profilePage } from './profile.ts'
import { limitQuestion } from './question.ts'
import { recoverPage } from './recover.ts'
import { refundDialog } from './refund.ts'
import { NEWCOMER, newPhone, registerPage } from './register.ts'
import { Sandbox } from './sandbox.ts'
import { OwnServer } from './server.ts'
import { spinPage } from './spin.ts'
import { statementPage } from './statement.ts'
import { type Texts, textsOf } from './texts.ts'
import { transferDialog } from './transfer.ts'
import { withdrawDialog } from './withdraw.ts'
import { PlainWorld, type World } from './world.ts'

/** The page objects, by name. */
const PAGES = {
  login: loginPage,
  home: homePage,
  deposit: depositDialog,
  register: registerPage,
  recover: recoverPage,
  howto: howtoPage,
  profile: profilePage,
  transfer: transferDialog,
  withdraw: withdrawDialog,
  game: gameDialog,
  bank: bankTab,
  gift: giftTab,
  statement: statementPage,
  bonus: bonusPage,
  invite: inviteDialog,
  refund: refundDialog,
  spin: spinPage,
  care: carePage,
  question: limitQuestion,
  chat: chatPanel,
}
type Pages = { [Name in keyof typeof PAGES]: ReturnType<(typeof PAGES)[Name]> }

/** Each page object as a fixture. */
const pages = Object.fromEntries(
  Object.entries(PAGES).map(([name, make]) => [
    name,
    async ({ page, t }: { page: Page; t: Texts }, use: (made: unknown) => Promise<void>) => use(make(page, t)),
  ]),
)

/** Disables prefetching. Runs in the browser. */
const saveData = () => Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } })

/**
 * How each worker's server runs the product: at `port` plus the worker's index, with the built server or another
 * `program`. If `env` has a `DIST_DIR`, the product is built there first. Each server has its own database: a
 * PostgreSQL database at TEST_DATABASE_URL, or else an embedded one.
 */
export type Product = { port: number; env?: Record<string, string>; program?: string }
/** Options that a project sets for its workers. */
export type WorkerOptions = {
  /** Null if the site at `baseURL` is already served. */
  product: Product | null
  /**
   * True if the plain backend serves the product. Tests then do not use the reference backend's additions to the spec.
   */
  isPlain: boolean
}
/** Fixtures that all tests of a worker share. */
type Worker = {
  /** The origin of the worker's server, or null if the site at `baseURL` is already served. */
  served: string | null
  /** Demo members' tokens, under the keys that `Backend.resume` assigns. */
  tokens: Map<string, string>
}
/** Options for a test, or for all tests in a project. */
export type Options = {
  /** The site's country, which determines the length of a phone number. */
  site: 'thai' | 'laos'
  /** The language on screen. */
  lang: Language
  /**
   * The current user. Everyone except a `guest` has a remembered token.
   *
   * - `member`: the demo member, without an open QR code
   * - `bonus`: the demo member with an active bonus
   * - `newcomer`: a new member without money, games or history, who has answered the question about limits
   * - `unasked`: a new member who has not answered that question yet
   */
  as: 'guest' | 'member' | 'bonus' | 'newcomer' | 'unasked'
  /** Whether the user has seen the agreement before. With `new`, the agreement appears after 1.5 s. */
  agreement: 'seen' | 'new'
  /** True if pages are rendered as cheaply as possible. Set it to false to test the appearance or prefetching. */
  isLean: boolean
}
/** The fixtures added to Playwright's. */
export type Fixtures = {
  /** The address of the product. */
  origin: string
  t: Texts
  faults: Faults
  /** The backend for the current user, or for the demo member if the user is a guest. */
  backend: Backend
  /** The gateways of the reference backend. */
  sandbox: Sandbox
  /** The gateways of any backend. */
  world: World
  /** A phone number that nobody has registered. */
  phone: string
  /** The tools for a journey. */
  tools: Tools
  /** Returns what a page of the test has written to the clipboard, read through a second page. */
  clipboard: () => Promise<string>
}

/** The tools for a path through the product. */
export type Tools = Pick<Fixtures, 't' | 'backend' | 'sandbox' | 'world' | 'phone'> &
  Pages & { page: Page; info: TestInfo }

/** A test of the built product. Fails on every unexpected error in the browser, and resets the sandbox afterwards. */
export const test = base.extend<Options & Fixtures & Pages, WorkerOptions & Worker>({
  ...(pages as object),
  site: ['thai', { option: true }],
  lang: ['th', { option: true }],
  as: ['guest', { option: true }],
  agreement: ['seen', { option: true }],
  isLean: [true, { option: true }],
  product: [null, { option: true, scope: 'worker' }],
  isPlain: [false, { option: true, scope: 'worker' }],
  served: [
    async ({ product, isPlain }, use, { parallelIndex }) => {
      if (!product) return use(null)
      if (product.env?.DIST_DIR) execFileSync('node', ['server/build.ts'], { env: { ...process.env, ...product.env } })
      const port = product.port + parallelIndex
      const { TEST_DATABASE_URL: postgres } = process.env
      const database = postgres && !isPlain ? await freshDatabase(postgres, `e2e_${port}`) : undefined
      const server = new OwnServer(port, { ...product.env, DATABASE_URL: database?.url ?? '' }, product.program)
      await server.start()
      await use(server.origin)
      await server.remove()
      await database?.drop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ baseURL, served }, use) => use(served ?? baseURL),
  origin: async ({ baseURL }, use) => use(baseURL ?? ''),
  backend: async ({ origin, isPlain, as, phone, world }, use) => {
    const site = { origin, hasAdditions: !isPlain }
    if (as !== 'newcomer' && as !== 'unasked')
      return use(new Backend(site, DEMO[as === 'bonus' ? as : 'member'].username))
    const backend = new Backend(site, phone, NEWCOMER.password)
    await world.turn('registerOTP', false)
    await backend.register()
    await world.restore()
    await use(backend)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  tokens: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  storageState: async ({ origin, backend, tokens, lang, as, agreement, isPlain }, use) => {
    const localStorage: { name: string; value: string }[] = [{ name: 'locale', value: lang }]
    if (agreement === 'seen') localStorage.push({ name: 'remember-agreement', value: 'true' })
    if (as !== 'guest') localStorage.push({ name: 'token', value: await backend.resume(tokens) })
    if (as === 'member') await backend.closeCodes()
    if (as === 'newcomer' && !isPlain) await backend.reviewLimits()
    await use({ cookies: [], origins: [{ origin, localStorage }] })
  },
  context: async ({ context, browserName, isLean }, use) => {
    if (browserName === 'firefox') await context.addInitScript(insertText)
    if (Number.parseInt(context.browser()?.version() ?? '', 10) < NAMED) await context.addInitScript(nameOptions)
    if (isLean) {
      await context.addInitScript(paintLess, ['background-image'])
      await context.addInitScript(saveData)
    }
    await use(context)
  },
  page: async ({ page }, use) => {
    await use(page)
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' }) // a request may still be pending
  },
  faults: [
    async ({ context, browserName }, use) => {
      const faults = new Faults({ isChromium: browserName === 'chromium' })
      await faults.watch(context)
      await use(faults)
      faults.check()
    },
    { auto: true },
  ],
  sandbox: async ({ origin }, use) => {
    const sandbox = new Sandbox(origin)
    await use(sandbox)
    await sandbox.restore()
  },
  world: async ({ origin, isPlain, sandbox }, use) => {
    if (!isPlain) return use(sandbox)
    const world = new PlainWorld(origin)
    await use(world)
    await world.restore()
  },
  phone: async ({ site }, use, { workerIndex }) => use(newPhone(site === 'laos' ? 8 : 10, workerIndex)),
  t: async ({ lang }, use) => use(textsOf(lang)),
  tools: async ({ page, t, sandbox, world, backend, phone }, use, info) => {
    const made = Object.fromEntries(Object.entries(PAGES).map(([name, make]) => [name, make(page, t)])) as Pages
    await use({ page, info, t, sandbox, world, backend, phone, ...made })
  },
  clipboard: async ({ page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const reader = await context.newPage()
    await reader.goto('/sandbox')
    await page.bringToFront() // a page in the background renders only once a second
    await use(async () => {
      await reader.locator('body').click({ position: { x: 0, y: 0 } }) // Chromium 111 lets only a focused page read
      return reader.evaluate(() => navigator.clipboard.readText())
    })
  },
})
