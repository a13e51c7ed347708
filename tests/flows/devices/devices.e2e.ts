import { type Browser, expect, type Page } from '@playwright/test'
import { devicesDialog } from '#e2e/pages/devices.ts'
import { homePage } from '#e2e/pages/home.ts'
import { loginPage } from '#e2e/pages/login.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { test } from '#e2e/pages/test.ts'
import type { Texts } from '#e2e/pages/texts.ts'

test.use({ as: 'newcomer', isLean: false })

/** Logs in as `phone` in another browser. */
async function logInElsewhere(browser: Browser, origin: string, phone: string, t: Texts) {
  // by default, the new context would share the token of the test's own browser
  const context = await browser.newContext({ baseURL: origin, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  const login = loginPage(page, t)
  await login.open()
  await login.signIn(phone, NEWCOMER.password)
  await expect(page).toHaveURL('/user/home')
  await homePage(page, t).settled()
  return page
}

test('a member is notified of a login in another browser and can end that session or all other sessions from the profile (R559–R564, R567, R643)', async ({
  page,
  browser,
  origin,
  profile,
  phone,
  faults,
  t,
}) => {
  faults.expectStatus(403)
  const devices = devicesDialog(page, t)
  const expectLoggedOut = async (ended: Page) => {
    await ended.reload()
    await expect(ended).toHaveURL((url) => url.pathname === '/login')
  }
  await profile.open()
  const other = await logInElsewhere(browser, origin, phone, t)
  await profile.open()
  await expect(devices.toasts).toContainText(t('devices.newLogin'))

  await devices.open.click()
  await expect(page).toHaveURL('/user/profile?dialog=devices')
  await expect(devices.rows).toHaveCount(3) // registration opened the third session
  await expect(devices.rows.filter({ hasText: t('devices.here') })).toHaveCount(1)
  await lookInAll(page, 'devices')
  await devices.endOthers.click()
  await devices.confirm('wrong-word-1')
  await expect(page.getByLabel(t('login.password'), { exact: true })).toHaveAccessibleDescription(
    t('errorMsg.WRONG_PASSWORD'),
  )
  await lookInAll(page, 'devices-password')
  await devices.confirm(NEWCOMER.password)
  await expect(devices.rows).toHaveCount(1)
  await expect(devices.endOthers).toBeHidden()
  await expectLoggedOut(other)

  const next = await logInElsewhere(browser, origin, phone, t)
  await profile.open('?dialog=devices')
  await expect(devices.rows).toHaveCount(2)
  await devices.end.click()
  await devices.confirm(NEWCOMER.password)
  await expect(devices.rows).toHaveCount(1)
  await expectLoggedOut(next)
  await profile.open('?dialog=devices')
  await expect(devices.rows).toHaveCount(1)
  for (const each of [other, next]) await each.context().close()
})
