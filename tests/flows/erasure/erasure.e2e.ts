import { expect } from '@playwright/test'
import { dataDialog } from '#e2e/pages/data.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'newcomer', isLean: false })

test('a member can request an erasure with the password, see the request after a reload, and cancel it (R615–R617)', async ({
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
  await lookInAll(page, 'erasure-question')
  await data.confirm(NEWCOMER.password)
  await expect(data.alert).toBeHidden()
  await page.reload()
  await expect(data.cancel).toBeVisible()
  await expect(data.ask).toBeHidden()
  await lookInAll(page, 'erasure-asked')
  await data.cancel.click()
  await expect(data.ask).toBeVisible()
})

test('if another tab requests the erasure first, an open password prompt still works and no second request is recorded (R615, R616, R651)', async ({
  page,
  context,
  t,
}) => {
  const data = dataDialog(page, t)
  await data.open()
  await data.ask.click()
  const other = dataDialog(await context.newPage(), t)
  await other.open()
  await other.ask.click()
  await other.confirm(NEWCOMER.password)
  await expect(other.cancel).toBeVisible()
  const asked = (await other.dialog.getByText(/\d\d\/\d\d\/\d{4}/).textContent()) ?? ''

  await page.bringToFront()
  await data.alert.getByRole('button', { name: t('action.back') }).click()
  await data.ask.click()
  await data.confirm(NEWCOMER.password)
  await expect(data.dialog.getByText(asked, { exact: true })).toBeVisible()
  await page.goto('/user/profile?dialog=events')
  await expect(page.getByText(t('events.of.erasureAsked'), { exact: true })).toHaveCount(1)
  await expect(page.getByRole('status', { name: t('toast.region') })).toBeEmpty()
})
