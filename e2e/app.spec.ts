import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { test } from './pages/test.ts'
import { HTML_LANG } from './pages/texts.ts'

type Manifest = { id: string; lang: string; description: string; icons: { src: string; sizes: string }[] }

for (const lang of LANGUAGES)
  test.describe(`in ${lang}`, () => {
    test.use({ lang })
    test(`the app manifest has the language and description of ${lang}, and its icons have the declared sizes (R13)`, async ({
      page,
      login,
      t,
    }) => {
      await login.open()
      const href = await page.locator('link[rel=manifest]').getAttribute('href')
      const manifest = (await (await page.request.get(href ?? '')).json()) as Manifest
      expect(manifest.lang).toBe(HTML_LANG[lang])
      expect(manifest.description).toBe(t('login.claim'))
      expect(manifest.id).toBe('/')
      const sizes = await page.evaluate(
        (icons) =>
          Promise.all(
            icons.map(async ({ src }) => {
              const icon = new Image()
              icon.src = src
              await icon.decode()
              return `${icon.naturalWidth}x${icon.naturalHeight}`
            }),
          ),
        manifest.icons,
      )
      expect(sizes).toEqual(manifest.icons.map((icon) => icon.sizes))
    })
  })

test('the site describes itself to search engines and in shared links', async ({ page, login, t }) => {
  await login.open()
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', t('login.claim'))
  await expect(page.locator('meta[property="og:description"]')).toHaveAttribute('content', t('login.claim'))
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(picture ?? '')).headers()['content-type']).toBe('image/png')
})
