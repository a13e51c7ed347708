import { expect, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** The dialog “My data” with its confirmation, and its button in the profile. */
export function dataDialog(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('data.title') })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const prepare = button(t('data.export.prepare'))
  const ask = button(t('data.erasure.ask'))
  const alert = page.getByRole('alertdialog')
  return {
    dialog,
    prepare,
    ask,
    alert,
    cancel: button(t('data.erasure.cancel')),
    save: button(t('data.export.save')),
    button: page.getByRole('main').getByRole('button', { name: t('data.title') }),
    async open() {
      await page.goto('/user/profile?dialog=data')
      await expect(prepare).toBeVisible()
    },
    /** Enters the password to confirm the request to erase the data. */
    async confirm(password: string) {
      await alert.getByLabel(t('login.password'), { exact: true }).fill(password)
      await alert.getByRole('button', { name: t('data.erasure.ask') }).click()
    },
  }
}
