import { expect } from '@playwright/test'
import { homePage } from '#e2e/pages/home.ts'
import { injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'

const NEW = 'another-1234'
const CHANGE = '**/api/account/changepwd'
test.use({ as: 'member' })

test('the profile shows the member and the bank account, read-only (R128–R130, R549)', {
  tag: SMOKE,
}, async ({ page, profile, backend, t }) => {
  await profile.open()
  for (const [name, value] of [
    [t('profile.name'), DEMO.member.name],
    [t('profile.username'), '081-234-5678'],
    [t('profile.id'), await backend.id()],
    [t('profile.since'), '15/01/2025 10:30:00'],
    [t('profile.accountName'), DEMO.member.bankAccountName],
    [t('profile.bank'), 'ธนาคารกสิกรไทย'],
    [t('profile.accountNo'), '123-456-7890'],
  ] as const)
    await expect(profile.fact(name)).toHaveText(value)
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
})

test('a profile that failed to load can be reloaded (R406, D-48)', { tag: NIGHT }, async ({
  page,
  profile,
  faults,
  t,
}) => {
  faults.expectStatus(503)
  await page.route('**/api/account/profile', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await page.goto('/user/profile')
  await expect(page.getByRole('main')).toContainText(t('profile.failed'))
  await page.getByRole('button', { name: t('action.retry') }).click()
  await expect(profile.fact(t('profile.name'))).toHaveText(DEMO.member.name)
})

test('the password dialog has its own URL, closes on Back, and sends nothing while the form is invalid (R26, R131, R278, R279)', {
  tag: NIGHT,
}, async ({ page, profile, t }) => {
  const keys = await injectFirst(page, CHANGE)
  await profile.open()
  await profile.change.click()
  await expect(page).toHaveURL('/user/profile?dialog=password')
  await profile.save.click()
  await expect(profile.old).toBeFocused()
  await expect(profile.dialog.getByRole('alert')).toBeHidden()
  await profile.send(DEMO_PASSWORD, NEW, `${NEW}x`)
  await expect(profile.confirm).toHaveAccessibleDescription(t('password.passwordNotEqualMsg'))
  await profile.confirm.fill(NEW)
  await expect(profile.dialog.getByRole('alert')).toBeHidden()
  expect(keys).toEqual([])
  await page.goBack()
  await expect(profile.dialog).toBeHidden()
  await expect(page).toHaveURL('/user/profile')
  await profile.open('?dialog=password')
  await expect(profile.old).toHaveValue('')
})

test('a wrong current password is marked and focused, and can be corrected (R410)', { tag: NIGHT }, async ({
  profile,
  faults,
  t,
}) => {
  faults.expectStatus(403)
  await profile.open('?dialog=password')
  await profile.send(`${DEMO_PASSWORD}x`, NEW)
  await expect(profile.old).toHaveAccessibleDescription(t('errorMsg.WRONG_PASSWORD'))
  await expect(profile.old).toBeFocused()
  await expect(profile.fresh).toHaveValue(NEW)
})

test.describe('after a password change', () => {
  test.afterEach(async ({ page, backend }) => {
    await page.close() // its session has ended too, so any further request would be refused
    await backend.resetPassword(NEW)
  })

  test('every other session ends, and the current session stays valid in all its tabs (R131, R323, R410, R606)', {
    tag: SMOKE,
  }, async ({ page, context, profile, home, backend, t }) => {
    const other = await backend.signIn()
    const tab = await context.newPage()
    await tab.goto('/user/profile')
    await expect(tab.getByRole('heading', { level: 1, name: t('page.profile') })).toBeVisible()
    await page.bringToFront()
    await profile.open()
    await profile.change.click()
    await profile.send(DEMO_PASSWORD, NEW)
    await expect(profile.saved).toBeVisible()
    expect(await backend.isSignedIn(other)).toBe(false)
    await profile.gotIt.click()
    await expect(profile.dialog).toBeHidden()
    await expect(page).toHaveURL('/user/profile')
    await home.open()
    await tab.getByRole('link', { name: t('nav.home'), exact: true }).click()
    await homePage(tab, t).settled()
    await tab.close()
  })

  test('a lost reply leaves the outcome unknown until a check with the same idempotency key finds that the password was changed (R323)', {
    tag: NIGHT,
  }, async ({ page, profile, home, faults, t }) => {
    faults.expect(LOST)
    const keys = await injectFirst(page, CHANGE, loseAnswer)
    await profile.open('?dialog=password')
    await profile.send(DEMO_PASSWORD, NEW)
    await expect(profile.unsure).toHaveAccessibleDescription(t('password.unsure'))
    await profile.check.click()
    await expect(profile.saved).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    await profile.gotIt.click()
    await expect(profile.dialog).toBeHidden()
    await home.open()
  })
})
