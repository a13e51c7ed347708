import { expect, type Page } from '@playwright/test'
import { builtPicture } from './built.ts'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/** The demo operator's bonuses. */
type BonusCode = 'WELCOME' | 'DAILY' | 'WEEKLY' | 'FIRST'

/** The bonus page, with the bonuses, the active bonus and the promotion code. */
export function bonusPage(page: Page, t: Texts) {
  const main = page.getByRole('main')
  const details = moneyDialog(page, t, t('page.bonus'))
  const { titled, alertButton } = details
  const promotion = moneyDialog(page, t, t('promotion.title'))
  const cards = main.getByRole('listitem').filter({ has: page.locator('img') })
  const current = main.getByRole('region', { name: t('bonus.current') })
  const code = main.getByRole('textbox', { name: t('promotion.code') })
  const search = main.getByRole('button', { name: t('promotion.search'), exact: true })
  /** A bonus card, found by its picture. */
  const card = (bonus: BonusCode) => {
    const picture = `/banners/${bonus.toLowerCase()}.svg`
    // The plain backend sends this address. The reference backend sends the picture's address in the build.
    return cards.filter({ has: page.locator(`img:is([src="${picture}"], [src="${builtPicture(picture)}"])`) })
  }
  /** Opens a bonus's details and claims it. */
  async function take(bonus: BonusCode) {
    await card(bonus).getByRole('button').click()
    await details.button(t('bonus.take')).click()
  }
  return {
    main,
    cards,
    card,
    take,
    details: details.dialog,
    fact: details.fact,
    takeIt: details.button(t('bonus.take')),
    closeDetails: details.close,
    current,
    end: current.getByRole('button', { name: t('bonus.end') }),
    question: titled(t('bonus.endTitle')),
    keep: alertButton(t('bonus.keep')),
    endIt: alertButton(t('bonus.end')),
    saved: titled(t('bonus.saved')),
    ended: titled(t('bonus.ended')),
    refused: details.refused,
    gotIt: details.gotIt,
    unsure: titled(t('page.bonus')),
    check: alertButton(t('action.checkAgain')),

    code,
    search,
    promotion: promotion.dialog,
    closePromotion: promotion.close,
    receive: promotion.button(t('promotion.receive')),
    /** Opens the page and waits for the bonuses. */
    async open() {
      await page.goto('/user/bonus')
      await expect(cards).not.toHaveCount(0)
      await expect(current.or(code)).toBeVisible()
    },
    /** Types a promotion code and looks it up. */
    async find(text: string) {
      await code.fill(text)
      await search.click()
    },
  }
}
