import { expect } from '@playwright/test'
import { OTP_RESEND } from '#contract/limits.ts'
import { injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

const SEND = '**/api/otp/send'
const VERIFY = '**/api/otp/verify'
/** Returns a code other than `code`. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a player can correct a wrong code four times, and the fifth wrong code blocks the phone (R325, R392)', {
  tag: NIGHT,
}, async ({ page, register, sandbox, faults, phone, t }) => {
  faults.expectStatus(400)
  faults.expectStatus(429)
  await register.toOtp(phone)
  const code = await sandbox.sms(phone)
  const close = register.toasts.getByRole('button', { name: t('action.close') })
  const refusals = [...Array.from({ length: 4 }, () => 'OTP_CODE_INVALID' as const), 'OTP_BLOCK' as const]
  for (const [at, refusal] of refusals.entries()) {
    const answer = page.waitForResponse(VERIFY)
    await (at === 0 ? register.enter : register.enterAgain)(wrong(code))
    expect(await (await answer).json()).toMatchObject({ code: refusal })
    await expect(register.toasts).toHaveText(t(`errorMsg.${refusal}`))
    await close.click()
    await expect(register.toasts).toBeEmpty()
    await register.at('otp')
  }
  await register.enterAgain(code)
  await expect(register.toasts).toHaveText(t('errorMsg.OTP_BLOCK'))
  await register.at('otp')
})

test('after a reload in step 2, the page shows the same reference and still accepts the code (R39)', {
  tag: NIGHT,
}, async ({ page, register, sandbox, phone }) => {
  await register.toOtp(phone)
  const reference = (await register.reference.textContent()) ?? ''
  const code = await sandbox.sms(phone)
  const keys = await injectFirst(page, SEND)
  await page.reload()
  await register.at('otp', 2, 4)
  await expect(register.reference).toHaveText(reference)
  await expect(register.main).toContainText(phone.slice(-4))
  expect(keys).toEqual([])
  await register.enter(code)
  await register.at('profile')
})

test('a countdown of 60 s runs until another code can be requested (D-40)', { tag: NIGHT }, async ({
  page,
  register,
  phone,
}) => {
  await page.clock.install()
  const keys: (string | undefined)[] = []
  await page.route(SEND, (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // The real server would enforce a full minute, so its second reply is simulated.
    return keys.length === 1 ? route.continue() : route.fulfill({ json: { otpRef: 'ZZZZ', otpToken: 'other' } })
  })
  await register.toOtp(phone)
  await expect.poll(() => register.left()).toBeGreaterThan(OTP_RESEND / 1000 - 10)
  await register.code.fill('12')
  await page.clock.runFor(OTP_RESEND / 2)
  await expect.poll(() => register.left()).toBeLessThanOrEqual(OTP_RESEND / 2000)
  await expect(register.resend).toBeHidden()
  await page.clock.runFor(OTP_RESEND / 2)
  await expect(register.timer).toBeHidden()
  await expect(register.reference).not.toHaveText('ZZZZ')
  await register.resend.click()
  await expect(register.reference).toHaveText('ZZZZ')
  await expect(register.code).toHaveValue('')
  await expect.poll(() => register.left()).toBeGreaterThan(OTP_RESEND / 1000 - 10)
  expect(new Set(keys).size).toBe(2)
})

test('if the server refuses a request for another code as too early, the code step shows the refusal and still accepts the first code (D-40)', {
  tag: NIGHT,
}, async ({ page, register, sandbox, faults, phone, t }) => {
  faults.expectStatus(429)
  await page.clock.install()
  await register.toOtp(phone)
  const reference = (await register.reference.textContent()) ?? ''
  await page.clock.runFor(OTP_RESEND)
  await register.resend.click()
  await expect(register.toasts).toContainText(t('errorMsg.REQUEST_LIMIT_1MIN'))
  await expect(register.reference).toHaveText(reference)
  await register.enter(await sandbox.sms(phone))
  await register.at('profile')
})

test('if the reply to the code request is lost, the page warns that a code may have been sent, and a retry does not send a second one (R324)', {
  tag: NIGHT,
}, async ({ page, register, sandbox, faults, phone, t }) => {
  faults.expect(LOST)
  const keys = await injectFirst(page, SEND, loseAnswer)
  await register.open()
  await register.phone.fill(phone)
  await register.getCode.click()
  await expect(register.main).toContainText(t('register.unsent'))
  await expect(register.phone).not.toBeEditable()
  const code = await sandbox.sms(phone)
  await register.retry.click()
  await register.at('otp')
  expect(keys).toEqual([keys[0], keys[0]])
  await register.enter(code)
  await register.at('profile')
})

test('a toast in step 1 reports that the code cannot be sent (R392)', { tag: NIGHT }, async ({
  register,
  sandbox,
  faults,
  phone,
  t,
}) => {
  faults.expectStatus(400)
  await sandbox.smsOutage()
  await register.open()
  await register.phone.fill(phone)
  await register.getCode.click()
  await expect(register.toasts).toContainText(t('errorMsg.OTP_SEND_FAIL'))
  await register.at('phone')
  await expect(register.phone).toBeEditable()
  await sandbox.restore()
  await register.askForCode(phone)
})
