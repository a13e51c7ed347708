import type { Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/**
 * The shared parts of all dialogs that move money: the dialog called `name`, its text while an outcome is unknown,
 * and its outcomes.
 */
export function moneyDialog(page: Page, t: Texts, name?: string) {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name, exact: true })
  const button = (text: string) => dialog.getByRole('button', { name: text, exact: true })
  const alert = page.getByRole('alertdialog')
  const alertButton = (text: string) => alert.getByRole('button', { name: text, exact: true })
  return {
    dialog,
    button,
    alertButton,
    /** The alert over the dialog, or in its place, with this title. */
    titled: (title: string) => page.getByRole('alertdialog', { name: title, exact: true }),
    /** The dialog's own button; those of its parts come after it. */
    close: button(t('action.close')).first(),
    amount: dialog.getByRole('textbox', { name: t('money.amount'), exact: true }),
    all: button(t('money.all')),
    /** The error or unknown outcome, as text. */
    problem: dialog.getByRole('alert'),
    unsure: dialog.getByRole('alert').filter({ hasText: t('money.unknown') }),
    check: button(t('action.checkAgain')),
    /** The button of the pending call, which is disabled. */
    busy: dialog.locator('button[aria-busy]'),
    refused: page.getByRole('alertdialog', { name: t('failure.title'), exact: true }),
    gotIt: alertButton(t('action.gotIt')),
    /** The value beside a name. */
    fact: (of: string) => dialog.locator(`dt:text-is("${of}") + dd`),
  }
}
