import { expect } from '@playwright/test'
import { built } from './pages/built.ts'
import { holdBack } from './pages/spoil.ts'
import { test } from './pages/test.ts'

/** The file of the first texts; read inside a test, because listing the tests needs no build. */
const start = () => built((source) => source === 'locales/th.json?start')[0]

test('asks whether the site is open before the first texts arrive, and only once (R75)', async ({ page, login }) => {
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

test('requests the first texts beside the front file', async ({ page, howto }) => {
  const answer = await holdBack(page, '**/assets/*.js')
  const isAsked = page.waitForRequest(`**${start()}`)
  await page.goto('/howto', { waitUntil: 'commit' })
  await isAsked
  answer()
  await expect(howto.entries).not.toHaveCount(0)
})

test('shows the prerendered form, and keeps and does what was typed and pressed before the scripts arrive (R30)', async ({
  page,
  login,
  home,
}) => {
  const answer = await holdBack(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await login.signIn()
  expect(new URL(page.url()).search).toBe('')
  answer()
  await home.settled()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('shows the form with its button off, and why', async ({ page, login, t }) => {
    await page.goto('/login')
    await expect(login.submit).toBeDisabled()
    await expect(page.getByText(/JavaScript/).first()).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(t('page.login')))
  })
})

test('shows the login form before the site has answered whether it is open, and replaces it if it is closed (R75, R76)', async ({
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

test('tells that the scripts did not arrive, above a form whose button is off', async ({ page, login, faults, t }) => {
  faults.expect(/net::ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByText(t('failure.noConnection'))).toBeVisible()
  await expect(login.submit).toBeVisible()
  await expect(login.submit).toBeDisabled()
})

test('shows the chosen language if the cookie names another one, and renews the cookie (R14, R15)', async ({
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
  test('sees no login form on the way home', async ({ page, home }) => {
    const answer = await holdBack(page, '**/assets/*.js')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('#texts')).toBeAttached()
    await expect(page.locator('#root')).toBeEmpty()
    answer()
    await home.settled()
  })
})
