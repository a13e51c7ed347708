import type { Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** The question about a deposit limit, in the deposit dialog of a member who has not answered it. */
export function limitQuestion(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('page.deposit') })
  const alert = page.getByRole('alertdialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  return {
    dialog,
    title: dialog.getByRole('heading', { name: t('care.prompt.title') }),
    amount: dialog.getByRole('textbox', { name: t('care.limit.deposit.of', { period: t('care.limit.period.day') }) }),
    set: button(t('care.prompt.set')),
    decline: button(t('care.prompt.decline')),
    sentence: dialog.getByRole('alert'),
    /** The notice that the member had already set another limit, and its button. */
    other: alert.filter({ hasText: t('care.prompt.otherText') }),
    gotIt: alert.getByRole('button', { name: t('action.gotIt'), exact: true }),
  }
}
