import { expect, type Page } from '@playwright/test'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/** The invite dialog with its banners, and the invite bonus, which can be collected there or beside the wallet. */
export function inviteDialog(page: Page, t: Texts) {
  const money = moneyDialog(page, t, t('page.invite'))
  const { dialog, button, alertButton } = money
  const link = dialog.getByRole('region', { name: t('invite.link') })
  return {
    ...money,
    /** The banner counter. */
    place: (n: number, all: number) => dialog.getByText(t('banner.place', { n, all })),
    next: button(t('banner.next')),
    previous: button(t('banner.previous')),
    goOn: button(t('banner.close')),
    link,
    address: link.locator('[translate=no]'),
    copy: link.getByRole('button', { name: t('action.copy') }),
    friends: dialog.getByRole('table', { name: t('invite.friends') }).getByRole('row'),
    /** The amount to collect. */
    bonus: dialog.getByRole('region', { name: t('invite.bonus') }),
    collect: button(t('invite.collect')),
    question: money.titled(t('invite.confirmTitle')),
    notNow: alertButton(t('invite.notNow')),
    confirm: alertButton(t('invite.collect')),
    /** The notice that the outcome of collecting is unknown. */
    unsureBonus: money.titled(t('invite.bonus')).filter({ hasText: t('money.unknown') }),
    checkBonus: alertButton(t('action.checkAgain')),
    toasts: page.getByRole('status', { name: t('toast.region') }),
    /** Navigates to the dialog's address, and closes the banners. */
    async open() {
      await page.goto('/user/home?dialog=invite')
      await button(t('banner.close')).click()
      await expect(link).toBeVisible()
    },
  }
}
