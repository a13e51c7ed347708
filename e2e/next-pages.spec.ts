import { expect, type Locator, type Page } from '@playwright/test'
import { built } from './pages/built.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'

test.use({ isLean: false })

// Functions rather than constants, so that the tests can be listed without a build.
const restFiles = () => built((source) => source === 'locales/th.json?rest')
const publicFiles = () => built((_, name) => name === 'public')
const shellFiles = () => built((source) => source === 'src/shell.tsx')
const memberFiles = () => built((_, name) => name === 'home' || name === 'member')
/** The maximum number of requests per visit, including prefetched pages. */
const REQUESTS_MAX = 30

/** Returns the paths of the requests started so far, and `hasAll`, which waits until the given files have loaded. */
function requests(page: Page) {
  const [started, finished]: [string[], string[]] = [[], []]
  page.on('request', (request) => started.push(new URL(request.url()).pathname))
  page.on('requestfinished', (request) => finished.push(new URL(request.url()).pathname))
  const hasAll = (files: string[]) => expect.poll(() => files.filter((file) => !finished.includes(file))).toEqual([])
  return { started, hasAll }
}

/** Resolves once the idle callbacks that the page has requested so far have run. */
const idle = (page: Page) => page.evaluate(() => new Promise<unknown>((done) => requestIdleCallback(done)))

test('the site prefetches the public pages for a visitor, but no member pages', { tag: NIGHT }, async ({
  page,
  login,
}) => {
  const { started, hasAll } = requests(page)
  await login.open()
  await hasAll([...restFiles(), ...publicFiles()])
  await page.waitForLoadState('networkidle')
  expect(started.filter((path) => memberFiles().includes(path))).toEqual([])
  expect(started.length).toBeLessThanOrEqual(REQUESTS_MAX)
})

test('the site prefetches the next pages one at a time', { tag: NIGHT }, async ({ page, login }) => {
  const files = [...restFiles(), ...publicFiles()]
  const asked: string[] = []
  let release = () => {}
  for (const file of files)
    await page.route(`**${file}`, async (route) => {
      asked.push(file)
      await new Promise<void>((done) => {
        release = done
      })
      await route.fallback()
    })
  await login.open()
  for (const [index] of files.entries()) {
    await expect.poll(() => asked).toHaveLength(index + 1)
    await idle(page)
    expect(asked).toHaveLength(index + 1)
    release()
  }
})

test('the site does not prefetch pages under Save-Data', { tag: NIGHT }, async ({ page, context, login }) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
  const { started } = requests(page)
  await login.open()
  await page.waitForLoadState('networkidle')
  await idle(page)
  await page.waitForLoadState('networkidle')
  expect(started.filter((path) => [...restFiles(), ...publicFiles()].includes(path))).toEqual([])
})

for (const [reached, reach] of [
  ['is pressed', (link: Locator) => link.dispatchEvent('pointerdown')],
  ['has the focus', (link: Locator) => link.focus()],
] as const)
  test(`under Save-Data the site loads a page as soon as the link to it ${reached}`, async ({
    page,
    context,
    login,
    home,
    t,
  }) => {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
    const { started, hasAll } = requests(page)
    await login.open()
    await login.signIn()
    await home.settled()
    await idle(page)
    const files = built((_, name) => name === 'member')
    expect(started.filter((path) => files.includes(path))).toEqual([])
    await reach(page.getByRole('link', { name: t('nav.profile') }))
    await hasAll(files)
    await expect(page).toHaveURL('/user/home')
  })

test('after the connection is lost, a prefetched page opens without requesting scripts', async ({
  page,
  context,
  login,
  howto,
  faults,
  t,
}) => {
  const { started, hasAll } = requests(page)
  await login.open()
  await hasAll([...restFiles(), ...publicFiles(), ...shellFiles()])
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  // the page's pictures are not prefetched
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const before = started.length
  await page.getByRole('link', { name: t('nav.howto') }).click()
  await expect(howto.entries).not.toHaveCount(0)
  expect(started.slice(before).filter((path) => path.endsWith('.js'))).toEqual([])
  await faults.come()
})

test('a page loads when the player opens it, even if its prefetch failed', { tag: NIGHT }, async ({
  page,
  login,
  howto,
  faults,
  t,
}) => {
  faults.expect(/net::ERR_FAILED/)
  const { hasAll } = requests(page)
  const aborted = page.waitForEvent('requestfailed')
  await page.route(`**${publicFiles()[0]}`, (route) => route.abort(), { times: 1 })
  await login.open()
  await aborted
  await hasAll(restFiles())
  await faults.come()
  await page.getByRole('link', { name: t('nav.howto') }).click()
  await expect(howto.entries).not.toHaveCount(0)
})

test('the site prefetches the member pages after login', async ({ page, login, home }) => {
  const { hasAll } = requests(page)
  await login.open()
  await login.signIn()
  await home.settled()
  await hasAll(memberFiles())
})

test('prefetching stops while the browser is offline, and resumes when it is online again', async ({
  page,
  login,
  home,
}) => {
  const files = built((_, name) => name === 'member')
  const { started, hasAll } = requests(page)
  const setOnline = (isOnline: boolean) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline })
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }
  await login.open()
  await page.evaluate(setOnline, false)
  await login.signIn()
  await home.settled()
  await idle(page)
  expect(started.filter((path) => files.includes(path))).toEqual([])
  await page.evaluate(setOnline, true)
  await hasAll(files)
})
