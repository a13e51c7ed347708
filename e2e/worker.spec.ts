import { expect, type Page } from '@playwright/test'
import { htmlLang, LANGUAGES, type Language } from '#contract/language.ts'
import { satang } from '#contract/money.ts'
import { releasedSite } from './pages/release.ts'
import { OwnServer } from './pages/server.ts'
import { injectFirst, LOST, loseAnswer } from './pages/spoil.ts'
import { test as base, type WorkerOptions } from './pages/test.ts'

const PORTS_AWAY = 10
const AMOUNT = satang(10_000)

const test = base.extend<object, { released: ReturnType<typeof releasedSite>; server: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  released: [async ({}, use) => use(releasedSite()), { scope: 'worker' }],
  server: [
    async ({ released }, use, { parallelIndex, project }) => {
      const { product } = project.use as Partial<WorkerOptions>
      const server = new OwnServer((product?.port ?? 0) + PORTS_AWAY + parallelIndex, { DIST_DIR: released.dist })
      await server.start()
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
})
test.use({ serviceWorkers: 'allow', isLean: false })
// the tests share one server, so they must run one after another
test.describe.configure({ mode: 'default' })

/** Resolves when the service worker has stored the page at this path. Language-specific pages are stored last. */
const isStored = (page: Page, path: string) =>
  expect.poll(() => page.evaluate(async (name) => (await caches.match(name)) !== undefined, path)).toBe(true)
/** Opens a page, and waits until a second visit would not need the network. */
async function visit(page: Page, path: string, language: Language = 'th') {
  await page.goto(path)
  await isStored(page, `/login.${language}.html`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}
/**
 * Collects the paths of replies: `stored` for replies from the service worker, `sent` for all others except connection
 * checks.
 */
function watchReplies(page: Page) {
  const [stored, sent]: [string[], string[]] = [[], []]
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD') return
    const replies = response.fromServiceWorker() ? stored : sent
    replies.push(new URL(response.url()).pathname)
  })
  return { stored, sent }
}
const release = (page: Page) => page.locator('meta[name=release]')

for (const language of LANGUAGES)
  test(`on the second visit the login page opens in ${htmlLang[language]} from the cache, and uses the network only for API calls (D-59)`, async ({
    page,
  }) => {
    await page.addInitScript((value) => localStorage.setItem('locale', value), language)
    await visit(page, '/login', language)
    const { stored, sent } = watchReplies(page)
    await page.goto('/login')
    await expect.poll(() => sent).toContain('/api/lookup/active')
    await expect(page.locator('html')).toHaveAttribute('lang', htmlLang[language])
    expect(stored).toContain('/login')
    expect(stored.filter((path) => path.startsWith('/api'))).toEqual([])
    expect(sent.filter((path) => !path.startsWith('/api'))).toEqual([])
  })

test('the login form opens offline, reports the lost connection, and works once the browser is online (D-59)', async ({
  page,
  context,
  login,
  home,
  faults,
  t,
}) => {
  faults.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await visit(page, '/login')
  await context.setOffline(true)
  await login.open()
  const notice = page.getByRole('status').filter({ hasText: t('failure.noConnection') })
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await login.signIn()
  await home.settled()
})

test.describe('a member', () => {
  test.use({ as: 'member' })

  test('can open the home page without a connection (D-59)', async ({ page, context, home, faults, t }) => {
    faults.allow(/net::ERR_INTERNET_DISCONNECTED|WebSocket/)
    await visit(page, '/user/home')
    await page.reload()
    await home.settled()
    // going offline while a game picture loads would cause an error
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.reload()
    await expect(home.wallet).toBeVisible()
    await expect(page.getByText(t('failure.noConnection'))).toBeVisible()
  })

  test('is offered a new version after a reload, but stays on the current one until accepting it (D-59)', async ({
    page,
    home,
    released,
    t,
  }) => {
    await visit(page, '/user/home')
    await home.settled()
    released.release('second')
    await page.reload()
    const take = page.getByRole('button', { name: t('app.update') })
    await expect(take).toBeVisible()
    await expect(release(page)).toHaveCount(0)
    await take.click()
    await expect(release(page)).toHaveAttribute('content', 'second')
    await home.settled()
    await expect(take).toBeHidden()
  })

  test('gets the offered version by reloading the page, if no other tab needs the old one (D-59)', async ({
    page,
    home,
    released,
    t,
  }) => {
    await visit(page, '/user/home')
    await home.settled()
    released.release('third')
    await page.reload()
    await expect(page.getByRole('button', { name: t('app.update') })).toBeVisible()
    await page.reload()
    await expect(release(page)).toHaveAttribute('content', 'third')
    await home.settled()
  })

  test('can install a new version while the outcome of a withdrawal is unknown, and learns the outcome afterwards (R332, D-59)', async ({
    page,
    backend,
    home,
    withdraw,
    released,
    faults,
    t,
  }) => {
    faults.expect(LOST)
    await backend.fill(satang(100_000))
    const main = await backend.inMain()
    await visit(page, '/user/home')
    const keys = await injectFirst(page, '**/api/wallet/withdrawAll', loseAnswer)
    await withdraw.open()
    await withdraw.send(AMOUNT)
    await expect(withdraw.unsure).toBeVisible()
    await withdraw.dialog.press('Escape')
    await expect(home.unsettled('withdraw')).toBeVisible()
    released.release('fourth')
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await page.getByRole('button', { name: t('app.update') }).click()
    await expect(release(page)).toHaveAttribute('content', 'fourth')
    await home.check.click()
    await expect(withdraw.done).toBeVisible()
    await home.settled()
    expect(keys).toEqual([keys[0], keys[0]])
    expect(await backend.inMain()).toBe(main - AMOUNT)
  })
})

/** Chromium's errors while the server restarts with other settings. */
const AWAY = /net::ERR_CONNECTION_(REFUSED|RESET)|error occurred when fetching the script|status of 503/

test('the service worker updates the cached login page when the server’s content security policy changes (D-59)', async ({
  page,
  login,
  server,
  faults,
}) => {
  faults.allow(AWAY)
  await visit(page, '/login')
  await server.restart({ VITE_GAME_HOSTS: 'games.example' })
  await login.open()
  const policyOf = () =>
    page.evaluate(async () => (await caches.match('/login.th.html'))?.headers.get('Content-Security-Policy'))
  await expect.poll(policyOf).toContain('https://games.example')
  await server.restart({})
})

test('the service worker is removed from the browser when the operator switches it off (D-59)', async ({
  page,
  login,
  server,
  faults,
}) => {
  faults.allow(AWAY)
  await visit(page, '/login')
  await server.restart({ SERVICE_WORKER: '0' })
  await login.open()
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  const { stored } = watchReplies(page)
  await login.open()
  expect(stored).toEqual([])
  await server.restart({})
})
