import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { isPhone, looker } from './pages/look.ts'
import { LOST, play, really, refusal } from './pages/spoil.ts'
import { test } from './pages/test.ts'

const DONE = { json: {} }
/** A bonus as it would be for another player: the demo member's money comes and goes. */
const alter = (page: Page, code: string, part: object) =>
  page.route('**/api/bonus', async (route) => {
    const response = await really(route)
    const bonuses = (await response.json()) as { code: string }[]
    const json = bonuses.map((bonus) => (bonus.code === code ? { ...bonus, ...part } : bonus))
    await route.fulfill({ response, json })
  })
/** A player who holds a bonus, with more to play than most ever have to. */
async function hold(page: Page) {
  const held = { status: true, type: 'day', remaining: 1_234_567.89, percentFail: 50 }
  await page.route('**/api/bonus/check/active', (route) => route.fulfill({ json: held }))
  await alter(page, 'DAILY', { userBonus: { _id: '1', isActive: true, received: [] } })
}

test.use({ as: 'member' })
for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    test(`bonuses and promotions in ${lang} (R132, R133, R222–R232, R280–R283, WCAG 2.2 AA)`, async ({
      page,
      bonus,
      faults,
      t,
    }, info) => {
      const see = looker(page, '', info, lang)
      await alter(page, 'WEEKLY', { blocked: 'balance' })
      await bonus.open()
      await see('bonus')
      await bonus.card('WEEKLY').getByRole('button').click()
      await expect(bonus.details).toContainText(t('bonus.blocked.balance', { amount: '2,000.00' }))
      await see('bonus-blocked')
      await bonus.closeDetails.click()
      await bonus.card('DAILY').getByRole('button').click()
      await expect(bonus.takeIt).toBeVisible()
      await see('bonus-details')
      if (isPhone(info)) {
        faults.expectStatus(400)
        faults.expect(LOST)
        await play(page, '**/api/bonus/activate/*', refusal('BONUS_CONDITION'), null, { json: null })
        await bonus.takeIt.click()
        await expect(bonus.refused).toBeVisible()
        await see('bonus-refused')
        await bonus.gotIt.click()
        await bonus.take('DAILY')
        await expect(bonus.check).toBeVisible()
        await see('bonus-unsure')
        await bonus.check.click()
        await expect(bonus.saved).toBeVisible()
        await see('bonus-saved')
        await bonus.gotIt.click()
        await bonus.find('NO-SUCH-CODE-AS-THIS-ONE-FOR-IT-HAS-SIXTY-FOUR-CHARACTERS-IN-IT')
        await expect(bonus.main.getByRole('alert')).toBeVisible()
        await see('promotion-missing')
        await bonus.find('KRAPAO100')
        await expect(bonus.promotion).toBeVisible()
        await see('promotion')
      }
      await hold(page)
      await bonus.open()
      await expect(bonus.current).toBeVisible()
      await see('bonus-current')
      await bonus.end.click()
      await expect(bonus.question).toBeVisible()
      await see('bonus-end')
      if (!isPhone(info)) return
      await bonus.keep.click()
      await bonus.card('DAILY').getByRole('button').click()
      await expect(bonus.details).toBeVisible()
      await see('bonus-current-details')
      await page.keyboard.press('Escape')
      await play(page, '**/api/bonus/clear', { json: { message: 'BONUS_CLEAR' } })
      await bonus.end.click()
      await bonus.endIt.click()
      await expect(bonus.ended).toBeVisible()
      await see('bonus-ended')
      await play(page, '**/api/bonus', { json: [] }, null)
      await page.reload()
      await expect(bonus.main).toContainText(t('bonus.emptyLead'))
      await see('bonus-empty')
      await page.reload()
      await expect(bonus.main).toContainText(t('bonus.failed'))
      await see('bonus-failed')
    })

    test(`invite and refund in ${lang} (R102–R104, R122–R127, R220, R221, WCAG 2.2 AA)`, async ({
      page,
      invite,
      refund,
      faults,
      t,
    }, info) => {
      const see = looker(page, '', info, lang)
      // as on a phone: there the browser can share
      await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: async () => undefined }))
      await page.goto('/user/home?dialog=invite')
      await expect(invite.next).toBeVisible()
      await see('invite-banners')
      await invite.goOn.click()
      await expect(invite.friends).not.toHaveCount(0)
      await see('invite')
      await invite.collect.click()
      await expect(invite.question).toBeVisible()
      await see('invite-question')
      await page.goto('/user/home?dialog=refund')
      await expect(refund.goOn).toBeVisible()
      await see('refund-banners')
      await refund.goOn.click()
      await expect(refund.receive).toBeEnabled()
      await see('refund')
      if (!isPhone(info)) return
      faults.expectStatus(400)
      faults.expect(LOST)
      await play(page, '**/api/refund/receive', null, DONE)
      await refund.receive.click()
      await expect(refund.unsure).toBeVisible()
      await see('refund-unsure')
      await refund.check.click()
      await expect(refund.received).toBeVisible()
      await see('refund-received')
      await play(page, '**/api/refund/check', { json: { result: false, bonus: true } }, null)
      await play(page, '**/api/refund', { json: { refunds: [], total: 0 } })
      await refund.gotIt.click()
      await expect(refund.dialog).toContainText(t('refund.emptyLead'))
      await see('refund-blocked')
      await page.reload()
      await refund.goOn.click()
      await expect(refund.dialog).toContainText(t('refund.failed'))
      await see('refund-failed')

      await play(page, '**/api/invite/bonus', null, refusal('INVITE_INACTIVE'))
      await play(page, '**/api/invite', { json: { invites: [], total: 0 } }, null)
      await invite.open()
      await expect(invite.dialog).toContainText(t('invite.emptyLead'))
      await see('invite-empty')
      await invite.collect.click()
      await invite.confirm.click()
      await expect(invite.unsureBonus).toBeVisible()
      await see('invite-unsure')
      await invite.checkBonus.click()
      await expect(invite.toasts).toContainText(t('errorMsg.INVITE_INACTIVE'))
      await see('invite-refused')
      await invite.open()
      await expect(invite.dialog).toContainText(t('invite.listFailed'))
      await see('invite-failed')
    })
  })
