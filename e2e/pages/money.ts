import type { Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/**
 * The elements that all money dialogs share: the dialog called `name`, its text while an outcome is unknown, and the
 * alerts with its outcomes.
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
    /** The alert with this title, over the dialog or in its place. */
    titled: (title: string) => page.getByRole('alertdialog', { name: title, exact: true }),
    /** The dialog's own close button, which comes before any other close button in it. */
    close: button(t('action.close')).first(),
    amount: dialog.getByRole('textbox', { name: t('money.amount'), exact: true }),
    all: button(t('money.all')),
    /** The dialog's alert about an error or an unknown outcome. */
    problem: dialog.getByRole('alert'),
    unsure: dialog.getByRole('alert').filter({ hasText: t('money.unknown') }),
    check: button(t('action.checkAgain')),
    /** The disabled button of a call that is pending. */
    busy: dialog.locator('button[aria-busy]'),
    refused: page.getByRole('alertdialog', { name: t('failure.title'), exact: true }),
    gotIt: alertButton(t('action.gotIt')),
    /** The value beside a label. */
    fact: (of: string) => dialog.locator(`dt:text-is("${of}") + dd`),
  }
}
