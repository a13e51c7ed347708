import { expect } from '@playwright/test'
import { dataDialog } from '#e2e/pages/data.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'newcomer' })

test('a member asks for the erasure with the password, sees the request later, and cancels it (R615–R617)', async ({
  page,
  t,
  faults,
}) => {
  faults.expectStatus(403)
  const data = dataDialog(page, t)
  await data.open()
  await expect(data.dialog).toContainText(t('data.erasure.kept'))
  await data.ask.click()
  await data.confirm('wrong-word-1')
  await expect(data.alert).toContainText(t('errorMsg.WRONG_PASSWORD'))
  await data.confirm(NEWCOMER.password)
  await expect(data.alert).toBeHidden()
  await page.reload()
  await expect(data.cancel).toBeVisible()
  await expect(data.ask).toBeHidden()
  await data.cancel.click()
  await expect(data.ask).toBeVisible()
})
