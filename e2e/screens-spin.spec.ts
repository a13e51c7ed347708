import { expect } from '@playwright/test'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { PRIZE_DELAY } from '#contract/limits.ts'
import { PRIZES } from '#server/wheel.ts'
import { isPhone, look, looker } from './pages/look.ts'
import { LOST, play, refusal } from './pages/spoil.ts'
import { test } from './pages/test.ts'

const SETUP = '**/api/spinwheel/setup'
const COUPONS = '**/api/spinwheel/coupon'
const CLAIM = '**/api/spinwheel/coupon/claim'
const labelOf = (code: string, lang: Language) => PRIZES.find((prize) => prize.code === code)?.label[lang] ?? ''

test.use({ as: 'member' })
for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    test(`the prize wheel and the coupons in ${lang} (R138, R139, R180–R183, R233–R240, WCAG 2.2 AA)`, async ({
      page,
      spin,
      faults,
      t,
    }, info) => {
      const see = looker(page, '', info, lang)
      const [label, five] = [labelOf('CASH500', lang), labelOf('CASH5', lang)]
      await page.clock.install()
      await spin.open()
      await see('spin')
      await play(page, '**/api/spinwheel/spin', { json: { code: 'CASH500', label, remainingCoin: 2 } }, null)
      await page.clock.pauseAt(Date.now() + PRIZE_DELAY)
      await spin.button.click()
      await expect(spin.announced).toHaveText(label)
      await look(page, 'spin-landed', info, lang, false) // axe waits for the clock
      await page.clock.resume()
      await page.clock.runFor(PRIZE_DELAY)
      await expect(spin.prize(label)).toHaveAccessibleDescription(/7/)
      await see('spin-prize')
      if (!isPhone(info)) return
      faults.expectStatus(400)
      faults.expect(LOST)
      await spin.gotIt.click()
      await spin.show(five)
      await spin.pager.scrollIntoViewIfNeeded()
      await see('coupons')
      await spin.claim(five).click()
      await expect(spin.question(five)).toBeVisible()
      await see('coupon-question')
      await play(page, CLAIM, refusal('INVALID_COUPON_TYPE'), { json: {} })
      await spin.confirm.click()
      await expect(spin.refused).toBeVisible()
      await see('coupon-refused')
      await spin.gotIt.click()
      await spin.claim(five).click()
      await spin.confirm.click()
      await expect(spin.claimed(five)).toBeVisible()
      await see('coupon-claimed')
      await spin.gotIt.click()
      await spin.button.click()
      await expect(spin.unsure).toBeVisible()
      await see('spin-unsure')
      await page.evaluate(() => sessionStorage.clear())
      await play(page, SETUP, { json: { activeSpinwheel: null, userCoin: 0 } }, null)
      await play(page, COUPONS, { json: [] }, null)
      await page.goto('/user/spin')
      await expect(spin.main).toContainText(t('spin.noneLead'))
      await expect(spin.coupons).toContainText(t('coupon.emptyLead'))
      await see('spin-none')
      await page.reload()
      await expect(spin.main).toContainText(t('spin.failed'))
      await expect(spin.coupons).toContainText(t('coupon.failed'))
      await see('spin-failed')
    })
  })
