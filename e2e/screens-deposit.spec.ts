import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { DEMO } from '#server/seed.ts'
import { slipFile, slipHours } from './pages/bank.ts'
import { giftLink } from './pages/gift.ts'
import { isPhone, looker } from './pages/look.ts'
import { LOST, play, really, refusal } from './pages/spoil.ts'
import { test } from './pages/test.ts'

const DONE = { json: {} }
const SLIP = '**/api/wallet/slip'
/** Changes every reply to `address`. */
const changeReply = (page: Page, address: string, change: (reply: Record<string, unknown>) => object) =>
  page.route(address, async (route) => {
    const response = await really(route)
    await route.fulfill({ response, json: change(await response.json()) })
  })

test.use({ as: 'member' })
for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    test(`bank transfer, slip and gift link in ${lang} (R20–R22, R106–R111, R260–R262, WCAG 2.2 AA)`, async ({
      page,
      bank,
      gift,
      faults,
      t,
    }, info) => {
      const see = looker(page, 'deposit-', info, lang)
      const { bankCode: code, bankAccountName } = DEMO.bonus
      await changeReply(page, '**/api/wallet', (overview) => ({
        ...overview,
        bankAccount: { bankAccountName, bankAccountNo: '9876543210', bank: { code, nameTH: 'ธนาคารกรุงไทย' } },
      }))
      await play(page, '**/api/lookup/slip', { json: slipHours(-60, 60) }, { json: slipHours(60, 120) })
      await bank.open()
      await see('bank')
      await bank.unfold()
      await bank.file.setInputFiles(slipFile(info))
      await bank.submit.scrollIntoViewIfNeeded()
      await see('slip')
      if (isPhone(info)) {
        faults.expectStatus(400)
        faults.expect(LOST)
        await bank.file.setInputFiles(
          slipFile(info, 'slip-from-a-phone-with-a-very-long-name-20261121-165959-0001.gif'),
        )
        await expect(bank.problem).toBeVisible()
        await see('slip-wrong')
        await bank.file.setInputFiles(slipFile(info))
        const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
        await page.route(SLIP, (route) => held.then(() => route.abort()), { times: 1 })
        await bank.submit.click()
        await expect(bank.bar).toBeVisible()
        await see('slip-uploading')
        letGo()
        await expect(bank.unsureSlip).toBeVisible()
        await bank.unsureSlip.scrollIntoViewIfNeeded()
        await see('slip-unsure')
        await play(page, SLIP, DONE)
        await bank.submit.click()
        await expect(bank.sent).toBeVisible()
        await see('slip-sent')
        await bank.gotIt.click()
        await bank.copyNo('KBANK').click()
        await expect(bank.rename).toBeVisible()
        await see('rename')
        await bank.save.click()
        await expect(bank.problemOfName).toBeVisible()
        await see('rename-wrong')
        await play(page, '**/api/account/bankAccountName', null, DONE)
        await bank.name.fill('DEMO BONUS')
        await bank.save.click()
        await expect(bank.problemOfName).toHaveText(t('bank.unsure'))
        await see('rename-unsure')
        await bank.checkName.click()
        await expect(bank.named).toBeVisible()
        await see('rename-done')
        await bank.copyNow.click()
      }

      await gift.tab.click()
      await see('gift')
      if (isPhone(info)) {
        await play(page, '**/api/wallet/truelink', refusal('TRUELINK_INVALID'), { json: { amount: 1_234_567.89 } })
        await gift.send(giftLink('100'))
        await expect(gift.problem).toBeVisible()
        await see('gift-refused')
        await gift.send(giftLink('100'))
        await expect(gift.received).toBeVisible()
        await see('gift-received')
      }

      await changeReply(page, '**/api/lookup/deposit', (ways) => ({ ...ways, isManual: true }))
      await bank.open()
      await bank.closed.scrollIntoViewIfNeeded()
      await see('slip-closed')
      if (!isPhone(info)) return
      await play(page, '**/api/lookup/deposit', { json: { banks: [], wallets: [], isManual: false } }, null)
      await page.goto('/user/home?dialog=deposit')
      await bank.tab.click()
      await expect(bank.dialog).toContainText(t('bank.empty'))
      await see('bank-none')
      await gift.tab.click()
      await expect(gift.dialog).toContainText(t('gift.none'))
      await see('gift-none')
      await page.reload()
      await bank.tab.click()
      await expect(bank.dialog).toContainText(t('bank.failed'))
      await see('bank-failed')
    })
  })
