import { expect } from '@playwright/test'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

const stores = () => ({ local: localStorage.getItem('token'), session: sessionStorage.getItem('token') })

test('"remember me" stores the token until the member logs out (R36, R74)', async ({ page, login, home }) => {
  await login.open()
  await expect(login.remember).toBeChecked()
  await login.signIn()
  await home.settled()
  expect(await page.evaluate(stores)).toEqual({ local: expect.stringMatching(/^bound \S{40,}$/), session: null })
  expect(await page.evaluate(() => localStorage.getItem('last_sync'))).toMatch(/^\d{13}$/)
  await home.logout.click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(stores)).toEqual({ local: null, session: null })
  expect(await page.evaluate(() => localStorage.getItem('last_sync'))).toBeNull()
})

test('without "remember me", the token is stored for the current tab only, where it survives reloads (R36)', async ({
  page,
  context,
  login,
  home,
}) => {
  await login.open()
  await login.remember.uncheck()
  await login.signIn()
  await home.settled()
  expect(await page.evaluate(stores)).toEqual({ local: null, session: expect.stringMatching(/^bound \S{40,}$/) })
  await page.reload()
  await home.settled()
  const other = await context.newPage()
  await other.goto('/user/home')
  await expect(other).toHaveURL((url) => url.pathname === '/login')
})

test.describe('without browser storage', () => {
  test('a member can log in if writes to storage throw, and the page shows how long the login lasts (R36)', {
    tag: NIGHT,
  }, async ({ page, login, home, t }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await login.open()
    await login.signIn()
    await home.settled()
    await expect(page.getByRole('main')).toContainText(t('login.memory'))
    await page.reload()
    await expect(page).toHaveURL((url) => url.pathname === '/login')
  })

  test('a member can log in if access to storage throws, and the page shows how long the login lasts (R36)', async ({
    page,
    login,
    home,
    t,
  }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    })
    await login.open()
    await login.signIn()
    await home.agreement.getByRole('button', { name: t('agreement.accept') }).click()
    await home.settled()
    await expect(page.getByRole('main')).toContainText(t('login.memory'))
  })
})

test.describe('during a session', () => {
  test.use({ as: 'member' })
  test('opening a public page removes the member’s token (R66, R79)', async ({ page, home, t }) => {
    await home.open()
    await page.goto('/howto')
    await expect(page.getByRole('heading', { level: 1, name: t('page.howto') })).toBeVisible()
    expect(await page.evaluate(stores)).toEqual({ local: null, session: null })
  })
})
