import { expect, type Page } from '@playwright/test'
import { NEWCOMER, registerPage } from '#e2e/pages/register.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

const inviteIn = (page: Page) => page.evaluate(() => localStorage.getItem('code'))
/** Everything that the browser stores, as one string. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))

// These tests are about the steps after the OTP step, so OTP is off.
test.beforeEach(({ sandbox }) => sandbox.turn('registerOTP', false))

test('after a reload, step 3 shows the typed values except the passwords (R37, R42)', async ({
  page,
  register,
  phone,
}) => {
  await register.toProfile(phone)
  await register.typeProfile()
  await page.reload()
  await register.at('profile')
  await expect(register.name).toHaveValue(NEWCOMER.name)
  await expect(register.source).toHaveValue(NEWCOMER.sourceCode)
  await expect(register.password).toHaveValue('')
  await expect(register.confirm).toHaveValue('')
  await register.next.click()
  await expect(register.password).toBeFocused()
  await register.at('profile')
})

test('after a reload in step 4, the passwords are required again, but the account details are kept (R37, R46)', {
  tag: NIGHT,
}, async ({ page, register, phone }) => {
  await register.toBank(phone)
  await register.typeBank(phone)
  await page.reload()
  await register.at('profile')
  await register.goOnToBank()
  await expect(register.bank).toHaveValue(NEWCOMER.bankCode)
  await expect(register.accountNo).toHaveValue(phone)
  await expect(register.lastName).toHaveValue(NEWCOMER.lastName)
  await register.finish()
})

test('passwords stay in their fields while the player moves between steps, and are never stored (R42, R43)', {
  tag: NIGHT,
}, async ({ page, register, phone }) => {
  await register.toProfile(phone)
  await register.typeProfile()
  await register.back.click()
  await register.at('phone')
  await register.next.click()
  await register.at('profile')
  await expect(register.password).toHaveValue(NEWCOMER.password)
  await register.next.click()
  await register.at('bank')
  await register.back.click()
  await register.at('profile')
  await expect(register.password).toHaveValue(NEWCOMER.password)
  await expect(register.confirm).toHaveValue(NEWCOMER.password)
  expect(await kept(page)).toContain(NEWCOMER.name)
  expect(await kept(page)).not.toContain(NEWCOMER.password)
  await register.next.click()
  await register.at('bank')
})

test('the browser stores an invite link’s code until the player has registered (R50–R52, R104, D-41)', {
  tag: NIGHT,
}, async ({ page: first, context, backend, phone, t }) => {
  const code = `PR${await backend.id()}`
  await registerPage(first, t).open(`?code=${code}`)
  expect(await inviteIn(first)).toBe(code)
  await first.close()

  const page = await context.newPage()
  const register = registerPage(page, t)
  await register.toProfile(phone)
  await expect(register.invite).toHaveValue(code)
  await expect(register.invite).not.toBeEditable()
  await expect(register.invite).toHaveAccessibleDescription(t('register.invited'))
  await register.goOnToBank()
  await register.typeBank(phone)
  const request = page.waitForRequest('**/api/account')
  await register.finish()
  expect((await request).postDataJSON()).toMatchObject({ inviteCode: code })
  expect(await inviteIn(page)).toBeNull()
  await register.toProfile(phone)
  await expect(register.invite).toHaveValue('')
})

test('an unknown invite code is refused, and the registration continues once the player removes it (R52, R392)', {
  tag: NIGHT,
}, async ({ page, register, faults, phone, t }) => {
  faults.expectStatus(400)
  await register.toProfile(phone, '?code=PRnobody')
  await register.typeProfile()
  await register.next.click()
  await expect(register.toasts).toContainText(t('errorMsg.INVITE_CODE_INVALID'))
  await register.at('profile')
  await register.clearInvite.click()
  await expect(register.invite).toHaveValue('')
  await expect(register.invite).toBeEditable()
  await expect(register.clearInvite).toBeHidden()
  expect(await inviteIn(page)).toBeNull()
  await register.next.click()
  await register.at('bank')
})
