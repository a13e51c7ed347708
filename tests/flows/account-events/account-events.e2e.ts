import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { devicesDialog } from '#e2e/pages/devices.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { keepToasts } from '#e2e/pages/spoil.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'newcomer' })

test('a member finds a login from another device in the account events, opens the device list and goes back (R647, R648, R650)', async ({
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

test.describe('notices about the account', () => {
  test.use({ isLean: false })

  test('report a login on another device, a change made there and a held deposit, each once, even if all three are due at the same time (R567, R588, R651)', async ({
    page,
    backend,
    home,
    profile,
    phone,
    t,
  }) => {
    await keepToasts(page)
    await backend.as(phone).signIn(NEWCOMER.password)
    await backend.eraseData()
    await backend.limitDeposits('day', toSatang(100))
    await backend.add(toSatang(200))
    await home.open()
    const toasts = page.getByRole('status', { name: t('toast.region') }).locator('p')
    await expect(toasts).toHaveText([t('devices.newLogin'), t('devices.changed'), t('care.limit.notice')])
    await lookInAll(page, 'notices')
    await page.reload()
    await home.settled()
    await expect(toasts).toHaveCount(0)
    await profile.open('?dialog=events')
    await expect(page.getByText(t('events.of.erasureAsked'), { exact: true })).toBeVisible()
    await lookInAll(page, 'events')
  })
})
