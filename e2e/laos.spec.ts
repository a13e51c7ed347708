import { expect } from '@playwright/test'
import { CURRENCIES } from '#contract/money.ts'
import { built } from './pages/built.ts'
import { NEWCOMER } from './pages/register.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'
import { HTML_LANG } from './pages/texts.ts'

// A new browser, with no stored language.
test.use({ lang: 'la', storageState: { cookies: [], origins: [] } })

test('a Laos site is in Lao until the visitor chooses another language, and a reload keeps that choice (R14, R15, R16)', {
  tag: NIGHT,
}, async ({ page, context, login, t }) => {
  await login.open()
  await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG.la)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('login.welcome'))
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBeNull()
  expect(await context.cookies()).toMatchObject([{ name: 'lang', value: 'LA' }])
  await page.getByRole('combobox', { name: t('app.language') }).selectOption('th')
  await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG.th)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG.th)
})

test('a player in Laos registers with an eight-digit phone number and a kip account (R49, R143, R253, R510, D-51)', async ({
  page,
  register,
  login,
  home,
  sandbox,
  phone,
}) => {
  const account = { ...NEWCOMER, bankCode: 'BCEL', firstName: 'ໃໝ່' }
  expect(phone).toHaveLength(8)
  await register.toBank(phone, sandbox)
  await expect(register.currency).toHaveValue('LAK')
  expect(
    await register.currency
      .getByRole('option')
      .evaluateAll((options) => options.map((each) => each.getAttribute('value'))),
  ).toEqual(CURRENCIES)
  await expect(register.bank.getByRole('option').nth(1)).toHaveAttribute('value', account.bankCode)
  await register.typeBank(phone, account)
  const request = page.waitForRequest('**/api/account')
  await register.finish()
  expect((await request).postDataJSON()).toMatchObject({
    username: phone,
    currency: 'LAK',
    bankCode: account.bankCode,
    bankAccountName: 'ໃໝ່ PLAYER',
  })
  await login.signIn(phone, account.password)
  await home.settled()
  await expect(home.wallet).toContainText(/₭0(?![.\d])/)
})

test('a player in Laos can choose baht for the account, and a reload keeps that choice (R143, R510)', {
  tag: NIGHT,
}, async ({ page, register, sandbox, phone }) => {
  await register.toBank(phone, sandbox)
  await register.typeBank(phone, { ...NEWCOMER, bankCode: 'SCB' })
  await register.currency.selectOption('BAHT')
  await page.reload()
  await register.at('profile')
  await register.goOnToBank()
  await expect(register.currency).toHaveValue('BAHT')
  const request = page.waitForRequest('**/api/account')
  await register.finish()
  expect((await request).postDataJSON()).toMatchObject({ currency: 'BAHT', bankCode: 'SCB' })
})

test('a Laos site preloads the initial translations in Lao (R14)', { tag: NIGHT }, async ({ request }) => {
  const [start] = built((source) => source === 'locales/la.json?start', 'dist-la')
  const page = await request.get('/login', { headers: { Accept: 'text/html' } })
  expect(await page.text()).toContain(`<link rel="modulepreload" crossorigin href="${start}">`)
})
