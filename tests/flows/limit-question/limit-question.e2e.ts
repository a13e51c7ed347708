import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { toSatang } from '#contract/money.ts'
import { look } from '#e2e/pages/look.ts'
import { test } from '#e2e/pages/test.ts'
import { textsOf } from '#e2e/pages/texts.ts'
import { DESKTOP, PHONE } from '#tests/kit/sizes.ts'

const SIZES = [
  ['narrow', { width: 320, height: 640 }],
  ['desktop', DESKTOP.viewport],
  ['phone', PHONE.viewport],
] as const

const isNight = Boolean(process.env.NIGHT)

/**
 * Checks the screen in each language and size; it stays in the last one, Thai on a phone. Axe takes longest, and
 * languages differ only in their texts, so that by day it runs in Thai.
 */
async function lookAtAll(page: Page, name: string) {
  for (const lang of LANGUAGES.toReversed()) {
    // by its tag and by force, because it may be behind a dialog
    const select = page.locator('header select')
    if ((await select.inputValue()) !== lang) await select.selectOption(lang, { force: true })
    await expect(select).toHaveAttribute('aria-label', textsOf(lang)('app.language'))
    for (const [size, viewport] of SIZES) {
      await page.setViewportSize(viewport)
      await look(page, `${name}-${lang}-${size}`, isNight || (lang === 'th' && size !== 'narrow'))
    }
  }
}

test.use({ isLean: false })

test.describe('before the first deposit', () => {
  test.use({ as: 'unasked' })

  test('a member sets a limit and then sees the ways to pay, the balance and the limits (R630–R633)', async ({
    page,
    backend,
    deposit,
    home,
    question,
    t,
  }) => {
    await home.open()
    await home.deposit.click()
    await expect(question.amount).toHaveValue('1000')
    await expect(deposit.create).toBeHidden()
    await lookAtAll(page, 'limit-question')
    await question.amount.fill('')
    await question.set.click()
    await expect(question.sentence).toContainText(t('care.limit.wrong'))
    await expect(question.amount).toBeFocused()
    await question.amount.fill('500')
    await question.amount.press('Enter')
    await expect(deposit.create).toBeVisible()
    await expect(deposit.dialog.getByRole('definition')).toHaveText('฿0.00')
    await lookAtAll(page, 'deposit')
    expect((await backend.depositLimits()).periods.day.amount).toBe(toSatang(500))
    await deposit.dialog.getByRole('link', { name: t('deposit.limits') }).click()
    await expect(page).toHaveURL(/\/user\/care$/)
  })

  test('a member goes on without a limit, and is not asked again after a reload (R632, R633)', async ({
    page,
    backend,
    deposit,
    question,
  }) => {
    await page.goto('/user/home?dialog=deposit')
    await question.decline.click()
    await deposit.choose('KBANK')
    expect((await backend.depositLimits()).periods.day.amount).toBeNull()
    await page.reload()
    await deposit.choose('KBANK')
    await expect(question.title).toBeHidden()
  })
})

test('a member of half a year is led to My play, and confirms there that all is right (R635, R636)', async ({
  page,
  care,
  home,
  t,
}) => {
  await page.goto('/?scenario=limits-review')
  await page.waitForURL('**/user/home')
  await expect(page.getByText(t('home.review'))).toBeVisible()
  await lookAtAll(page, 'limit-review-home')
  await page
    .getByRole('main')
    .getByRole('link', { name: t('page.care') })
    .click()
  const fine = care.main.getByRole('button', { name: t('care.prompt.fine') })
  await expect(fine).toBeVisible()
  await lookAtAll(page, 'limit-review-care')
  await fine.click()
  await expect(fine).toBeHidden()
  await home.open()
  await expect(page.getByRole('link', { name: t('home.limits') })).toBeVisible()
  await expect(page.getByText(t('home.review'))).toBeHidden()
})
