import { expect } from '@playwright/test'
import { GIFT_MIN } from '#contract/gift-link.ts'
import { satang } from '#contract/money.ts'
import { giftLink } from '#e2e/pages/gift.ts'
import { holdBack, injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { CHROMIUM, NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { bahtIn } from '#e2e/pages/texts.ts'
import { formatAmount } from '#src/lib/format.ts'

const CALL = '**/api/wallet/truelink'
test.use({ as: 'member' })

test('an empty gift link cannot be sent, and the reason for a refused link stays beside its field until the player types (R22, R275, R485, R515)', {
  tag: NIGHT,
}, async ({ page, backend, gift, faults, t }) => {
  faults.expectStatus(400)
  const keys = await injectFirst(page, CALL)
  const main = await backend.inMain()
  await gift.open()
  await expect(gift.link).toHaveAccessibleDescription(t('gift.minimum', { min: bahtIn(t, GIFT_MIN) }))
  await expect(gift.submit).toBeDisabled()
  await gift.link.fill('   ')
  await expect(gift.submit).toBeDisabled()
  await gift.link.press('Enter')
  expect(keys).toEqual([])
  for (const link of [
    giftLink('100').replace('v=', 'v=used'),
    giftLink('1.99'),
    giftLink('100').replace('gift.truemoney.com', 'gift.example'),
    'a gift',
  ]) {
    await gift.send(link)
    await expect(gift.link).toHaveAccessibleDescription(t('errorMsg.TRUELINK_INVALID'))
    await expect(gift.link).toHaveValue(link)
    await gift.link.fill('')
    await expect(gift.link).toHaveAccessibleDescription(t('gift.minimum', { min: bahtIn(t, GIFT_MIN) }))
  }
  expect(new Set(keys).size).toBe(4)
  expect(await backend.inMain()).toBe(main)
})

test('a gift link is sent encrypted, and is redeemed only once (R110, R338, R339, R484, R515)', {
  tag: [SMOKE, CHROMIUM],
}, async ({ page, backend, home, gift, faults, t }) => {
  faults.expectStatus(409)
  const main = await backend.inMain()
  const link = giftLink('2')
  await gift.open()
  const keys = await injectFirst(page, CALL)
  const goOn = await holdBack(page, CALL)
  const sent = page.waitForRequest(CALL)
  await gift.link.fill(`  ${link} `)
  await gift.link.press('Enter')
  await gift.busy.click({ force: true })
  goOn()
  const { link: sealed } = (await sent).postDataJSON() as { link: string }
  expect(Buffer.from(sealed, 'base64').toString('latin1')).toMatch(/^Salted__/)
  await expect(gift.received).toContainText('2.00')
  await expect(home.main).toHaveText(formatAmount(satang(main + 200)))
  await gift.gotIt.click()
  await expect(gift.link).toHaveValue('')
  expect(keys).toHaveLength(1)

  await gift.send(link)
  await expect(gift.link).toHaveAccessibleDescription(t('errorMsg.TRUELINK_DUPLICATE'))
  expect(await backend.inMain()).toBe(main + 200)
})

test('if the reply to a gift link is lost, its outcome stays unknown until the player checks it on the home page (R338)', {
  tag: NIGHT,
}, async ({ page, backend, home, gift, faults }) => {
  faults.expect(LOST)
  const main = await backend.inMain()
  const keys = await injectFirst(page, CALL, loseAnswer)
  await gift.open()
  await gift.send(giftLink('75.50'))
  await expect(gift.unsure).toBeVisible()
  await expect(home.main).toHaveText(formatAmount(satang(main + 7_550)))
  await expect(gift.link).not.toBeEditable()
  await gift.close.click()
  await expect(home.unsettled('deposit')).toBeVisible()
  await home.check.click()
  await expect(gift.received).toContainText('75.50')
  await gift.gotIt.click()
  await expect(gift.link).toBeEditable()
  expect(keys).toEqual([keys[0], keys[0]])
  await gift.close.click()
  await expect(home.unsettled('deposit')).toBeHidden()
  expect(await backend.inMain()).toBe(main + 7_550)
})
