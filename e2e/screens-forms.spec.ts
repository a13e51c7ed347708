import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { OTP_RESEND } from '#contract/limits.ts'
import { isPhone, looker } from './pages/look.ts'
import { NEWCOMER } from './pages/register.ts'
import { LOST, play, refusal } from './pages/spoil.ts'
import { test } from './pages/test.ts'

const PHONE = '0812345678'
const CHANGE = '**/api/account/changepwd'
const DONE = { json: {} }

for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    test(`registration in ${lang} (R37–R48, WCAG 2.2 AA)`, async ({ page, register, faults, t }, info) => {
      const see = looker(page, 'register-', info, lang)
      faults.expect(LOST)
      await page.clock.install()
      await play(page, '**/api/otp/send', { json: { otpRef: 'K7QM', otpToken: 'token' } })
      await play(page, '**/api/account/validate', DONE)
      await play(page, '**/api/account', null)
      if (isPhone(info)) {
        await page.route('**/api/lookup/sources', (route) => route.abort(), { times: 1 })
        await page.goto('/register')
        await expect(register.main).toContainText(t('register.unavailable'))
        await see('unavailable')
      }
      await register.open('?code=PRdemo')
      await see('phone')
      if (isPhone(info)) {
        await register.phone.fill(PHONE.slice(1))
        await register.getCode.click()
        await expect(register.error).toBeVisible()
        await see('phone-error')
        await page.route('**/api/otp/send', (route) => route.abort(), { times: 1 })
        await register.phone.fill(PHONE)
        await register.getCode.click()
        await expect(register.main).toContainText(t('register.unsent'))
        await see('unsent')
        await register.retry.click()
      } else await register.askForCode(PHONE)

      await register.at('otp')
      await see('otp')
      if (isPhone(info)) {
        faults.expectStatus(400)
        await play(page, '**/api/otp/verify', refusal('OTP_CODE_INVALID'), DONE)
        await page.clock.runFor(OTP_RESEND)
        await expect(register.resend).toBeVisible()
        await register.enter('123456')
        await expect(register.toasts).toContainText(t('errorMsg.OTP_CODE_INVALID'))
        await see('otp-wrong')
      } else await play(page, '**/api/otp/verify', DONE)
      await register.enter('654321')

      await register.at('profile')
      await see('profile')
      if (isPhone(info)) {
        await register.next.click()
        await expect(register.name).toBeFocused()
        await see('profile-empty')
        await register.typeProfile()
        await register.confirm.fill(`${NEWCOMER.password}x`)
        await register.next.click()
        await expect(register.error).toBeVisible()
        await see('profile-error')
      }
      await register.goOnToBank()
      await see('bank')
      await register.typeBank(PHONE, { ...NEWCOMER, firstName: 'สมาชิกใหม่', bankCode: 'KTB' })
      if (isPhone(info)) {
        await register.submit.click()
        await expect(register.error).toBeVisible()
        await see('bank-error')
      }
      await register.bank.selectOption('BAAC')
      await register.submit.click()
      await expect(register.check).toBeVisible()
      await see('unsure')
    })

    test.describe('member', () => {
      test.use({ as: 'member' })

      test(`the profile and the change of its password in ${lang} (R128–R131, R410, WCAG 2.2 AA)`, async ({
        page,
        profile,
        faults,
      }, info) => {
        const see = looker(page, '', info, lang)
        await profile.open()
        await see('user-profile')
        await profile.change.click()
        await expect(profile.dialog).toBeVisible()
        await see('password')
        if (isPhone(info)) {
          faults.expectStatus(400)
          faults.expect(LOST)
          await play(page, CHANGE, refusal('WRONG_PASSWORD'), null, DONE)
          await profile.send('old-one-1', NEWCOMER.password, `${NEWCOMER.password}x`)
          await expect(profile.dialog.getByRole('alert')).toBeVisible()
          await see('password-error')
          await profile.send('old-one-1', NEWCOMER.password)
          await expect(profile.refused).toBeVisible()
          await see('password-refused')
          await profile.gotIt.click()
          await profile.save.click()
          await expect(profile.unsure).toBeVisible()
          await see('password-unsure')
          await profile.check.click()
        } else {
          await play(page, CHANGE, DONE)
          await profile.send('old-one-1', NEWCOMER.password)
        }
        await expect(profile.saved).toBeVisible()
        await see('password-saved')
      })
    })
  })
