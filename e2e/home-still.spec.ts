import { expect, type Page } from '@playwright/test'
import { test } from './pages/test.ts'

test.use({ as: 'member', isLean: false })

/** Sums what moves without the player, in all layout shifts of the page so far. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
          done(entries.filter((entry) => !entry.hadRecentInput).reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // there is no entry if nothing moved
        setTimeout(() => done(0), 500)
      }),
  )

for (const lang of ['th', 'la'] as const)
  test.describe(`in ${lang}`, () => {
    test.use({ lang, agreement: 'new' })
    test(`nothing moves while home, its wallet and the agreement load (R85, R87, in ${lang})`, async ({
      page,
      home,
    }) => {
      await page.goto('/user/home')
      await expect(home.agreement.getByRole('paragraph').first()).toBeVisible()
      await expect(page.locator('button[aria-busy]')).toHaveCount(0)
      // to three decimals, as browsers report it: a font may move a word within its line
      expect(await shifts(page)).toBeLessThan(0.0005)
    })
  })
