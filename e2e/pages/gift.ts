import { expect, type Page } from '@playwright/test'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/** Returns an unused gift link worth `baht`. */
export const giftLink = (baht: string): string =>
  `https://gift.truemoney.com/campaign/?v=${crypto.randomUUID()}-${baht}`

/** The gift link tab of the deposit dialog. */
export function giftTab(page: Page, t: Texts) {
  const money = moneyDialog(page, t, t('page.deposit'))
  const { dialog } = money
  const link = dialog.getByRole('textbox', { name: t('gift.link') })
  const submit = money.button(t('gift.submit'))
  return {
    ...money,
    link,
    submit,
    received: money.titled(t('gift.received')),
    tab: dialog.getByRole('tab', { name: t('deposit.gift') }),
    /** Navigates to the dialog's address, then opens the gift link tab. */
    async open() {
      await page.goto('/user/home?dialog=deposit')
      await dialog.getByRole('tab', { name: t('deposit.gift') }).click()
      await expect(submit).toBeVisible()
    },
    /** Sends a link. */
    async send(text: string) {
      await link.fill(text)
      await submit.click()
    },
  }
}
