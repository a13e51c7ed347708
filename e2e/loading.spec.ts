import { expect } from '@playwright/test'
import { LOADER_DELAY } from '#contract/limits.ts'
import { holdBack } from './pages/spoil.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the loading overlay appears only after 200 ms, and disappears when the reply arrives (R522)', async ({
  page,
  login,
  home,
  t,
}) => {
  const answer = await holdBack(page, '**/api/login')
  await login.open()
  await login.signIn()
  const overlay = page
    .getByRole('status')
    .filter({ hasText: t('state.loading') })
    .locator(':scope > *')
  await expect(overlay).toHaveCount(1)
  const looks = await overlay.evaluate((element) => {
    const [animation] = element.getAnimations()
    if (!animation) return null
    animation.pause()
    return [1, 100, 199, 200, 10_000].map((ms) => {
      animation.currentTime = ms
      const { visibility, opacity } = getComputedStyle(element)
      return [ms, visibility, Number(opacity)]
    })
  })
  expect(looks).toEqual([
    [1, 'hidden', 1],
    [100, 'hidden', 1],
    [LOADER_DELAY - 1, 'hidden', 1],
    [LOADER_DELAY, 'visible', 0],
    [10_000, 'visible', 1],
  ])
  answer()
  await home.settled()
  await expect(overlay).toHaveCount(0)
})

test.describe('a member', () => {
  test.use({ as: 'member' })
  test('sees skeletons on the home page until the balance is loaded, and still sees the balance if a refresh fails (R80, R84)', {
    tag: NIGHT,
  }, async ({ page, home, faults, t }) => {
    const answer = await holdBack(page, '**/api/wallet')
    await page.goto('/user/home')
    await expect(home.wallet.getByRole('status', { name: t('state.loading') })).toBeVisible()
    await expect(home.main).toBeHidden()
    answer()
    await home.settled()
    const before = await home.inMain()

    faults.expectStatus(503)
    await page.route('**/api/wallet', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    await home.refresh.click()
    await expect(home.fresh).toHaveText(t('home.stale', { ago: t('ago.now') }))
    expect(await home.inMain()).toBe(before)
    await home.refresh.click()
    await expect(home.fresh).not.toHaveText(t('home.stale', { ago: t('ago.now') }))
  })
})
