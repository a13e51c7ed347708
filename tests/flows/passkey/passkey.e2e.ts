import { expect } from '@playwright/test'
import { dataDialog } from '#e2e/pages/data.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { addAuthenticator, passkeyDialog } from '#e2e/pages/passkeys.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'newcomer', isLean: false })

test('a member adds a passkey, logs in with it, confirms changes with it, and removes it (R620–R624, R628)', async ({
  page,
  home,
  login,
  t,
  faults,
}) => {
  faults.expectStatus(403)
  await addAuthenticator(page)
  const passkeys = passkeyDialog(page, t)
  await passkeys.open()
  await passkeys.add.click()
  await passkeys.continueWith('wrong-word-1')
  await expect(passkeys.alert).toContainText(t('errorMsg.WRONG_PASSWORD'))
  await passkeys.continueWith(NEWCOMER.password)
  await expect(passkeys.rows).toHaveCount(1)
  await expect(passkeys.rows).toContainText(t('passkey.unused'))

  await page.goto('/user/home')
  await home.settled()
  await home.logout.click()
  // the authenticator logs the player in immediately, as if the player had chosen the passkey in the field
  await expect(page).toHaveURL('/user/home')
  await home.settled()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^bound /)
  await page.reload()
  await home.settled()

  const data = dataDialog(page, t)
  await data.open()
  await data.ask.click()
  await passkeys.usePasskey.click()
  await expect(data.cancel).toBeVisible()
  await data.cancel.click()
  await expect(data.ask).toBeVisible()

  await passkeys.open()
  await expect(passkeys.rows).not.toContainText(t('passkey.unused'))
  await passkeys.remove.click()
  await passkeys.usePasskey.click()
  await expect(passkeys.rows).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('token'))
  await login.open()
  await expect(page.getByRole('alert')).toContainText(/\S/)
  await expect(login.submit).toBeVisible()
})

test('a passkey cannot confirm a change without user verification, but the password still can (R622, R628)', async ({
  page,
  t,
}) => {
  const device = await addAuthenticator(page)
  const passkeys = passkeyDialog(page, t)
  await passkeys.open()
  await passkeys.add.click()
  await passkeys.continueWith(NEWCOMER.password)
  await expect(passkeys.rows).toHaveCount(1)
  await lookInAll(page, 'passkeys')
  await device.verify(false)
  await passkeys.remove.click()
  await passkeys.usePasskey.click()
  await expect(passkeys.alert).toContainText(t('stepUp.declined'))
  await lookInAll(page, 'passkey-declined')
  await passkeys.removeWith(NEWCOMER.password)
  await expect(passkeys.rows).toHaveCount(0)
  await passkeys.add.click()
  await passkeys.continueWith(NEWCOMER.password)
  await expect(passkeys.alert).toContainText(t('passkey.declined'))
})
