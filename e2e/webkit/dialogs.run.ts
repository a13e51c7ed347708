import { expect } from '@playwright/test'
import { SIZES } from '../../tests/kit/sizes.ts'
import { textsOf } from '../pages/texts.ts'
import { test } from './test.ts'
import type { WebKit } from './webkit.ts'

const t = textsOf('th')
/** The tolerance for the rounding of borders and lines, in px. */
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
    test(`the ${name} dialog is as tall as its content on a ${size} in WebKit`, async ({ webkit, site }) => {
      await webkit.resize(width, height)
      await webkit.goto(`${site}/user/home?${search}`)
      await webkit.see(ready)
      await expectFit(webkit)
    })

  test(`an alert is as tall as its content on a ${size} in WebKit`, async ({ webkit, site }) => {
    await webkit.resize(width, height)
    await webkit.goto(`${site}/user/home?${DIALOGS.game.search}`)
    await webkit.press(RESET)
    await webkit.see(ALERT)
    await expectFit(webkit)
  })
}
