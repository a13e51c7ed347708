import { expect, type Page } from '@playwright/test'
import { VERSION } from '#contract/limits.ts'
import { builtPicture } from '#e2e/pages/built.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import type { Texts } from '#e2e/pages/texts.ts'
import { LINE } from '#server/domain/operator.ts'

const FALLBACK = '/contact-qr.svg'
const pictureOn = (page: Page, t: Texts) => page.getByRole('img', { name: t('contact.qr') })
/** Asserts that the picture at `path` is displayed. */
async function shows(page: Page, t: Texts, path: string) {
  const picture = pictureOn(page, t)
  await expect(picture).toHaveAttribute('src', builtPicture(path))
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
}

for (const { as, path } of [
  { as: 'guest', path: '/contact' },
  { as: 'member', path: '/user/contact' },
] as const)
  test.describe(as, () => {
    test.use({ as })

    test(`a ${as} can see how to reach the operator (R28, R56–R59, R68)`, async ({ page, t }) => {
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('page.contact'))
      await expect(main).toContainText('แอดมินตอบทุกวัน ตลอด 24 ชั่วโมง')
      await expect(main).toContainText(t('app.version', { version: VERSION }))
      await shows(page, t, LINE.lineQR)
      const link = main.getByRole('link', { name: LINE.lineName })
      await expect(link).toHaveAttribute('href', LINE.lineLink)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(page.getByRole('button', { name: t('nav.logout') })).toHaveCount(as === 'member' ? 1 : 0)
    })
  })

test('our own QR image is shown if the operator’s image is missing or cannot be loaded (R58)', { tag: NIGHT }, async ({
  page,
  faults,
  t,
}) => {
  faults.expectStatus(404)
  await page.route(`**${builtPicture(LINE.lineQR)}`, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/contact')
  await shows(page, t, FALLBACK)
  await page.route('**/api/lookup/contact', (route) =>
    route.fulfill({ json: { ...LINE, contactText: '', lineQR: null } }),
  )
  await page.reload()
  await shows(page, t, FALLBACK)
})

test('the player can retry a contact page that failed to load (D-48)', { tag: NIGHT }, async ({ page, faults, t }) => {
  faults.expectStatus(503)
  await page.route('**/api/lookup/contact', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await page.goto('/contact')
  await expect(page.getByRole('main')).toContainText(t('contact.failed'))
  await page.getByRole('button', { name: t('action.retry') }).click()
  await expect(pictureOn(page, t)).toBeVisible()
})
