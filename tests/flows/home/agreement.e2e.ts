import { expect, type Page } from '@playwright/test'
import { AGREEMENT_DELAY, PRESS_TIME } from '#contract/limits.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

const CALL = '**/api/lookup/agreements'
test.use({ as: 'member', agreement: 'new' })

/** Opens home with the clock stopped, and counts the requests for the agreement. */
async function openStopped(page: Page) {
  const asked = { times: 0 }
  await page.route(CALL, (route) => {
    asked.times++
    return route.continue()
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.goto('/user/home')
  return asked
}

test('the agreement opens after 1.5 s, and opens again on a later visit only if the player unticked the box (R87, R198, D-03)', async ({
  page,
  home,
  t,
}) => {
  const asked = await openStopped(page)
  await expect(home.wallet).toBeVisible()
  await page.clock.runFor(AGREEMENT_DELAY - 1)
  expect(asked.times).toBe(0)
  await expect(home.agreement).toBeHidden()
  await page.clock.runFor(1)
  await expect(home.agreement).toBeVisible()
  await page.clock.resume()
  await expect(home.agreement.getByRole('heading', { level: 3 })).not.toHaveCount(0)

  const remember = home.agreement.getByRole('checkbox', { name: t('agreement.remember') })
  await expect(remember).toBeChecked()
  await remember.uncheck()
  await home.agreement.getByRole('button', { name: t('agreement.accept') }).click()
  await expect(home.agreement).toBeHidden()
  await page.reload()
  await home.agreement.getByRole('button', { name: t('agreement.accept') }).click()
  expect(await page.evaluate(() => localStorage.getItem('remember-agreement'))).toMatch(/^[0-9a-f]{8}$/)

  const answer = page.waitForResponse(CALL)
  await page.reload()
  await (await answer).finished()
  const read = page.waitForResponse('**/api/wallet')
  await home.refresh.click()
  await read
  await expect(home.agreement).toBeHidden()
})

test('the agreement does not open while the mouse button is down (D-04)', async ({ page, home }) => {
  await openStopped(page)
  await home.wallet.getByRole('heading').first().hover()
  await page.mouse.down()
  const answer = page.waitForResponse(CALL)
  await page.clock.runFor(AGREEMENT_DELAY)
  await (await answer).finished()
  await page.mouse.up()
  await page.clock.runFor(PRESS_TIME - 1)
  await expect(home.agreement).toBeHidden()
  await page.clock.runFor(1)
  await expect(home.agreement).toBeVisible()
})

test('the agreement waits while another dialog is open (D-04)', { tag: NIGHT }, async ({ page, home, deposit }) => {
  await openStopped(page)
  await home.deposit.click()
  // React renders the loaded data on a timer, so the stopped clock must advance
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(deposit.dialog).toBeVisible({ timeout: 200 })
  }).toPass()
  const answer = page.waitForResponse(CALL)
  await page.clock.runFor(AGREEMENT_DELAY)
  await (await answer).finished()
  await deposit.choose('WW')
  await expect(home.agreement).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await deposit.close.click()
  await expect(home.agreement).toBeVisible()
})

test('the agreement is not requested if the player leaves the home page within 1.5 s (D-04)', { tag: NIGHT }, async ({
  page,
  home,
  t,
}) => {
  const asked = await openStopped(page)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('nav.profile') })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('page.profile') })).toBeVisible()
  await page.clock.runFor(2 * AGREEMENT_DELAY)
  expect(asked.times).toBe(0)
  await expect(home.agreement).toBeHidden()
})
