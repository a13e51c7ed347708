import { expect, type Page } from '@playwright/test'
import { type Satang, toBaht } from '#contract/money.ts'
import { gameName } from './game.ts'
import { moneyDialog } from './money.ts'
import { bahtIn, type Texts } from './texts.ts'

/** The withdraw dialog, its confirmation and its outcome. */
export function withdrawDialog(page: Page, t: Texts) {
  const money = moneyDialog(page, t, t('page.withdraw'))
  const { dialog, amount, alertButton } = money
  const submit = money.button(t('withdraw.submit'))
  const confirm = alertButton(t('withdraw.submit'))
  /** The confirmation for a withdrawal of `satang`. */
  const question = (satang: Satang) => money.titled(t('withdraw.confirm', { amount: bahtIn(t, satang) }))
  /** Types and submits an amount, and waits for the confirmation. */
  async function ask(satang: Satang) {
    await amount.fill(String(toBaht(satang)))
    await submit.click()
    await expect(question(satang)).toBeVisible()
  }
  return {
    ...money,
    submit,
    confirm,
    question,
    ask,
    /** The button that opens a transfer from this game into the main wallet. */
    bringBack: (game: string) => dialog.getByRole('button', { name: gameName(game) }),
    back: alertButton(t('action.back')),
    done: money.titled(t('withdraw.done')),
    statement: page.getByRole('alertdialog').getByRole('link', { name: t('nav.statement') }),
    /** Navigates to the dialog's address, and waits for the limits. */
    async open() {
      await page.goto('/user/home?dialog=withdraw')
      await expect(dialog.getByText(t('withdraw.limits')).or(dialog.getByText(t('withdraw.waiting')))).toBeVisible()
    },
    /** Submits an amount and confirms it. */
    async send(satang: Satang) {
      await ask(satang)
      await confirm.click()
    },
  }
}
