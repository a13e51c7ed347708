import { expect, type Page } from '@playwright/test'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/** The refund dialog and the banners shown before it. */
export function refundDialog(page: Page, t: Texts) {
  const money = moneyDialog(page, t, t('page.refund'))
  const { dialog, button } = money
  const receive = button(t('refund.receive'))
  const goOn = button(t('banner.close'))
  return {
    ...money,
    goOn,
    receive,
    received: money.titled(t('refund.received')),
    /** The refunds received so far. */
    log: dialog.getByRole('table', { name: t('refund.log') }).getByRole('row'),
    /** Navigates to the dialog's address, closes the banners, and waits for the available refund. */
    async open() {
      await page.goto('/user/home?dialog=refund')
      await goOn.click()
      await expect(dialog.getByRole('list')).toBeVisible()
    },
  }
}
