import { writeFileSync } from 'node:fs'
import { expect, type Page, type TestInfo } from '@playwright/test'
import { slipPicture } from '#server/demo/slip-picture.ts'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/**
 * Saves a slip picture of at least `size` bytes in the test's folder and returns its path. The same file always counts
 * as the same slip.
 */
export function slipFile(info: TestInfo, name = 'slip.png', size = 0): string {
  const picture = slipPicture('100.00')
  const path = info.outputPath(name)
  writeFileSync(path, Buffer.concat([picture, Buffer.alloc(Math.max(0, size - picture.length))]))
  return path
}

const MINUTE = 60_000
/** Returns the time in Bangkok `minutes` from now, as `HH:mm`. */
const timeIn = (minutes: number) => new Date(Date.now() + (minutes + 7 * 60) * MINUTE).toISOString().slice(11, 16)
/** Slip hours in the lookup's format. `open` and `close` are in minutes from now. */
export const slipHours = (open: number, close: number) => ({
  openTime: timeIn(open),
  closeTime: timeIn(close),
  timeZone: 'Asia/Bangkok',
  maxMinutes: 60,
})

/** The bank transfer tab of the deposit dialog, with the accounts, the English account name and the slip. */
export function bankTab(page: Page, t: Texts) {
  const money = moneyDialog(page, t, t('page.deposit'))
  const { dialog, titled, alertButton } = money
  // the list inside the first of the numbered steps
  const accounts = dialog.getByRole('list').getByRole('list').first().getByRole('listitem')
  const copy = (what: 'bank.copyNo' | 'bank.copyName') => (bankCode: string) =>
    accounts.filter({ hasText: bankCode }).getByRole('button', { name: t(what) })
  const rename = moneyDialog(page, t, t('bank.rename'))
  const file = dialog.locator('input[type=file]')
  const slip = dialog.getByRole('group').or(dialog.getByRole('region', { name: t('slip.title') }))
  const submit = money.button(t('slip.submit'))
  const again = money.button(t('slip.again'))
  const closed = money.button(t('slip.closed'))
  const sent = titled(t('slip.sent'))
  /** Navigates to the dialog's address, opens the bank transfer tab, and waits for the accounts. */
  async function open() {
    await page.goto('/user/home?dialog=deposit')
    await dialog.getByRole('tab', { name: t('deposit.bank') }).click()
    await expect(accounts).not.toHaveCount(0)
  }
  /** Expands the slip section. */
  async function unfold() {
    await dialog.locator('summary').click()
    await expect(submit.or(closed)).toBeVisible()
  }
  return {
    ...money,
    accounts,
    copyNo: copy('bank.copyNo'),
    copyName: copy('bank.copyName'),
    tab: dialog.getByRole('tab', { name: t('deposit.bank') }),
    toast: page.getByRole('status', { name: t('toast.region') }),

    rename: rename.dialog,
    name: rename.dialog.getByRole('textbox', { name: t('bank.name') }),
    /** The password prompt, shown if the backend requires the password. */
    confirm: titled(t('bank.confirm')),
    password: titled(t('bank.confirm')).getByLabel(t('login.password'), { exact: true }),
    confirmName: alertButton(t('action.save')),
    save: rename.button(t('action.save')),
    skip: rename.button(t('bank.skip')),
    leave: rename.close,
    unsureName: titled(t('evidence.unknown')),
    checkName: alertButton(t('action.checkAgain')),
    problemOfName: rename.problem,
    named: titled(t('bank.saved')),
    copyNow: alertButton(t('action.copy')),

    slip,
    file,
    submit,
    again,
    closed,
    bar: dialog.getByRole('progressbar'),
    cancel: money.button(t('action.cancel')),
    sent,
    unsureSlip: dialog.getByRole('alert').filter({ hasText: t('slip.unsure') }),

    open,
    unfold,
    /** Opens the dialog and sends a slip, without waiting for the reply. */
    async send(path: string) {
      await open()
      await unfold()
      await file.setInputFiles(path)
      await submit.click()
      await expect(sent).toBeVisible()
    },
  }
}
