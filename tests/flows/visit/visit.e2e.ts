import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { test } from '#e2e/pages/test.ts'

const GAME = 'pg'
test.use({ as: 'newcomer', isLean: false })

test('a time reminder appears on any page, even over a dialog, and lets the member continue or log out (R590–R593)', async ({
  page,
  backend,
  care,
  transfer,
  t,
}) => {
  await backend.activate(GAME)
  await backend.fill(satang(10_000))
  await care.open()
  await expect(care.reminder(null)).toHaveAttribute('aria-pressed', 'true')
  await care.remind(60)
  await expect(care.reminder(60)).toHaveAttribute('aria-pressed', 'true')

  await transfer.open()
  await transfer.fill(WALLET, GAME, satang(5_000))
  await care.lasts(65)
  await expect(care.visit).toContainText(t('care.visit.hours', { hours: 1, minutes: 5 }))
  await expect(care.visit).toContainText(t('care.result'))
  await lookInAll(page, 'time-reminder')
  await page.keyboard.press('Escape')
  await expect(care.visit).toBeHidden()
  await transfer.submit.click()
  await expect(transfer.done).toContainText('50.00')

  await care.lasts(125, 65)
  await care.visit.getByRole('link', { name: t('page.statement') }).click()
  await expect(page).toHaveURL('/user/statement')
  await expect(care.visit).toBeHidden()

  await page.reload()
  await care.lasts(185, 125)
  await care.visit.getByRole('button', { name: t('nav.logout') }).click()
  await expect(page).toHaveURL('/login')
  await expect(care.visit).toBeHidden()
})
