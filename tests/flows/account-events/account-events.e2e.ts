import { expect } from '@playwright/test'
import { devicesDialog } from '#e2e/pages/devices.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'newcomer' })

test('a member sees a login elsewhere among the events, and goes on to the devices and back (R647, R648, R650)', async ({
  page,
  backend,
  profile,
  phone,
  t,
}) => {
  const devices = devicesDialog(page, t)
  const dialog = page.getByRole('dialog', { name: t('events.title') })
  const events = dialog.locator('li:has(> strong)')
  await backend.as(phone).signIn(NEWCOMER.password)
  await profile.open()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('events.title') })
    .click()
  await expect(page).toHaveURL('/user/profile?dialog=events')
  await expect(events.first()).toContainText(t('events.of.login'))
  await expect(events.last()).toContainText(t('events.of.register'))
  await dialog.getByRole('button', { name: t('devices.title') }).click()
  await expect(devices.rows).not.toHaveCount(0)
  await page.goBack()
  await expect(events.first()).toBeVisible()
  await dialog.getByRole('button', { name: t('password.change') }).click()
  await expect(page.getByRole('dialog', { name: t('password.change') })).toBeVisible()
})
