import type { Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** The dialog that lists the devices where the member is logged in, and its button in the profile. */
export function devicesDialog(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('devices.title') })
  const rows = dialog.locator('li:has(> strong)')
  return {
    open: page.getByRole('main').getByRole('button', { name: t('devices.title') }),
    toasts: page.getByRole('status', { name: t('toast.region') }),
    rows,
    /** The button that logs out the only other device. */
    end: rows.getByRole('button'),
    endOthers: dialog.getByRole('button', { name: t('devices.endOthers') }),
    /** Confirms the logout of one or more devices, with the password if the backend requires it. */
    async confirm(password: string) {
      const question = page.getByRole('alertdialog')
      const field = question.getByLabel(t('login.password'), { exact: true })
      if (await field.isVisible()) await field.fill(password)
      await question.getByRole('button', { name: t('devices.end'), exact: true }).click()
    },
  }
}
