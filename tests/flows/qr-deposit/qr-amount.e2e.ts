import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { QR_PROVIDERS, QR_RULES } from '#contract/qr.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { bahtIn } from '#e2e/pages/texts.ts'
import { formatAmount, splitAmount } from '#src/lib/format.ts'

test.use({ as: 'member' })

test('cancelling a QR code asks for confirmation, and the player can keep or cancel the code (R217)', {
  tag: SMOKE,
}, async ({ backend, deposit, t }) => {
  await deposit.open()
  const qrcodeId = await deposit.make(satang(10_000))
  await deposit.cancel.click()
  await expect(deposit.confirm).toHaveAccessibleDescription(t('qr.confirmBody'))
  await deposit.confirm.getByRole('button', { name: t('qr.confirmKeep') }).click()
  await expect(deposit.confirm).toBeHidden()
  await expect(deposit.code(satang(10_000))).toBeVisible()
  expect(await backend.codes()).toEqual([{ provider: 'KBANK', qrcodeId, amount: 10_000 }])

  await deposit.cancel.click()
  await deposit.confirm.press('Escape')
  await expect(deposit.confirm).toBeHidden()
  await expect(deposit.code(satang(10_000))).toBeVisible()

  await deposit.cancel.click()
  await deposit.confirm.getByRole('button', { name: t('qr.confirmDo') }).click()
  await expect(deposit.amount).toHaveValue('')
  expect(await backend.codes()).toEqual([])
})

test('"I have paid" closes the dialog and shows the refresh message, but does not cancel the QR code (R218)', {
  tag: NIGHT,
}, async ({ page, backend, home, deposit, t }) => {
  await deposit.open()
  await deposit.make(satang(10_000))
  const read = page.waitForResponse('**/api/wallet/refresh/slot')
  await deposit.transferred.click()
  await expect(deposit.dialog).toBeHidden()
  await expect(page).toHaveURL('/user/home')
  await expect(page.getByRole('status', { name: t('toast.region') })).toContainText(t('qr.done'))
  await read
  await home.settled()
  expect(await backend.codes()).toHaveLength(1)
})

test('the preset amounts and the minimum depend on the provider (R270–R274, R526–R532)', { tag: NIGHT }, async ({
  deposit,
  t,
}) => {
  await deposit.open()
  for (const provider of QR_PROVIDERS) {
    const { minimum, presets } = QR_RULES[provider]
    await deposit.choose(provider)
    await expect(deposit.presets.getByRole('button')).toHaveText(presets.map((preset) => splitAmount(preset).whole))
    if (minimum > 0)
      await expect(deposit.amount).toHaveAccessibleDescription(t('qr.minimum', { min: bahtIn(t, minimum) }))
    await deposit.amount.fill(minimum ? String(minimum / 100 - 0.01) : '0')
    await expect(deposit.create).toBeDisabled()
    await deposit.amount.fill(String((minimum || 100) / 100))
    await expect(deposit.create).toBeEnabled()
  }
})

test('the amount field accepts Thai and Lao digits, and rejects invalid text (R269)', { tag: NIGHT }, async ({
  backend,
  deposit,
}) => {
  await deposit.open()
  for (const text of ['abc', '1e3', '-', '1.234', '']) {
    await deposit.amount.fill(text)
    await expect(deposit.create).toBeDisabled()
  }
  await deposit.amount.fill('໕໐໐')
  await expect(deposit.create).toBeEnabled()
  await deposit.amount.fill('๕๐๐')
  await expect(deposit.preset(satang(50_000))).toHaveAttribute('aria-pressed', 'true')
  await deposit.amount.press('Enter')
  await expect(deposit.code(satang(50_000))).toBeVisible()
  expect(await backend.codes()).toMatchObject([{ amount: 50_000 }])
})

test('a bank outage is reported in the dialog, and no code is stored (R401, R305)', {
  tag: NIGHT,
}, async ({ backend, deposit, sandbox, t }) => {
  await sandbox.outage()
  await deposit.open()
  await deposit.preset(satang(10_000)).click()
  await deposit.create.click()
  await expect(deposit.sentence).toHaveText(t('errorMsg.QR_FAIL'))
  expect(await backend.codes()).toEqual([])
  await sandbox.restore()
  await deposit.make(satang(10_000))
})

test('if a payment differs from the QR code’s amount, the amount received is shown and booked (D-13)', {
  tag: NIGHT,
}, async ({ page, backend, sandbox, home, deposit }) => {
  await page.clock.install()
  await home.open()
  const before = await home.inMain()
  await home.deposit.click()
  await deposit.choose('KBANK')
  await sandbox.pay(await deposit.make(satang(10_000)), '30.25')
  await page.clock.runFor(4_000)
  await expect(deposit.received).toContainText('30.25')
  await deposit.gotIt.click()
  await expect(home.main).toHaveText(formatAmount(satang(before + 3_025)))
  expect(await backend.codes()).toEqual([])
})
