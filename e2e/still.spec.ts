import { expect, type Page } from '@playwright/test'
import { answerLastFirst, holdBack } from './pages/spoil.ts'
import { test } from './pages/test.ts'

test.use({ as: 'member', isLean: false })

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/**
 * Returns the page's layout shifts so far, except those caused by the player: their sum, and the largest vertical move
 * of an element, in px.
 */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; most: number }>((done) => {
        new PerformanceObserver((list) => {
          const own = (list.getEntries() as Shift[]).filter((entry) => !entry.hadRecentInput)
          const moves = own
            .flatMap(({ sources }) => sources)
            .filter(({ previousRect, currentRect }) => previousRect.height > 0 && currentRect.height > 0)
            .map(({ previousRect, currentRect }) => Math.abs(previousRect.y - currentRect.y))
          done({ sum: own.reduce((sum, { value }) => sum + value, 0), most: Math.max(0, ...moves) })
        }).observe({ type: 'layout-shift', buffered: true })
        // the observer receives no entry if nothing moved
        setTimeout(() => done({ sum: 0, most: 0 }), 500)
      }),
  )

for (const lang of ['th', 'la'] as const)
  test.describe(`in ${lang}`, () => {
    test.use({ lang, agreement: 'new' })
    test(`nothing moves while the home page, the wallet and the agreement load in ${lang} (R85, R87)`, async ({
      page,
      home,
    }) => {
      await page.goto('/user/home')
      await expect(home.agreement.getByRole('paragraph').first()).toBeVisible()
      await expect(page.locator('button[aria-busy]')).toHaveCount(0)
      // zero when rounded to three decimals, because a font that loads may move a word within its line
      expect((await shifts(page)).sum).toBeLessThan(0.0005)
    })
  })

test.describe('on a screen tall enough for the whole page', () => {
  test.use({ viewport: { width: 390, height: 2400 } })
  for (const name of ['bonus', 'spin', 'profile', 'statement', 'care'] as const)
    test(`nothing moves while the ${name} page loads, even if its last request is answered first`, async ({
      page,
      t,
    }) => {
      const answers = await answerLastFirst(page)
      await page.goto(`/user/${name}`)
      expect(await answers()).toBeGreaterThan(1)
      await expect(page.getByRole('heading', { level: 1, name: t(`page.${name}`) })).toBeVisible()
      await expect(page.getByRole('main').getByRole('status', { name: t('state.loading') })).toHaveCount(0)
      // a row moves by less than this when text replaces its skeleton
      expect((await shifts(page)).most).toBeLessThan(3)
    })
})

test('after a reload, the home page shows the last known balance and its age until the wallet loads (R83, D-60)', async ({
  page,
  home,
  t,
}) => {
  await home.open()
  const main = await home.main.textContent()
  const answer = await holdBack(page, '**/api/wallet')
  await page.reload()
  await expect(home.main).toHaveText(main ?? '')
  await expect(home.fresh.filter({ hasText: t('home.stale', { ago: t('ago.now') }) })).toBeVisible()
  answer()
  await home.settled()
  await expect(home.fresh.filter({ hasText: t('home.stale', { ago: t('ago.now') }) })).toBeHidden()
  await expect(home.main).toHaveText(main ?? '')
})

test('logging out deletes the stored balance (D-60)', async ({ page, home, login }) => {
  await home.open()
  expect(await page.evaluate(() => localStorage.getItem('last_balance'))).not.toBeNull()
  await home.logout.click()
  await expect(login.submit).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('last_balance'))).toBeNull()
})
