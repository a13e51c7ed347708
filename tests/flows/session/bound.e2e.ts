import { expect } from '@playwright/test'
import { chatPanel } from '#e2e/pages/chat.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

const HOUR = 60 * 60_000
const tokenIn = () => localStorage.getItem('token')

test('a token that is copied to another browser is refused there, and stays valid in the original browser (R602)', async ({
  page,
  login,
  home,
  browser,
  origin,
}) => {
  await login.open()
  await login.signIn()
  await home.settled()
  await page.reload()
  await home.settled()
  const thief = await browser.newContext({ baseURL: origin, storageState: await page.context().storageState() })
  const stolen = await thief.newPage()
  await stolen.goto('/user/home')
  await expect(stolen).toHaveURL((url) => url.pathname === '/login')
  expect(await stolen.evaluate(tokenIn)).toBeNull()
  await thief.close()
  await page.reload()
  await home.settled()
})

test('a member whose session is bound to a browser key can chat over the socket (R602)', async ({
  page,
  login,
  home,
  sandbox,
  t,
}) => {
  await sandbox.turn('enableChatWidget', true)
  await login.open()
  await login.signIn()
  await home.settled()
  await page.goto('/user/contact')
  const chat = chatPanel(page, t)
  await chat.open()
  await chat.say(`hello ${crypto.randomUUID().slice(0, 8)}`)
})

test('a device clock that is an hour fast does not end the session (R604)', async ({ page, login, home, faults }) => {
  faults.expectStatus(401)
  await page.clock.install({ time: Date.now() + HOUR })
  await login.open()
  await login.signIn()
  await home.settled()
  expect(await page.evaluate(tokenIn)).toMatch(/^bound /)
  await page.reload()
  await home.settled()
})

test('a member whose browser has no IndexedDB can log in without a browser key (R605)', { tag: NIGHT }, async ({
  page,
  login,
  home,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get: () => undefined })
  })
  await login.open()
  await login.signIn()
  await home.settled()
  expect(await page.evaluate(tokenIn)).toMatch(/^\S{40,}$/)
})
