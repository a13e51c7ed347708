import { expect } from '@playwright/test'
import { QR_WATCH } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import { depositDialog } from '#e2e/pages/deposit.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'member' })

test('a QR code stays the same after a reload and in a second tab (R353)', async ({ page, context, deposit, t }) => {
  await deposit.open('FP')
  await deposit.make(satang(5_000))
  const picture = (await deposit.code(satang(5_000)).getAttribute('src')) ?? ''
  expect(picture).toMatch(/^data:image\/svg/)
  await page.reload()
  await deposit.choose('FP')
  await expect(deposit.code(satang(5_000))).toHaveAttribute('src', picture)
  const second = depositDialog(await context.newPage(), t)
  await second.open('FP')
  await expect(second.code(satang(5_000))).toHaveAttribute('src', picture)
})

test('a QR code created with another provider in a second tab closes the code in the first tab (R219, D-15)', {
  tag: NIGHT,
}, async ({ page, context, backend, deposit, t }) => {
  await page.clock.install()
  await deposit.open('KBANK')
  await deposit.make(satang(5_000))
  const second = depositDialog(await context.newPage(), t)
  await second.open('WW')
  const qrcodeId = await second.make(satang(20_000))
  await page.clock.runFor(QR_WATCH)
  await expect(deposit.sentence).toContainText(t('qr.ended'))
  await expect(deposit.timer).toBeHidden()
  expect(await backend.codes()).toEqual([{ provider: 'WW', qrcodeId, amount: 20_000 }])
  await deposit.choose('WW')
  await expect(deposit.code(satang(20_000))).toBeVisible()
})

test('a QR code created with another provider in the same dialog replaces the first code (R219, D-15)', {
  tag: NIGHT,
}, async ({ backend, deposit }) => {
  await deposit.open('KBANK')
  await deposit.make(satang(5_000))
  await deposit.choose('PAYONEX')
  const qrcodeId = await deposit.make(satang(10_000))
  await deposit.choose('KBANK')
  await expect(deposit.amount).toBeVisible()
  expect(await backend.codes()).toEqual([{ provider: 'PAYONEX', qrcodeId, amount: 10_000 }])
})
