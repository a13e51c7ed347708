import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { NIGHT, SMOKE } from './pages/tags.ts'
import { test } from './pages/test.ts'
import { textsOf } from './pages/texts.ts'

// the tests check the background image
test.use({ isLean: false })

const sky = () => getComputedStyle(document.body).backgroundImage

test('while the site is shut down, the login page redirects to the shut-down page (R63, R75–R78)', {
  tag: SMOKE,
}, async ({ page, login, sandbox, faults, t }) => {
  // the passkeys that the first page offers may be requested just before or just after the site is shut down
  faults.allow(/Failed to load resource.*status of 410 /)
  await login.open()
  const open = await page.evaluate(sky)
  await sandbox.turn('terminated', true)
  await page.goto('/login')
  await expect(page).toHaveURL('/terminated')
  const again = page.getByRole('link', { name: t('terminated.again') })
  await expect(page.getByRole('heading', { name: t('page.terminated') })).toBeVisible()
  expect(await page.evaluate(sky)).not.toBe(open)
  await again.click()
  await expect(page).toHaveURL('/terminated')
  await sandbox.restore()
  await again.click()
  await expect(login.submit).toBeVisible()
  expect(await page.evaluate(sky)).toBe(open)
})

test.describe('a member', () => {
  test.use({ as: 'member' })
  test('sees the shut-down page after the next API call, and stays logged in (R386, D-08)', {
    tag: NIGHT,
  }, async ({ page, home, sandbox, faults, t }) => {
    faults.expectStatus(410)
    // wait for the agreement, which loads later and would otherwise be the next call
    const agreement = page.waitForResponse('**/api/lookup/agreements')
    await home.open()
    await agreement
    await sandbox.turn('terminated', true)
    await home.refresh.click()
    await expect(page).toHaveURL('/terminated')
    await sandbox.restore()
    await page.getByRole('link', { name: t('terminated.again') }).click()
    await home.settled()
  })
})

for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })
    test(`an unknown URL shows the English heading Page Not Found and a back link in ${lang} (R64)`, {
      tag: lang === 'th' ? [] : NIGHT,
    }, async ({ page, login }) => {
      await page.goto('/user/nowhere')
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText('Page Not Found')
      await expect(heading).toHaveAttribute('lang', 'en')
      await page.getByRole('link', { name: textsOf(lang)('notFound.back') }).click()
      await expect(login.submit).toBeVisible()
    })
  })

test('a request for a missing file or API path returns 404 instead of the page (R64)', async ({ request }) => {
  const navigation = {
    headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', 'X-Requested-With': 'wallet-user' },
  }
  for (const path of ['/assets/nothing.js', '/nothing.png', '/api/nothing', '/api', '/sandbox/nothing']) {
    const reply = await request.get(path, navigation)
    expect(reply.status(), path).toBe(404)
    expect(await reply.text(), path).not.toContain('<div id="root">')
  }
  expect((await request.get('/user/nowhere', navigation)).status()).toBe(200)
})
