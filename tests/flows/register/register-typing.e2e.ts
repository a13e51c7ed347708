import { expect, type Locator, type Page } from '@playwright/test'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { ACCOUNT_DIGITS, PASSWORD_MIN } from '#server/domain/registration.ts'

/** Records the paths of the page's POST requests, in order. */
function calls(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  return sent
}
const isMarked = (field: Locator) => expect(field).toHaveAttribute('aria-invalid', 'true')
const isUnmarked = (field: Locator) => expect(field).not.toHaveAttribute('aria-invalid', 'true')

test('empty phone and code fields are marked without a message (D-38)', { tag: NIGHT }, async ({
  page,
  register,
  phone,
}) => {
  const sent = calls(page)
  await register.open()
  await register.getCode.click()
  await expect(register.phone).toBeFocused()
  await isMarked(register.phone)
  await expect(register.error).toBeHidden()
  expect(sent).toEqual([])
  await register.askForCode(phone)
  await register.verify.click()
  await expect(register.code).toBeFocused()
  await isMarked(register.code)
  await expect(register.toasts).toBeEmpty()
  expect(sent).toEqual(['/api/otp/send'])
})

test.describe('without OTP', () => {
  test.beforeEach(({ sandbox }) => sandbox.turn('registerOTP', false))

  test('steps 3 and 4 mark empty fields without a message, and focus the first of them (R254, R255, D-38)', async ({
    page,
    register,
    phone,
  }) => {
    const sent = calls(page)
    await register.toProfile(phone)
    const { name, password, confirm, source, bank, accountNo, firstName, lastName } = register
    await register.next.click()
    await expect(name).toBeFocused()
    for (const field of [name, password, confirm, source]) await isMarked(field)
    await isUnmarked(register.invite)
    await name.fill(NEWCOMER.name)
    await isUnmarked(name)
    await isMarked(password)
    await register.next.click()
    await expect(password).toBeFocused()
    await expect(register.error).toBeHidden()
    await expect(register.toasts).toBeEmpty()
    expect(sent).toEqual([])

    await register.goOnToBank()
    await register.submit.click()
    await expect(bank).toBeFocused()
    for (const field of [bank, accountNo, firstName, lastName]) await isMarked(field)
    await bank.selectOption(NEWCOMER.bankCode)
    await isUnmarked(bank)
    await register.submit.click()
    await expect(accountNo).toBeFocused()
    await expect(register.error).toBeHidden()
    await expect(register.toasts).toBeEmpty()
    expect(sent).toEqual(['/api/account/validate'])
  })

  test('each invalid field shows its own message until the player types (R251, R252, R256, R257)', {
    tag: NIGHT,
  }, async ({ page, register, phone, t }) => {
    const sent = calls(page)
    await register.open()
    await register.phone.fill(phone.slice(1))
    await register.next.click()
    await expect(register.phone).toHaveAccessibleDescription(t('register.phoneLength'))
    await register.phone.fill(phone)
    await expect(register.error).toBeHidden()
    await register.next.click()

    await register.typeProfile()
    await register.confirm.fill(`${NEWCOMER.password}x`)
    await register.next.click()
    await expect(register.confirm).toHaveAccessibleDescription(t('password.differ'))
    await register.confirm.fill(NEWCOMER.password)
    await expect(register.error).toBeHidden()
    const short = 'x'.repeat(PASSWORD_MIN - 1)
    await register.typeProfile({ ...NEWCOMER, password: short })
    await register.next.click()
    await expect(register.password).toHaveAccessibleDescription(t('password.short', { n: PASSWORD_MIN }))
    expect(sent).toEqual([])
    await register.goOnToBank()

    await register.typeBank('12345', { ...NEWCOMER, bankCode: 'KTB', firstName: 'ใหม่' })
    await register.submit.click()
    await expect(register.accountNo).toHaveAccessibleDescription(t('register.accountDigits', ACCOUNT_DIGITS))
    await register.accountNo.fill(phone)
    await register.submit.click()
    await expect(register.error).toHaveText(t('errorMsg.BANK_ACCOUNT_NAME_ENG'))
    await isMarked(register.firstName)
    expect(sent).toEqual(['/api/account/validate'])
    await register.bank.selectOption('KBANK')
    await expect(register.error).toBeHidden()
    await register.finish()
  })
})
