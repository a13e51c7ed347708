import { expect } from '@playwright/test'
import { PNG } from '#tests/kit/samples/png.ts'
import { file } from '#tests/kit/samples/slip.ts'
import { giftLink } from '../pages/gift.ts'
import { onDisk } from './files.ts'
import type { Arrange } from './fixtures.ts'

/** Sends a gift link, and reloads the page before the reply arrives. */
export const giftSent: Arrange = async ({ gift, line, page }) => {
  await line.free(['seal', 'lookup.deposit'], async () => {
    await gift.open()
    await gift.send(giftLink('100'))
    await line.waiting(['wallet.truelink'])
  })
  await page.reload()
  await expect(gift.link).toBeVisible()
}

/** Sends a slip, and reloads the page before the reply arrives. */
export const slipSent: Arrange = async ({ bank, info, line, page }) => {
  await line.free(['lookup.deposit'], async () => {
    await bank.open()
    await bank.file.setInputFiles(onDisk(info, file.name, PNG))
    await bank.submit.click()
    await line.waiting(['wallet.slip'])
  })
  await page.reload()
  await expect(bank.tab).toBeVisible()
}
