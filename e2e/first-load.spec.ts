import { expect } from '@playwright/test'
import { built } from './pages/built.ts'
import { newPhone } from './pages/register.ts'
import { holdBack } from './pages/spoil.ts'
import { SMOKE } from './pages/tags.ts'
import { test } from './pages/test.ts'

/**
 * Returns the file with the texts that load first. It is a function, so that the tests can be listed without a build.
 */
const start = () => built((source) => source === 'locales/th.json?start')[0]

/** Runs in the page: adds up the layout shifts in `window.shifts`. */
function watchShifts() {
  const page = Object.assign(window, { shifts: 0 })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) page.shifts += value
  }).observe({ type: 'layout-shift' })
}

test('the first load checks the site status exactly once, without waiting for the translations (R75)', async ({
  page,
  login,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answer = await holdBack(page, `**${start()}`)
  const isAsked = page.waitForRequest('**/api/lookup/active')
  await page.goto('/login', { waitUntil: 'commit' })
  await isAsked
  answer()
  await expect(login.submit).toBeVisible()
  expect(asked.filter((path) => path === '/api/lookup/active')).toHaveLength(1)
})

test('the page requests its initial translations in parallel with the scripts', async ({ page, t }) => {
  const answer = await holdBack(page, '**/assets/*.js')
  const isAsked = page.waitForRequest(`**${start()}`)
  await page.goto('/terminated', { waitUntil: 'commit' })
  await isAsked
  answer()
  await expect(page.getByText(t('terminated.text'))).toBeVisible()
})

test('the prerendered login form replays input and clicks made before the scripts arrive (R30)', async ({
  page,
  login,
  home,
}) => {
  const answer = await holdBack(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await login.signIn()
  expect(new URL(page.url()).search).toBe('')
  // the largest image is inlined, so it needs no request
  await expect(page.locator('header img[width]')).toHaveAttribute('src', /^data:image\/svg\+xml,/)
  answer()
  await home.settled()
})

test('step 1 of the registration replays input and key presses made before the settings arrive (R38, R251)', async ({
  page,
  register,
}) => {
  const script = await holdBack(page, '**/assets/*.js')
  const settings = await holdBack(page, '**/api/lookup/registerOTP')
  await page.goto('/register', { waitUntil: 'commit' })
  await register.phone.fill(newPhone(10, test.info().workerIndex))
  await register.phone.press('Enter')
  script()
  settings()
  await expect(register.code).toBeVisible()
})

test('the registration draft survives a reload (R37)', async ({ page, register }) => {
  await page.goto('/register')
  // text typed before the state machine has started is stored only once the player submits it
  await page.waitForLoadState('networkidle')
  await register.phone.fill('08123')
  await page.reload()
  await expect(register.phone).toHaveValue('08123')
})

test('a help video opens over its prerendered page, and Back closes it (R54, R55)', async ({ page, howto, t }) => {
  await page.goto('/howto')
  await howto.entries.first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL('/howto?video=wallet')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/howto')
  await expect(page.getByRole('heading', { name: t('page.howto') })).toBeVisible()
})

for (const name of ['register', 'howto'] as const)
  test(`the /${name} page is shown before the scripts arrive, and nothing moves afterwards`, async ({ page, t }) => {
    await page.addInitScript(watchShifts)
    const answer = await holdBack(page, '**/assets/*.js')
    await page.goto(`/${name}`, { waitUntil: 'commit' })
    await expect(page).toHaveTitle(new RegExp(t(`page.${name}`)))
    await expect(page.getByRole('navigation').getByText(t(`nav.${name}`))).toBeVisible()
    await page.waitForFunction(() => document.fonts.status === 'loaded')
    await page.evaluate(() => Object.assign(window, { shifts: 0 }))
    answer()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0)
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the login form disables its button and explains why', async ({ page, login, t }) => {
    await page.goto('/login')
    await expect(login.submit).toBeDisabled()
    await expect(page.getByText(/JavaScript/).first()).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(t('page.login')))
  })
})

test('the login form is shown while the site status is pending, and is replaced if the site is closed (R75, R76)', async ({
  page,
  login,
  sandbox,
}) => {
  await sandbox.turn('terminated', true)
  const answer = await holdBack(page, '**/api/lookup/active')
  await login.open()
  await login.fill('0812345678')
  answer()
  await expect(page).toHaveURL('/terminated')
})

test('if the scripts fail to load, the login page reports it and disables the button', async ({
  page,
  login,
  faults,
  t,
}) => {
  faults.expect(/net::ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByText(t('failure.noConnection'))).toBeVisible()
  await expect(login.submit).toBeVisible()
  await expect(login.submit).toBeDisabled()
})

test('the chosen language overrides a different one in the cookie, and updates the cookie (R14, R15)', async ({
  page,
  context,
  origin,
  login,
  t,
}) => {
  await context.addCookies([{ name: 'lang', value: 'EN', url: origin }])
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'th')
  await expect(login.submit).toContainText(t('login.submit'))
  expect((await context.cookies()).find(({ name }) => name === 'lang')?.value).toBe('TH')
})

test.describe('a member', () => {
  test.use({ as: 'member' })
  test('does not see the login form while the home page is loading', async ({ page, home }) => {
    const answer = await holdBack(page, '**/assets/*.js')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('#texts')).toBeAttached()
    await expect(page.locator('#root')).toBeEmpty()
    answer()
    await home.settled()
  })
})

test('a page that arrives in pieces shows a part only once nothing can move it', {
  tag: SMOKE,
}, async ({ page, origin }) => {
  const html = await (await fetch(`${origin}/login`)).text()
  const isShown = (part: string) =>
    page.evaluate((name) => document.querySelector(name)?.checkVisibility({ visibilityProperty: true }), part)
  /** Writes the page until this text, and returns whether the scene, the title, the form and the menu are shown. */
  async function until(text: string, from = 0) {
    const end = text ? html.indexOf(text) : html.length
    await page.evaluate((more) => document.write(more), html.slice(from, end))
    return { end, shown: [await isShown('header'), await isShown('h1'), await isShown('form'), await isShown('nav')] }
  }
  await page.goto('about:blank')
  const scene = await until('</header>')
  expect(scene.shown).toEqual([false, undefined, undefined, undefined])
  const menu = await until('</nav>', scene.end)
  expect(menu.shown).toEqual([true, true, true, false])
  expect((await until('', menu.end)).shown).toEqual([true, true, true, true])
})
