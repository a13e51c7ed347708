import { test as base, expect } from '@playwright/test'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { SIZES } from '../../tests/kit/sizes.ts'
import { textsOf } from '../pages/texts.ts'
import { WebKit } from './webkit.ts'

/** The addresses of the product and the WebDriver server. */
export type Options = { site: string; driver: string }

const t = textsOf('th')
/** The tolerance for rounded borders and lines, in px. */
const ROUNDING = 2
const RESET = `//dialog//button[normalize-space()="${t('game.reset')}"]`
const ALERT = '//dialog[@role="alertdialog"]'

/** Each dialog, with its address and an element that appears once its content is loaded. */
const DIALOGS = {
  withdraw: { search: 'dialog=withdraw', ready: '//dialog//input' },
  deposit: { search: 'dialog=deposit', ready: '//dialog//input' },
  transfer: { search: 'dialog=transfer', ready: '//dialog//option[@value="WALLET"]' },
  game: { search: 'dialog=game&game=pg', ready: RESET },
}

/** A browser in which the demo member has logged in through the form. */
const test = base.extend<object, Options & { webkit: WebKit }>({
  site: ['', { option: true, scope: 'worker' }],
  driver: ['', { option: true, scope: 'worker' }],
  webkit: [
    async ({ site, driver }, use) => {
      const webkit = await WebKit.start(driver)
      try {
        await webkit.goto(`${site}/login`)
        await webkit.run(() => localStorage.setItem('remember-agreement', 'true'))
        await webkit.type('//input[@name="username"]', DEMO.member.username)
        await webkit.type('//input[@name="password"]', DEMO_PASSWORD)
        await webkit.press('//button[@type="submit"]')
        await expect.poll(() => webkit.run(() => location.pathname)).toBe('/user/home')
        await use(webkit)
      } finally {
        await webkit.end()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The heights of the topmost dialog, its unclipped content, and the page, in px. */
const heights = () => {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (!dialog) throw new Error('no dialog is open')
  const shown = dialog.offsetHeight
  const style = dialog.style.cssText
  dialog.style.cssText = 'display: block; inset-block: 0 auto; block-size: auto; max-block-size: none'
  const content = dialog.offsetHeight
  dialog.style.cssText = style
  return { shown, content, page: innerHeight }
}
async function expectFit(webkit: WebKit) {
  const { shown, content, page } = await webkit.run(heights)
  expect(Math.abs(shown - content), `${shown} px of dialog, ${content} px of content`).toBeLessThanOrEqual(ROUNDING)
  expect(shown).toBeLessThan(page)
}

for (const [size, { width, height }] of Object.entries(SIZES)) {
  for (const [name, { search, ready }] of Object.entries(DIALOGS))
    test(`the ${name} dialog is as high as its content on a ${size} in WebKit`, async ({ webkit, site }) => {
      await webkit.resize(width, height)
      await webkit.goto(`${site}/user/home?${search}`)
      await webkit.see(ready)
      await expectFit(webkit)
    })

  test(`an alert is as high as its content on a ${size} in WebKit`, async ({ webkit, site }) => {
    await webkit.resize(width, height)
    await webkit.goto(`${site}/user/home?${DIALOGS.game.search}`)
    await webkit.press(RESET)
    await webkit.see(ALERT)
    await expectFit(webkit)
  })
}
