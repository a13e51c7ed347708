import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { DESKTOP, PHONE } from '#tests/kit/sizes.ts'
import { look } from './pages/look.ts'
import { test } from './pages/test.ts'

/** The viewports in which the account's screens are checked, in every language. */
const SIZES = { phone: PHONE.viewport, desktop: DESKTOP.viewport }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last()

for (const lang of LANGUAGES)
  test.describe(`in ${lang}`, () => {
    test.use({ lang, as: 'newcomer', isLean: false })

    for (const [size, viewport] of Object.entries(SIZES))
      test(`the dialogs for devices, security events, passkeys, data and My play are legible and reachable on a ${size} (R13, WCAG 2.2 AA)`, async ({
        page,
        t,
      }) => {
        test.slow()
        await page.setViewportSize(viewport)
        const seen = (name: string) => look(page, `account-${name}-${lang}-${size}`)
        const asked = async (name: string) => {
          await expect(page.getByRole('alertdialog')).toBeVisible()
          await seen(name)
          await page.keyboard.press('Escape')
          await expect(page.getByRole('alertdialog')).toBeHidden()
        }
        await page.goto('/user/profile?dialog=devices')
        await expect(page.getByText(t('devices.here'))).toBeVisible()
        await seen('devices')
        await page.goto('/user/profile?dialog=events')
        await expect(page.getByText(t('events.of.register'), { exact: true })).toBeVisible()
        await seen('events')
        await page.goto('/user/profile?dialog=passkeys')
        await button(page, t('passkey.add')).click()
        await asked('passkey-question')
        await seen('passkeys')
        await page.goto('/user/profile?dialog=data')
        await button(page, t('data.erasure.ask')).click()
        await asked('erasure-question')
        await seen('data')
        await page.goto('/user/care')
        await button(page, t('care.excludeOf', { length: t('care.length.halfYear') })).click()
        await asked('exclusion')
        await seen('my-play')
      })
  })
