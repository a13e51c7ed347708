import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { test } from '#e2e/pages/test.ts'

const NEW = 'another-word-1'
test.use({ isLean: false })

test('a member who has forgotten their password sets a new one, logs in, and cannot withdraw yet (R568–R570, R572, R581)', async ({
  page,
  backend,
  login,
  recover,
  world,
  home,
  withdraw,
  faults,
  phone,
  t,
}) => {
  test.slow()
  faults.expectStatus(400)
  await world.turn('registerOTP', false)
  const member = await backend.newcomer(phone, world)
  await member.fill(satang(50_000))
  await world.restore()
  await login.open()
  await page.getByRole('link', { name: t('login.forgot') }).click()
  await recover.at('phone')
  await expect(page).toHaveURL('/recover')
  await recover.phone.fill('0')
  await recover.getCode.click()
  await expect(recover.phone).toHaveAttribute('aria-invalid', 'true')
  await lookInAll(page, 'recover-phone')
  await recover.phone.fill(phone)
  await recover.getCode.click()
  await recover.at('otp')
  await recover.enter('000000')
  await expect(recover.main).toContainText(t('errorMsg.OTP_CODE_INVALID'))
  await lookInAll(page, 'recover-otp')
  await recover.enterAgain(await world.sms(phone))
  await recover.at('password')
  await recover.set('12345678')
  await expect(recover.password).toHaveAccessibleDescription(t('errorMsg.PASSWORD_COMMON'))
  await lookInAll(page, 'recover-password')
  await recover.set(NEW)
  await expect(recover.toasts).toContainText(t('recover.done'))
  await expect(page).toHaveURL('/login')
  await expect(login.phone).toHaveValue(phone)
  await expect(login.password).toBeFocused()
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user/home')
  await home.settled()

  await page.goto('/user/home?dialog=withdraw')
  await expect(withdraw.dialog).toContainText(t('withdraw.waiting'))
  await expect(withdraw.dialog).toContainText(/ \d\d\/\d\d\/\d{4} \d\d:\d\d\sน\./)
})
