import { chromium as engine } from '@playwright/test'
import { chromium } from '../tests/kit/chromium.ts'
import { SIZES } from '../tests/kit/sizes.ts'
import { boxes, expectSameBoxes, PLACES } from './pages/boxes.ts'
import { SMOKE } from './pages/tags.ts'
import { test } from './pages/test.ts'

test.use({ as: 'member', isLean: false })

for (const [size, viewport] of Object.entries(SIZES))
  for (const [name, { path, ready }] of Object.entries(PLACES))
    test(`${name} has the same layout as in a current Chromium on a ${size}`, {
      tag: SMOKE,
    }, async ({ page, origin }) => {
      const browser = await engine.launch(chromium())
      const storageState = await page.context().storageState()
      const context = await browser.newContext({ storageState, viewport, reducedMotion: 'reduce' })
      const reference = await context.newPage()
      await page.setViewportSize(viewport)
      for (const each of [page, reference]) {
        await each.goto(origin + path)
        await each.locator(ready).first().waitFor({ state: 'attached' })
      }
      await expectSameBoxes(() => page.evaluate(boxes), reference)
      await browser.close()
    })
