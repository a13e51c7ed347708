import { expect, type Page } from '@playwright/test'
import { fuzz, randomOf, SentMoney } from './pages/fuzz.ts'
import { really } from './pages/spoil.ts'
import { test } from './pages/test.ts'

/** How many replies are fuzzed: a sample in CI. */
const REPLIES = process.env.NIGHT ? 15_000 : 300
const SEED = Number(process.env.SEED ?? 1)
/** The page is loaded again after so many screens, because what one has kept hides the faults of the next. */
const SCREENS_A_LOAD = 10

const PUBLIC = ['/login', '/register', '/howto', '/contact', '/register?code=PR1']
const MEMBER = [
  '/user/home',
  ...['deposit', 'withdraw', 'transfer', 'invite', 'refund', 'game&game=pg'].map((name) => `/user/home?dialog=${name}`),
  '/user/profile',
  '/user/profile?dialog=password',
  '/user/bonus',
  '/user/statement',
  '/user/statement?dialog=slips',
  '/user/contact',
  '/user/spin',
  '/user/home?popup=conditions',
]
const AMOUNT = /(?<![\d,.])\d{1,3}(?:,\d{3})*\.\d{2}(?!\d)/g
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Leads to an address within the page, as a link of it does. */
const leadTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)

for (const [who, screens] of [
  ['guest', PUBLIC],
  ['member', MEMBER],
] as const)
  test.describe(() => {
    test.use({ as: who })

    test(`no odd reply empties a screen of a ${who}, or shows money that was not sent (R388, R389)`, async ({
      page,
      context,
    }) => {
      test.slow(REPLIES > 1000)
      const share = Math.round((REPLIES * screens.length) / (PUBLIC.length + MEMBER.length))
      const random = randomOf(SEED)
      const sent = new SentMoney()
      let [fuzzed, open] = [0, 0]
      await context.route(
        () => true,
        (route) => (route.request().resourceType() === 'image' ? route.fulfill({ body: PIXEL }) : route.fallback()),
      )
      await page.route('**/api/**', async (route) => {
        open++
        const response = await really(route)
        const body = response.ok() ? fuzz(await response.text(), random) : await response.text()
        fuzzed++
        sent.add(body)
        await route.fulfill({ response, body }).catch(() => {}) // the screen that asked is gone
        open--
      })

      for (let at = 0; fuzzed < share; at++) {
        const address = screens[Math.floor(random() * screens.length)] ?? ''
        const story = `seed ${SEED}, screen ${at}: ${address}`
        if (at % SCREENS_A_LOAD === 0) await page.goto(address)
        else await leadTo(page, address)
        await expect.poll(() => open, { message: story, intervals: [20] }).toBe(0)
        await expect(page.locator('#root'), story).toContainText(/\S{3}/)
        await expect(page.locator('.crash'), story).toHaveCount(0)
        // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts
        const shown = await page.locator('body').innerText()
        expect(
          [...shown.matchAll(AMOUNT)].map(([amount]) => amount).filter((amount) => !sent.has(amount)),
          `${story}: money that was not sent`,
        ).toEqual([])
      }
    })
  })
