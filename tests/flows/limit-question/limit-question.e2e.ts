import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { limitQuestion } from '#e2e/pages/question.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ isLean: false })

test.describe('when asked for a deposit limit before the first deposit', () => {
  test.use({ as: 'unasked' })

  test('a member sets a limit and then sees the deposit methods, the balance and the limits (R630–R633)', async ({
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
    await lookInAll(page, 'limit-question', (texts) =>
      expect(limitQuestion(page, texts).dialog).toContainText(texts('care.prompt.more')),
    )
    await question.amount.fill('')
    await question.set.click()
    await expect(question.sentence).toContainText(t('care.limit.wrong'))
    await expect(question.amount).toBeFocused()
    await question.amount.fill('500')
    await question.amount.press('Enter')
    await expect(deposit.create).toBeVisible()
    await expect(deposit.dialog.getByRole('definition')).toHaveText('฿0.00')
    await lookInAll(page, 'deposit')
    expect((await backend.depositLimits()).periods.day.amount).toBe(toSatang(500))
    await deposit.dialog.getByRole('link', { name: t('deposit.limits') }).click()
    await expect(page).toHaveURL(/\/user\/care$/)
  })

  test('a member continues without a limit, and is not asked again after a reload (R632, R633)', async ({
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

  test('a lower limit set on another device is kept and shown to the member (R632, R587)', async ({
    page,
    backend,
    deposit,
    question,
  }) => {
    await page.goto('/user/home?dialog=deposit')
    await expect(question.amount).toHaveValue('1000')
    await backend.limitDeposits('day', toSatang(300))
    await question.set.click()
    await expect(question.other).toBeVisible()
    await lookInAll(page, 'limit-question-other')
    await question.gotIt.click()
    await expect(deposit.create).toBeVisible()
    expect((await backend.depositLimits()).periods.day.amount).toBe(toSatang(300))
  })
})

test('half a year after registering, a member is prompted on the home page to review the limits, and confirms them on My play (R635, R636)', async ({
  page,
  care,
  home,
  t,
}) => {
  await page.goto('/?scenario=limits-review')
  await page.waitForURL('**/user/home')
  await expect(page.getByText(t('home.review'))).toBeVisible()
  await lookInAll(page, 'limit-review-home')
  await page
    .getByRole('main')
    .getByRole('link', { name: t('page.care') })
    .click()
  const fine = care.main.getByRole('button', { name: t('care.prompt.fine') })
  await expect(fine).toBeVisible()
  await lookInAll(page, 'limit-review-care')
  await fine.click()
  await expect(fine).toBeHidden()
  await home.open()
  await expect(page.getByRole('link', { name: t('home.limits') })).toBeVisible()
  await expect(page.getByText(t('home.review'))).toBeHidden()
})
