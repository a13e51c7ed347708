import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { LANGUAGES } from '#contract/language.ts'
import { DESKTOP, PHONE } from '#tests/kit/sizes.ts'
import { faintParts } from '#tests/looks/contrast.ts'
import { measure } from '#tests/looks/measure.ts'
import { TEXT_KEYS, type Texts, textsOf } from './texts.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violationsOn(page: Page): Promise<string[]> {
  // not as a page script, which the page's policy would block
  await page.evaluate(axe.source)
  const run = `axe.run({ runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })`
  const { violations } = (await page.evaluate(run)) as axe.AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))
}

/**
 * Checks that the current screen has no axe violations (unless the test stops the clock, which axe needs) and no
 * findings of `measure`. If PICTURES is set, saves a screenshot in test-results/screens.
 */
export async function look(page: Page, name: string, hasAxe = true) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const found = await page.evaluate(measure, TEXT_KEYS)
  const violations = hasAxe ? await violationsOn(page) : []
  if (process.env.PICTURES) await page.screenshot({ path: `test-results/screens/${name}.png`, animations: 'disabled' })
  const none = Object.fromEntries(Object.keys(found).map((what) => [what, []]))
  expect.soft({ ...found, violations }, name).toEqual({ ...none, violations: [] })
}

const SIZES = [
  ['narrow', { width: 320, height: 640 }],
  ['desktop', DESKTOP.viewport],
  ['phone', PHONE.viewport],
] as const

/**
 * Checks a screen in each language and size like {@link look}; it stays in the last one, Thai on a phone. Axe and the
 * contrast take longest, so that by day they run only there. `again` runs in each language, to get a text from the
 * server in it.
 */
export async function lookInAll(page: Page, name: string, again?: (t: Texts) => Promise<unknown>) {
  for (const lang of LANGUAGES.toReversed()) {
    // by its tags and by force, because it may be behind a dialog
    const select = page.locator('select:has(option[lang])')
    if ((await select.inputValue()) !== lang) await select.selectOption(lang, { force: true })
    await expect(select).toHaveAttribute('aria-label', textsOf(lang)('app.language'))
    await again?.(textsOf(lang))
    for (const [size, viewport] of SIZES) {
      await page.setViewportSize(viewport)
      const isNight = Boolean(process.env.NIGHT)
      const isWhole = isNight || (lang === 'th' && size === 'phone')
      await look(page, `${name}-${lang}-${size}`, isWhole)
      // axe skips texts on a gradient
      if (isWhole) expect.soft(await faintParts(page), `${name}-${lang}-${size}`).toEqual([])
    }
  }
}
