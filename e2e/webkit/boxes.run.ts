import { SIZES } from '../../tests/kit/sizes.ts'
import { boxes, expectSameBoxes, PLACES } from '../pages/boxes.ts'
import { NIGHT } from '../pages/tags.ts'
import { test } from './test.ts'

for (const [size, { width, height }] of Object.entries(SIZES))
  for (const [name, { path, ready }] of Object.entries(PLACES))
    test(`${name} has the same layout in WebKit as in Chromium on a ${size}`, {
      tag: size === 'phone' ? [] : NIGHT,
    }, async ({ webkit, reference, site }) => {
      await webkit.resize(width, height)
      await webkit.goto(site + path)
      await reference.setViewportSize({ width, height })
      await reference.goto(site + path)
      await webkit.see(ready)
      await reference.locator(ready).first().waitFor({ state: 'attached' })
      await expectSameBoxes(() => webkit.run(boxes), reference)
    })
