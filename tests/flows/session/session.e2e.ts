import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { homePage } from '#e2e/pages/home.ts'
import { loginPage } from '#e2e/pages/login.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

test('a remembered login in one tab also signs in another tab (R36)', { tag: NIGHT }, async ({
  context,
  login,
  home,
  t,
}) => {
  const page = await context.newPage()
  await loginPage(page, t).open('?back=/user/profile')
  await login.open()
  await login.signIn()
  await home.settled()
  await expect(page).toHaveURL('/user/profile')
})

test.describe('during a session', () => {
  test.use({ as: 'member' })

  test('logging out in one tab also logs out the other tabs (R74)', { tag: SMOKE }, async ({
    page,
    context,
    home,
    t,
  }) => {
    await home.open()
    const other = homePage(await context.newPage(), t)
    await other.open()
    await other.logout.click()
    await expect(page).toHaveURL('/login')
    await page.goto('/user/home')
    await expect(page).toHaveURL((url) => url.pathname === '/login')
  })

  for (const { name, json, reason } of [
    {
      name: 'whose token has expired',
      json: { code: 'EXPIRED_AUTH_TOKEN', message: 'EXPIRED_AUTH_TOKEN' },
      reason: 'errorMsg.EXPIRED_AUTH_TOKEN',
    },
    {
      name: 'whose token is invalid',
      json: { code: 'UNAUTHORIZED', message: 'invalid-token' },
      reason: 'errorMsg.UNAUTHORIZED',
    },
  ] as const)
    test(`a member ${name} sees the reason on the login page, and returns to the page after the login (R388, R390, D-09)`, {
      tag: name === 'whose token has expired' ? [] : NIGHT,
    }, async ({ page, home, login, faults, t }) => {
      faults.expectStatus(401)
      await page.goto('/user/contact')
      await page.route('**/api/lookup/conditions', (route) => route.fulfill({ status: 401, json }), { times: 1 })
      await home.conditions.click()
      await expect(login.error).toHaveText(t(reason))
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      await login.signIn()
      await expect(page).toHaveURL('/user/contact')
      await home.conditions.click()
      await expect(page.getByRole('dialog').getByRole('listitem')).not.toHaveCount(0)
    })

  test('an unknown token redirects to the login page, which shows the reason, and the home page opens after the login (R388, D-09)', {
    tag: SMOKE,
  }, async ({ page, home, login, faults, t }) => {
    faults.expectStatus(401)
    await page.goto('/nowhere')
    await page.evaluate(() => localStorage.setItem('token', 'garbage'))
    await page.goto('/user/home')
    await expect(login.error).toHaveText(t('errorMsg.UNAUTHORIZED'))
    await expect(page).toHaveURL('/login?back=%2Fuser%2Fhome')
    await login.signIn()
    await home.settled()
  })

  test('a QR code that is shown when the token expires reappears after the login (R388, R353)', {
    tag: NIGHT,
  }, async ({ page, home, login, deposit, faults, t }) => {
    await page.clock.install()
    await deposit.open('WW')
    await deposit.make(satang(10_000))
    faults.expectStatus(401)
    const json = { code: 'EXPIRED_AUTH_TOKEN', message: 'EXPIRED_AUTH_TOKEN' }
    await page.route('**/api/qrcode/WW', (route) => route.fulfill({ status: 401, json }), { times: 1 })
    await page.clock.fastForward(5_000)
    await expect(login.error).toHaveText(t('errorMsg.EXPIRED_AUTH_TOKEN'))
    await login.signIn()
    await home.settled()
    await home.deposit.click()
    await deposit.choose('WW')
    await expect(deposit.code(satang(10_000))).toBeVisible()
  })
})
