import { expect, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** The dialog “My data”, and its button in the profile. */
export function dataDialog(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('data.title') })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const prepare = button(t('data.export.prepare'))
  return {
    dialog,
    prepare,
    save: button(t('data.export.save')),
    button: page.getByRole('main').getByRole('button', { name: t('data.title') }),
    async open() {
      await page.goto('/user/profile?dialog=data')
      await expect(prepare).toBeVisible()
    },
  }
}
