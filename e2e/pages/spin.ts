import { expect, type Page } from '@playwright/test'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/** The prize wheel page with its coupons. */
export function spinPage(page: Page, t: Texts) {
  const main = page.getByRole('main')
  const { titled, alertButton, refused, gotIt } = moneyDialog(page, t)
  const coupons = main.getByRole('region', { name: t('coupon.mine') })
  const pager = coupons.getByRole('navigation', { name: t('pager.label') })
  const wheel = main.getByRole('img', { name: t('spin.wheel', { prizes: '' }) })
  const button = main.getByRole('button', { name: t('spin.go'), exact: true })
  const claim = (label: string) => coupons.getByRole('button', { name: t('coupon.claimOne', { label }), exact: true })
  /**
   * Waits until nothing is loading. Use it before looking for a coupon, because a reload may move a coupon to another
   * page.
   */
  const settled = () => expect(main.locator('[aria-busy]')).toHaveCount(0)
  return {
    main,
    wheel,
    button,
    /** The button while a spin is pending. */
    asking: main.getByRole('button', { name: t('spin.asking') }),
    /** The prize announcement. */
    announced: main.locator('p[role=status]'),
    /** The alert with the prize's name. It does not congratulate the player if the slice wins nothing. */
    prize: (label: string) => titled(t('spin.prize', { label })).or(titled(label)),
    refused,
    gotIt,
    check: alertButton(t('action.checkAgain')),
    unsure: page.getByRole('alertdialog').filter({ hasText: t('money.unknown') }),

    coupons,
    /** A coupon's row, found by its name. */
    coupon: (label: string) => coupons.getByRole('row').filter({ hasText: label }),
    claim,
    pager,
    question: (label: string) => titled(t('coupon.confirm', { label })),
    back: alertButton(t('action.back')),
    confirm: alertButton(t('coupon.claim')),
    claimed: (label: string) => titled(t('coupon.done', { label })),
    /** Pages through the coupons until the one with this name is shown. */
    async show(label: string) {
      await settled()
      for (const each of await pager.getByRole('button', { name: /\d/ }).all()) {
        if (await claim(label).isVisible()) return
        await each.click()
      }
      await expect(claim(label)).toBeVisible()
    },
    /** Opens the page and waits for the wheel and the coupons. */
    async open() {
      await page.goto('/user/spin')
      await expect(button).toBeVisible()
      await settled()
    },
  }
}
