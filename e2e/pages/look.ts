import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { LANGUAGES } from '#contract/language.ts'
import { DESKTOP, PHONE } from '#tests/kit/sizes.ts'
import { faintParts } from '#tests/looks/contrast.ts'
import { measure } from '#tests/looks/measure.ts'
import { TEXT_KEYS, type Texts, textsOf } from './texts.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violationsOn(page: Page): Promise<string[]> {
  // evaluated, because the page's CSP would block a script element
  await page.evaluate(axe.source)
  const run = `axe.run({ runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })`
  const { violations } = (await page.evaluate(run)) as axe.AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))
}

/**
 * Checks the current screen with `measure`, and with axe if `hasAxe` is true (axe needs a running clock). If PICTURES
 * is set, saves a screenshot in test-results/screens.
 */
export async function look(page: Page, name: string, hasAxe = true) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const found = await page.evaluate(measure, TEXT_KEYS)
  const violations = hasAxe ? await violationsOn(page) : []
  if (process.env.PICTURES) await page.screenshot({ path: `test-results/screens/${name}.png`, animations: 'disabled' })
  const none = Object.fromEntries(Object.keys(found).map((what) => [what, []]))
  expect.soft({ ...found, violations }, name).toEqual({ ...none, violations: [] })
}

/** Waits until every animation that has an end is over: a part that fades in has too little contrast for a moment. */
const stillness = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  )

const SIZES = [
  ['narrow', { width: 320, height: 640 }],
  ['desktop', DESKTOP.viewport],
  ['phone', PHONE.viewport],
] as const

/**
 * Checks a screen in each language and size like {@link look}, and leaves the screen in Thai on a phone. Axe and the
 * contrast check take longest, so by day they run only in that last combination. `again` runs after each change of
 * language, to reload text that comes from the server.
 */
export async function lookInAll(page: Page, name: string, again?: (t: Texts) => Promise<unknown>) {
  for (const lang of LANGUAGES.toReversed()) {
    // the language select is located by its options and changed with `force`, because a dialog may cover it
    const select = page.locator('select:has(option[lang])')
    if ((await select.inputValue()) !== lang) await select.selectOption(lang, { force: true })
    await expect(select).toHaveAttribute('aria-label', textsOf(lang)('app.language'))
    await again?.(textsOf(lang))
    for (const [size, viewport] of SIZES) {
      await page.setViewportSize(viewport)
      const isNight = Boolean(process.env.NIGHT)
      const isWhole = isNight || (lang === 'th' && size === 'phone')
      await look(page, `${name}-${lang}-${size}`, isWhole)
      if (!isWhole) continue
      await stillness(page)
      // axe does not check the contrast of text on a gradient
      expect.soft(await faintParts(page), `${name}-${lang}-${size}`).toEqual([])
    }
  }
}
