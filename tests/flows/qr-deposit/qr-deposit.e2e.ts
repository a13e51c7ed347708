import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { QR_RULES } from '#contract/qr.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { readSettings } from '#server/core/settings.ts'
import { formatAmount } from '#src/lib/format.ts'

const amount = QR_RULES.PAYTIMZ.presets[2] ?? 0

test('a player logs in, creates a QR code, pays it at the bank and sees the money without pressing anything (R213–R218, R82)', {
  tag: SMOKE,
}, async ({ page, context, backend, sandbox, login, home, deposit }) => {
  await backend.closeCodes()
  await login.open()
  await login.signIn()
  await home.settled()
  const before = await home.inMain()

  await home.deposit.click()
  await deposit.choose('PAYTIMZ')
  const qrcodeId = await deposit.make(satang(amount))
  await expect(deposit.timer).toHaveText(/^\d\d:\d\d$/)
  const left = await deposit.left()
  expect(left).toBeGreaterThan(readSettings({}).qrMinutes * 60 - 15)
  expect(left).toBeLessThanOrEqual(readSettings({}).qrMinutes * 60)
  await expect.poll(() => deposit.left()).toBeLessThan(left)

  await sandbox.payByHand(await context.newPage(), qrcodeId)
  await expect(deposit.received).toBeVisible({ timeout: 7_000 })
  await expect(deposit.received).toContainText(formatAmount(satang(amount)))
  await deposit.gotIt.click()
  await expect(deposit.dialog).toBeHidden()

  const after = formatAmount(satang(before + amount))
  await expect(home.main).toHaveText(after)
  await page.reload()
  await home.settled()
  await expect(home.main).toHaveText(after)
})

test('the home page shows the total of the main wallet and all games, with the time of the last update (R82, R83, D-46)', {
  tag: NIGHT,
}, async ({ login, home, t }) => {
  await login.open()
  await login.signIn()
  await home.settled()
  const total = (await home.inMain()) + (await home.inGames())
  await expect(home.wallet).toContainText(`฿${formatAmount(satang(total))}`)
  await expect(home.fresh).toHaveText(
    new RegExp(`^${t('home.updated', { time: '' })}\\d\\d/\\d\\d/20\\d\\d \\d\\d:\\d\\d:\\d\\d$`),
  )
})
