import { expect, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

type Step = 'phone' | 'otp' | 'password'

/** The page for a forgotten password. */
export function recoverPage(page: Page, t: Texts) {
  const main = page.getByRole('main')
  const field = (name: string) => main.getByRole('textbox', { name, exact: true })
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const fields = {
    phone: field(t('login.phone')),
    code: field(t('register.otp')),
    password: field(t('password.new')),
    confirm: field(t('password.confirm')),
  }
  const buttons = {
    getCode: button(t('register.getCode')),
    verify: button(t('register.verify')),
    back: button(t('go.back')),
    retry: button(t('action.retry')),
    save: button(t('password.save')),
    check: button(t('action.checkAgain')),
  }
  /** Expects this step. */
  const at = (step: Step) => expect(main.getByRole('heading', { level: 1 })).toHaveText(t(`recover.title.${step}`))
  /** Opens the page. */
  async function open() {
    await page.goto('/recover')
    await at('phone')
  }
  /** Opens the page and requests a code. */
  async function toCode(phone: string) {
    await open()
    await fields.phone.fill(phone)
    await buttons.getCode.click()
    await at('otp')
  }
  /** Enters the code. */
  async function enter(code: string) {
    await fields.code.fill(code)
    await buttons.verify.click()
  }
  /** Enters the new password twice, and saves it. */
  async function set(password: string) {
    await fields.password.fill(password)
    await fields.confirm.fill(password)
    await buttons.save.click()
  }
  return {
    ...fields,
    ...buttons,
    main,
    login: main.getByRole('link', { name: t('login.submit') }),
    toasts: page.getByRole('status', { name: t('toast.region') }),
    at,
    open,
    toCode,
    enter,
    set,
  }
}
