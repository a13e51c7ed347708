import { expect, type Page } from '@playwright/test'
import { registerPage } from './register.ts'
import type { Texts } from './texts.ts'

type Step = 'phone' | 'otp' | 'password'

/** The forgotten password page. The phone and the code are entered in the same way as during registration. */
export function recoverPage(page: Page, t: Texts) {
  const { main, phone, code, getCode, resend, back, check, toasts, enter, enterAgain } = registerPage(page, t)
  const field = (name: string) => main.getByRole('textbox', { name, exact: true })
  const password = field(t('password.new'))
  /** Expects the page to be at this step. */
  const at = (step: Step) => expect(main.getByRole('heading', { level: 1 })).toHaveText(t(`recover.title.${step}`))
  /** Opens the page. */
  async function open() {
    await page.goto('/recover')
    await at('phone')
  }
  return {
    main,
    phone,
    code,
    getCode,
    resend,
    back,
    check,
    toasts,
    enter,
    enterAgain,
    password,
    at,
    open,
    /** Opens the page and requests a code. */
    async toCode(number: string) {
      await open()
      await phone.fill(number)
      await getCode.click()
      await at('otp')
    },
    /** Enters the new password twice and saves it. */
    async set(secret: string) {
      await password.fill(secret)
      await field(t('password.confirm')).fill(secret)
      await main.getByRole('button', { name: t('password.save'), exact: true }).click()
    },
  }
}
