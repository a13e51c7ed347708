import type { Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** What all dialogs that move money share: the dialog called `name`, what it says while a result is not known, and how it ends. */
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
    /** Of the dialog itself: what its messages have comes after it. */
    close: button(t('action.close')).first(),
    amount: dialog.getByRole('textbox', { name: t('money.amount'), exact: true }),
    all: button(t('money.all')),
    /** What is wrong, or not known, in words. */
    problem: dialog.getByRole('alert'),
    unsure: dialog.getByRole('alert').filter({ hasText: t('money.unknown') }),
    check: button(t('action.checkAgain')),
    /** The button of what is under way: it takes no press. */
    busy: dialog.locator('button[aria-busy]'),
    refused: page.getByRole('alertdialog', { name: t('failure.title'), exact: true }),
    gotIt: alertButton(t('action.gotIt')),
    /** What stands beside a name. */
    fact: (of: string) => dialog.locator(`dt:text-is("${of}") + dd`),
  }
}
