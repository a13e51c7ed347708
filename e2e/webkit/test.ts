import { test as base, chromium, expect, type Page } from '@playwright/test'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { WebKit } from './webkit.ts'

/** The addresses of the product and the WebDriver server. */
export type Options = { site: string; driver: string }
/** The two browsers to compare. In both, the demo member has logged in through the form. */
type Browsers = { webkit: WebKit; reference: Page }

const [USERNAME, PASSWORD, SUBMIT] = [
  '//input[@name="username"]',
  '//input[@name="password"]',
  '//button[@type="submit"]',
]
const HOME = '/user/home'
const skipAgreement = () => localStorage.setItem('remember-agreement', 'true')

export const test = base.extend<object, Options & Browsers>({
  site: ['', { option: true, scope: 'worker' }],
  driver: ['', { option: true, scope: 'worker' }],
  webkit: [
    async ({ site, driver }, use) => {
      const webkit = await WebKit.start(driver)
      try {
        await webkit.goto(`${site}/login`)
        await webkit.run(skipAgreement)
        await webkit.type(USERNAME, DEMO.member.username)
        await webkit.type(PASSWORD, DEMO_PASSWORD)
        await webkit.press(SUBMIT)
        await expect.poll(() => webkit.run(() => location.pathname)).toBe(HOME)
        await use(webkit)
      } finally {
        await webkit.end()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  reference: [
    async ({ site, launchOptions }, use) => {
      const browser = await chromium.launch(launchOptions)
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.addInitScript(skipAgreement)
      await page.goto(`${site}/login`)
      await page.locator(USERNAME).fill(DEMO.member.username)
      await page.locator(PASSWORD).fill(DEMO_PASSWORD)
      await page.locator(SUBMIT).click()
      await page.waitForURL(site + HOME)
      await use(page)
      await browser.close()
    },
    { scope: 'worker' },
  ],
})
