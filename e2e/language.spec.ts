import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { NIGHT, SMOKE } from './pages/tags.ts'
import { test } from './pages/test.ts'
import { HTML_LANG, textsOf } from './pages/texts.ts'

const marks = () => ({
  html: document.documentElement.lang,
  locale: localStorage.getItem('locale'),
  cookie: document.cookie,
  stays: Reflect.get(window, 'stays') === true,
})

for (const as of ['guest', 'member'] as const)
  test.describe(as, () => {
    test.use({ as })
    test(`a ${as} changes the language without a reload, and the choice is stored (R13–R16, R31, R72, D-02)`, {
      tag: SMOKE,
    }, async ({ page }) => {
      await page.goto(as === 'guest' ? '/login' : '/user/profile')
      await page.evaluate(() => Reflect.set(window, 'stays', true))
      let current = textsOf('th')
      for (const lang of ['la', 'en', 'th'] as const) {
        const t = textsOf(lang)
        await page.getByRole('combobox', { name: current('app.language') }).selectOption(lang)
        const select = page.getByRole('combobox', { name: t('app.language') })
        await expect(select).toHaveValue(lang)
        await expect(select.getByRole('option', { disabled: true })).toHaveAttribute('value', lang)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          t(as === 'guest' ? 'login.welcome' : 'page.profile'),
        )
        await expect(page).toHaveTitle(new RegExp(`^${t(as === 'guest' ? 'page.login' : 'page.profile')} · `))
        expect(await page.evaluate(marks)).toEqual({
          html: HTML_LANG[lang],
          locale: lang,
          cookie: `lang=${lang.toUpperCase()}`,
          stays: true,
        })
        current = t
      }
    })
  })

for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })
    test(`the page is still in ${lang} after a reload (R14, R15)`, { tag: lang === 'th' ? [] : NIGHT }, async ({
      page,
      login,
      t,
    }) => {
      await login.open()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('login.welcome'))
      expect(await page.evaluate(marks)).toMatchObject({ html: HTML_LANG[lang], cookie: `lang=${lang.toUpperCase()}` })
    })
  })
