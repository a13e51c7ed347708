import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { DESKTOP } from '#tests/kit/sizes.ts'
import { NEWCOMER } from './pages/register.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'

test.use(DESKTOP)

test('the inspector’s chart follows a registration state by state and shows no secrets', async ({
  page,
  register,
  sandbox,
  phone,
}) => {
  await sandbox.turn('registerOTP', false)
  await register.open()
  const opened = page.waitForEvent('popup')
  await page.getByTitle('Open the inspector').click()
  const inspector = await opened
  await inspector.getByRole('button', { name: /^register phone/ }).click()
  /** The highlighted state. */
  const lit = inspector.locator('[data-lit]').last()
  await expect(lit).toHaveAttribute('data-state', 'phone')

  await register.goOnWith(phone)
  await expect(lit).toHaveAttribute('data-state', 'profile')
  await register.goOnToBank()
  await expect(lit).toHaveAttribute('data-state', 'bank')
  await register.typeBank(phone, { ...NEWCOMER, bankCode: 'BCEL' })
  await register.submit.click()
  await expect(lit).toHaveAttribute('data-state', /registered|left/)

  const context = inspector.getByRole('region', { name: 'Context' })
  await inspector
    .getByRole('button', { name: /^session/ })
    .first()
    .click()
  await context.getByRole('button', { name: 'Compare with this moment' }).click()
  await expect(context).toContainText('Nothing differs.')

  for (const secret of [phone, NEWCOMER.password]) await expect(inspector.locator('body')).not.toContainText(secret)
})

test('an event sent from the inspector changes the actor and its screen', async ({
  page,
  register,
  sandbox,
  phone,
}) => {
  await sandbox.turn('registerOTP', false)
  await register.open()
  const opened = page.waitForEvent('popup')
  await page.getByTitle('Open the inspector').click()
  const inspector = await opened
  await inspector.getByRole('button', { name: /^register phone/ }).click()
  await register.goOnWith(phone)
  const form = inspector.getByRole('form', { name: 'Send an event' })
  await form.getByLabel('Event').selectOption('field.type')
  await form.getByLabel('Its fields').fill('{ "field": "name", "text": "Somjai" }')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(register.name).toHaveValue('Somjai')
})

test('the inspector replays a story from the law checker step by step up to its outcome', async ({ page }) => {
  const story = 'transfer-told-refused.json'
  const asked = ['transfer', '--story', `tests/laws/stories/${story}`, '--run', 'inspector']
  execFileSync(process.execPath, ['tests/kit/print.ts', ...asked])
  await page.goto('/inspect.html')
  await page.getByLabel('Open log').setInputFiles(`test-results/inspector/${story}`)
  const log = page.getByRole('region', { name: 'Events' })
  await log.getByRole('button', { name: '5. the answer to the request of tab 1 arrives: not signed in' }).click()
  await log.getByRole('button', { name: 'Show this moment' }).click()
  await page.getByRole('button', { name: /^transfer \(tab 1\) / }).click()
  const lit = page.locator('[data-lit]').last()
  await expect(lit).toHaveAttribute('data-state', 'attempting')
  await expect(async () => {
    await page.getByRole('button', { name: 'One step forward' }).click()
    await expect(lit).toHaveAttribute('data-state', 'refused', { timeout: 50 })
  }).toPass({ intervals: [0] })
})

test('?inspect opens the inspector immediately, or on the first click if the browser blocked the popup', {
  tag: NIGHT,
}, async ({ page, context, t }) => {
  // simulates a browser that blocks pop-ups until the first click
  await page.addInitScript(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })
  await page.goto('/login?inspect')
  const heading = page.getByRole('heading', { name: t('login.welcome') })
  await expect(heading).toBeVisible()
  expect(context.pages()).toHaveLength(1)
  const opened = page.waitForEvent('popup')
  await heading.click()
  await expect((await opened).getByRole('button', { name: /^session/ })).toBeVisible()

  const other = await context.newPage()
  const itself = other.waitForEvent('popup')
  await other.goto('/login?inspect')
  await expect((await itself).getByRole('button', { name: /^session/ })).toBeVisible()
})
