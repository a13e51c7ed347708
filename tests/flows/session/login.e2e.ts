import { expect } from '@playwright/test'
import { injectFirst } from '#e2e/pages/spoil.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'

test('the login form reports a wrong password inline, and clears the message when the player types (R33, R34)', {
  tag: SMOKE,
}, async ({ page, login, faults, t }) => {
  faults.expectStatus(401)
  await login.open()
  await login.fill(DEMO.member.username, `${DEMO_PASSWORD}x`)
  await login.submit.click()
  await expect(login.error).toHaveText(t('errorMsg.WRONG_CREDENTIAL'))
  await expect(login.password).toHaveAccessibleDescription(t('errorMsg.WRONG_CREDENTIAL'))
  await expect(page).toHaveURL('/login')
  await login.phone.press('End')
  await login.phone.press('Backspace')
  await expect(login.error).toBeHidden()
  await expect(login.password).toHaveValue(`${DEMO_PASSWORD}x`)
})

test('the login form shows an error message whose text was not loaded with the page (R392)', async ({
  page,
  login,
  faults,
  t,
}) => {
  faults.expectStatus(400)
  await page.route('**/api/login', (route) => route.fulfill({ status: 400, json: { message: 'OTP_BLOCK' } }))
  await login.open()
  await login.fill(DEMO.member.username)
  await login.submit.click()
  await expect(login.error).toHaveText(t('errorMsg.OTP_BLOCK'))
})

test('an inactive member sees that the account is not active (R33, R317)', { tag: NIGHT }, async ({
  page,
  login,
  faults,
  t,
}) => {
  faults.expectStatus(403)
  await login.open()
  await login.fill(DEMO.inactive.username)
  await login.submit.click()
  await expect(login.error).toContainText(t('errorMsg.INACTIVE_USER'))
  await expect(page).toHaveURL('/login')
})

test('submitting an incomplete login form only focuses the missing field, and Enter submits the form once it is complete (R30)', {
  tag: NIGHT,
}, async ({ page, login, home }) => {
  const keys = await injectFirst(page, '**/api/login')
  await login.open()
  await login.submit.click()
  await expect(login.phone).toBeFocused()
  await login.phone.fill(DEMO.member.username)
  await login.submit.click()
  await expect(login.password).toBeFocused()
  await login.password.fill(DEMO_PASSWORD)
  expect(keys).toEqual([])
  await login.password.press('Enter')
  await home.settled()
  expect(keys).toHaveLength(1)
})

test('after a login, the Back button neither logs the member out nor shows the login form (D-09)', {
  tag: NIGHT,
}, async ({ page, login, home, t }) => {
  await page.goto('/nowhere')
  await page.getByRole('link', { name: t('notFound.back') }).click()
  await expect(login.submit).toBeVisible()
  await login.signIn()
  await home.settled()
  await page.goBack()
  await expect(page).toHaveURL('/nowhere')
  await page.goForward()
  await home.settled()
})

test('a deep link that requires a login opens after the login (R65, D-09)', { tag: SMOKE }, async ({
  page,
  login,
  t,
}) => {
  await page.goto('/user/statement')
  await expect(page).toHaveURL((url) => url.pathname === '/login')
  await login.signIn()
  await expect(page).toHaveURL('/user/statement')
  await expect(page.getByRole('heading', { level: 1, name: t('page.statement') })).toBeVisible()
})

for (const back of ['https://evil.example', '//evil.example', '/nope', '/login', 'javascript:alert(1)'])
  test(`a login ignores the invalid return address ${back} and opens the home page (D-09)`, {
    tag: back === '//evil.example' ? [] : NIGHT,
  }, async ({ login, home }) => {
    await login.open(`?${new URLSearchParams({ back })}`)
    await login.signIn()
    await home.settled()
  })

test('the start page opens the login form for a visitor and the home page for a member (R65, R26)', {
  tag: NIGHT,
}, async ({ page, login, home }) => {
  await page.goto('/')
  await expect(page).toHaveURL((url) => url.pathname === '/login')
  await login.signIn()
  await home.settled()
  await page.goto('/')
  await home.settled()
})

test('the player can reveal and hide the password (R30)', { tag: NIGHT }, async ({ page, login, t }) => {
  await login.open()
  await expect(login.phone).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(login.password).toHaveAttribute('autocomplete', 'current-password')
  await expect(login.password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: t('login.show') }).click()
  await expect(login.password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: t('login.hide') }).click()
  await expect(login.password).toHaveAttribute('type', 'password')
})
