import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { measure } from '#tests/looks/measure.ts'
import { TEXT_KEYS } from './texts.ts'

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
