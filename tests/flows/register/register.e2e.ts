import { expect, type Request, type Route } from '@playwright/test'
import { REDIRECT } from '#contract/limits.ts'
import { OTP_LENGTH } from '#contract/register.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { CHROMIUM, NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { DEMO } from '#server/demo/seed.ts'
import { formatAccountNo } from '#src/lib/format.ts'

const ACCOUNT = '**/api/account'
const isRegistration = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/account')

test('a player registers on a phone and logs in with the new account (R37–R53, R141–R143, R204, R207–R209, R512)', {
  tag: [SMOKE, CHROMIUM],
}, async ({ page, login, register, home, sandbox, phone, t }) => {
  await login.open()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('login.register') })
    .click()
  await register.at('phone', 1, 4)
  await register.askForCode(phone)
  await register.at('otp', 2, 4)
  await expect(register.main).toContainText(`${t('register.otpLead', { n: OTP_LENGTH })} ${formatAccountNo(phone)}`)
  await expect(register.reference).toHaveText(/^[A-Z2-9]{4}$/)
  await register.enter(await sandbox.sms(phone))
  await register.at('profile', 3, 4)
  await expect(register.invite).toBeEditable()
  await register.goOnToBank()
  await register.at('bank', 4, 4)
  await expect(register.currency).toBeHidden()
  await register.typeBank(phone, { ...NEWCOMER, firstName: 'new', lastName: 'player' })
  await expect(register.firstName).toHaveValue('NEW')

  const request = page.waitForRequest(isRegistration)
  await register.submit.click()
  const { name, password, sourceCode, bankCode } = NEWCOMER
  expect((await request).postDataJSON()).toEqual({
    name,
    username: phone,
    password,
    sourceCode,
    inviteCode: '',
    bankCode,
    bankAccountNo: phone,
    bankAccountName: 'NEW PLAYER',
  })
  await expect(register.toasts).toContainText(t('register.done'))
  await expect(page).toHaveURL('/register')
  await expect(page).toHaveURL('/login', { timeout: REDIRECT + 3_000 })
  expect(await page.evaluate(() => sessionStorage.getItem('register'))).toBeNull()

  await expect(login.phone).toHaveValue(phone)
  await expect(login.password).toBeFocused()
  await page.keyboard.type(NEWCOMER.password)
  await page.keyboard.press('Enter')
  await home.settled()
  expect(await home.inMain()).toBe(0)
  await expect(page.getByRole('main')).toContainText(NEWCOMER.name)
})

test('an already verified phone needs no second code (R206)', { tag: NIGHT }, async ({ register, sandbox, phone }) => {
  await register.open()
  await register.verifyPhone(phone, sandbox)
  await register.back.click()
  await register.at('phone')
  await expect(register.phone).toHaveValue(phone)
  await register.getCode.click()
  await register.at('profile')
  await register.goOnToBank()
})

test('entering the code for an already registered phone returns the player to the phone step, with a toast and the login link (R392)', {
  tag: NIGHT,
}, async ({ register, faults, sandbox, phone, t }) => {
  faults.expectStatus(409)
  const { username } = DEMO.member
  await register.open()
  await register.askForCode(username)
  await register.enter(await sandbox.sms(username))
  await expect(register.toasts).toContainText(t('errorMsg.EXISTING_USER'))
  await register.at('phone')
  await expect(register.main.getByRole('link', { name: t('login.submit') })).toBeVisible()
  await expect(register.phone).toHaveValue(username)
  await register.askForCode(phone)
})

test.describe('without OTP', () => {
  test.beforeEach(({ sandbox }) => sandbox.turn('registerOTP', false))

  test('the player registers in three steps (R40, R205)', { tag: NIGHT }, async ({
    page,
    register,
    login,
    home,
    phone,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await register.open()
    await register.at('phone', 1, 3)
    await expect(register.getCode).toBeHidden()
    await register.goOnWith(phone)
    await register.at('profile', 2, 3)
    await register.goOnToBank()
    await register.at('bank', 3, 3)
    await register.typeBank(phone)
    await register.finish()
    expect(sent.filter((path) => path.startsWith('/api/otp'))).toEqual([])
    await login.signIn(phone, NEWCOMER.password)
    await home.settled()
  })

  test('a toast reports that the bank account belongs to another member, and the player can enter a different one (R392)', {
    tag: NIGHT,
  }, async ({ register, faults, phone, t }) => {
    faults.expectStatus(409)
    const { bankCode, bankAccountNo } = DEMO.member
    await register.toBank(phone)
    await register.typeBank(bankAccountNo, { ...NEWCOMER, bankCode })
    await register.submit.click()
    await expect(register.toasts).toContainText(t('errorMsg.EXISTING_BANK'))
    await register.at('bank')
    await expect(register.accountNo).toHaveValue(bankAccountNo)
    await register.accountNo.fill(phone)
    await register.finish()
  })

  for (const { name, spoil } of [
    { name: 'if the reply is lost', spoil: loseAnswer },
    { name: 'if the request never arrives', spoil: (route: Route) => route.abort() },
  ])
    test(`${name}, the page shows that the outcome is unknown, and checking again registers the player once (R53)`, {
      tag: NIGHT,
    }, async ({ page, register, login, home, faults, phone, t }) => {
      faults.expect(LOST)
      const keys = await injectFirst(page, ACCOUNT, spoil)
      await register.toBank(phone)
      await register.typeBank(phone)
      await register.submit.click()
      await expect(register.main).toContainText(t('register.unsure'))
      await expect(register.accountNo).not.toBeEditable()
      await expect(register.submit).toBeHidden()

      const answer = page.waitForResponse(ACCOUNT)
      await register.check.click()
      expect((await answer).status()).toBe(200)
      await expect(register.toasts).toContainText(t('register.done'))
      expect(keys).toEqual([keys[0], keys[0]])
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
      await expect(page).toHaveURL('/login')
      await login.signIn(phone, NEWCOMER.password)
      await home.settled()
    })
})
