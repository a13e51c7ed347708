import { expect, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** The profile page and the change password dialog. */
export function profilePage(page: Page, t: Texts) {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', { name: t('password.change') })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const outcome = (title: string) => page.getByRole('alertdialog', { name: title })
  const old = field(t('password.old'))
  const fresh = field(t('password.new'))
  const confirm = field(t('password.confirm'))
  const fact = (name: string) => main.locator(`dt:text-is("${name}") + dd`)
  const save = dialog.getByRole('button', { name: t('password.save') })
  return {
    dialog,
    old,
    fresh,
    confirm,
    save,
    change: main.getByRole('button', { name: t('password.change') }),
    unsure: outcome(t('evidence.unknown')),
    saved: outcome(t('password.saved')),
    gotIt: page.getByRole('alertdialog').getByRole('button', { name: t('action.gotIt') }),
    check: page.getByRole('alertdialog').getByRole('button', { name: t('action.checkAgain') }),
    /** The value beside a label. */
    fact,

    /** Opens the page, with the query `search` if given, and waits until everything on it is loaded. */
    async open(search = '') {
      await page.goto(`/user/profile${search}`)
      for (const name of [t('profile.name'), t('profile.accountName')]) await expect(fact(name)).toHaveText(/\S/)
    },
    /** Fills in the dialog and submits it. */
    async send(oldPassword: string, newPassword: string, again = newPassword) {
      await old.fill(oldPassword)
      await fresh.fill(newPassword)
      await confirm.fill(again)
      await save.click()
    },
  }
}
