import { expect, type Page } from '@playwright/test'
import { secondsOn, type Texts } from './texts.ts'
import type { World } from './world.ts'

/**
 * The registration data that all newcomers share. Each newcomer has their own phone number, which is also their bank
 * account number.
 */
export const NEWCOMER = {
  name: 'New Player',
  password: 'new-player-1',
  sourceCode: 'friend',
  bankCode: 'KBANK',
  firstName: 'NEW',
  lastName: 'PLAYER',
}
type Step = 'phone' | 'otp' | 'profile' | 'bank'

let made = 0
/** Returns a phone number that no other test in this run uses: a Thai one with 10 digits, or a Lao one with 8. */
export const newPhone = (digits: 8 | 10, workerIndex: number): string =>
  (digits === 10 ? '06' : '20') + String(workerIndex * 1_000 + made++).padStart(digits - 2, '0')

/** The four steps of registration. */
export function registerPage(page: Page, t: Texts) {
  const main = page.getByRole('main')
  const field = (name: string) => main.getByRole('textbox', { name, exact: true })
  const list = (name: string) => main.getByRole('combobox', { name, exact: true })
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const fields = {
    phone: field(t('login.phone')),
    code: field(t('register.otp')),
    name: field(t('register.name')),
    password: field(t('login.password')),
    confirm: field(t('register.confirm')),
    source: list(t('register.source')),
    invite: field(t('register.invite')),
    bank: list(t('register.bank')),
    accountNo: field(t('register.accountNo')),
    firstName: field(t('register.firstName')),
    lastName: field(t('register.lastName')),
    currency: list(t('register.currency')),
  }
  const buttons = {
    getCode: button(t('register.getCode')),
    verify: button(t('register.verify')),
    resend: button(t('register.resend')),
    next: button(t('go.next')),
    back: button(t('go.back')),
    retry: button(t('action.retry')),
    clearInvite: button(t('register.inviteDrop')),
    submit: button(t('register.submit')),
    check: button(t('action.checkAgain')),
  }
  /** Expects the page to be at this step, shown as step `n` of `total` if both are given. */
  async function at(step: Step, n?: number, total?: number) {
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(t(`register.title.${step}`))
    if (n !== undefined && total !== undefined) await expect(main).toContainText(t('register.step', { n, total }))
  }
  /** Completes step 1 with OTP: requests a code and waits for step 2. */
  async function askForCode(phone: string) {
    await fields.phone.fill(phone)
    await buttons.getCode.click()
    await at('otp')
  }
  /** Enters a code in step 2. The first complete code is checked immediately. */
  const enter = (code: string) => fields.code.fill(code)
  /** Enters another code and clicks the button, because only the first code is checked automatically. */
  async function enterAgain(code: string) {
    await enter(code)
    await buttons.verify.click()
  }
  async function typeProfile({ name, password, sourceCode } = NEWCOMER) {
    await fields.name.fill(name)
    await fields.password.fill(password)
    await fields.confirm.fill(password)
    await fields.source.selectOption(sourceCode)
  }
  async function typeBank(accountNo: string, { bankCode, firstName, lastName } = NEWCOMER) {
    await fields.bank.selectOption(bankCode)
    await fields.accountNo.fill(accountNo)
    await fields.firstName.fill(firstName)
    await fields.lastName.fill(lastName)
  }
  const toasts = page.getByRole('status', { name: t('toast.region') })
  /** Opens registration, with the query `search` if given. */
  async function open(search = '') {
    await page.goto(`/register${search}`)
    await at('phone')
  }
  /** Completes steps 1 and 2 with OTP. */
  async function verifyPhone(phone: string, world: World) {
    await askForCode(phone)
    await enter(await world.sms(phone))
    await at('profile')
  }
  /** Completes step 1 without OTP. */
  async function goOnWith(phone: string) {
    await fields.phone.fill(phone)
    await buttons.next.click()
    await at('profile')
  }
  /** Completes step 3, and waits for step 4. */
  async function goOnToBank() {
    await typeProfile()
    await buttons.next.click()
    await at('bank')
  }
  return {
    ...fields,
    ...buttons,
    at,
    typeProfile,
    typeBank,
    main,
    timer: main.getByRole('timer'),
    /** The seconds left on the countdown. */
    left: () => secondsOn(main.getByRole('timer')),
    reference: main.getByRole('definition'),
    error: main.getByRole('alert'),
    toasts,

    open,
    askForCode,
    enter,
    enterAgain,
    verifyPhone,
    goOnWith,
    goOnToBank,
    /** Opens registration and continues to step 2, with OTP. */
    async toOtp(phone: string) {
      await open()
      await askForCode(phone)
    },
    /** Opens registration and continues to step 3, without OTP. */
    async toProfile(phone: string, search = '') {
      await open(search)
      await goOnWith(phone)
    },
    /** Opens registration and continues to step 4, with OTP if `world` is given. */
    async toBank(phone: string, world?: World) {
      await open()
      await (world ? verifyPhone(phone, world) : goOnWith(phone))
      await goOnToBank()
    },
    /** Completes the last step, and waits until the login page opens. */
    async finish() {
      await buttons.submit.click()
      await expect(toasts).toContainText(t('register.done'))
      await expect(page).toHaveURL('/login')
    },
  }
}
