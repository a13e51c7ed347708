import { expect, type Page } from '@playwright/test'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import type { Texts } from './texts.ts'

/** The login form. */
export function loginPage(page: Page, t: Texts) {
  const phone = page.getByRole('textbox', { name: t('login.phone') })
  const password = page.getByRole('textbox', { name: t('login.password') })
  const submit = page.getByRole('main').getByRole('button', { name: t('login.submit') })
  /** Fills in the form without submitting it. */
  async function fill(username: string, secret = DEMO_PASSWORD) {
    await phone.fill(username)
    await password.fill(secret)
  }
  return {
    phone,
    password,
    submit,
    remember: page.getByRole('checkbox', { name: t('login.remember') }),
    error: page.getByRole('alert'),
    fill,
    /** Opens the form, with the query `search` if given. */
    async open(search = '') {
      await page.goto(`/login${search}`)
      await expect(submit).toBeVisible()
    },
    /** Logs in a member, by default the demo member. */
    async signIn(username = DEMO.member.username, secret = DEMO_PASSWORD) {
      await fill(username, secret)
      await submit.click()
    },
  }
}
