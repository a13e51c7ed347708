import { expect } from '@playwright/test'
import { UNDER_WAY_WATCH } from '#contract/limits.ts'
import { plus, satang } from '#contract/money.ts'
import { test } from '#e2e/pages/test.ts'

const HUNDRED = satang(10_000)
test.use({ as: 'member' })
test.beforeEach(({ backend }) => backend.closeCodes())

test('the home page shows an open QR code, links to its dialog, and updates the balance once the code is paid (R597, R598)', async ({
  page,
  backend,
  deposit,
  home,
  sandbox,
  t,
}) => {
  await backend.makeCode('WW', HUNDRED)
  const [code] = await backend.codes()
  await page.clock.install()
  await home.open()
  const before = await home.inMain()
  const row = home.underWay.getByRole('button', { name: t('underWay.qr') })
  await expect(row).toContainText('฿100.00')
  await row.click()
  await expect(deposit.code(HUNDRED)).toBeVisible()
  await page.goBack()
  await expect(deposit.dialog).toBeHidden()

  await sandbox.pay(code?.qrcodeId ?? '')
  await page.clock.fastForward(UNDER_WAY_WATCH)
  await expect(row).toBeHidden()
  await expect.poll(home.inMain).toBe(plus(before, HUNDRED))
})

test('a pending withdrawal on the home page links to the statement, and to a chat with a draft that mentions the withdrawal (R584, R597)', async ({
  page,
  chat,
  home,
  t,
}) => {
  const name = t('underWay.withdraw.wait')
  /** Opens home and expands the list of pending payments. */
  async function openAll() {
    await home.open()
    const more = home.underWay.locator('summary')
    if (await more.isVisible()) await more.click()
  }
  await openAll()
  await home.underWay
    .getByRole('link', { name: t('underWay.ask', { about: name }) })
    .first()
    .click()
  await expect(chat.box).toHaveValue(new RegExp(`^“${name} · [\\d,.]+ · [\\d/]+\\u00A0[\\d:]+”\\n$`))
  await openAll()
  await home.underWay.getByRole('link', { name }).first().click()
  await expect(page).toHaveURL(/\/user\/statement$/)
})
