import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { really } from '#e2e/pages/spoil.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { readSettings } from '#server/core/settings.ts'

const MINUTE = 60_000
test.use({ as: 'member' })

test('when the countdown reaches 00:00, instructions and a refresh button replace the QR code (R216)', async ({
  page,
  home,
  deposit,
  t,
}) => {
  await page.clock.install()
  await deposit.open()
  await deposit.make(satang(5_000))
  await deposit.runOut()
  await expect(deposit.code(satang(5_000))).toBeHidden()
  await expect(deposit.timer).toBeHidden()
  await expect(deposit.sentence).toContainText(t('qr.expired'))

  const read = page.waitForResponse('**/api/wallet')
  await deposit.refresh.click()
  await read
  await deposit.close.click()
  await expect(deposit.dialog).toBeHidden()
  await home.settled()
})

test('a new QR code can be created after the old one expires (R216, D-13)', { tag: NIGHT }, async ({
  page,
  backend,
  deposit,
}) => {
  await page.clock.install()
  await deposit.open()
  await page.route(
    '**/api/qrcode/KBANK',
    async (route) => {
      const response = await really(route)
      await route.fulfill({ response, json: { ...(await response.json()), expireIn: 9 } })
    },
    { times: 1 },
  )
  await deposit.make(satang(5_000))
  await expect(deposit.timer).toHaveText(/^00:0\d$/)
  await page.clock.runFor(9_000)
  await deposit.again.click()
  await expect(deposit.create).toBeDisabled()
  const qrcodeId = await deposit.make(satang(10_000))
  expect(await deposit.left()).toBeGreaterThan(readSettings({}).qrMinutes * 60 - 15)
  expect(await backend.codes()).toEqual([{ provider: 'KBANK', qrcodeId, amount: 10_000 }])
})

for (const minutes of [-10, 10])
  test(`a device clock that is off by ${minutes} minutes does not change the countdown of a QR code (R215, D-13)`, {
    tag: NIGHT,
  }, async ({ page, deposit }) => {
    await page.clock.install({ time: Date.now() + minutes * MINUTE })
    await deposit.open()
    await deposit.make(satang(5_000))
    const left = await deposit.left()
    expect(left).toBeGreaterThan(readSettings({}).qrMinutes * 60 - 15)
    expect(left).toBeLessThanOrEqual(readSettings({}).qrMinutes * 60 + 1)
  })
