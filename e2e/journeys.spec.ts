import { JOURNEYS, NEEDS_ADDITIONS } from './pages/journeys.ts'
import { PLAIN, REFERENCE } from './pages/tags.ts'
import { test } from './pages/test.ts'

/** Hosts of an outside provider. Nothing is there: what a tab loads is answered here. */
const OUTSIDE = /^https:\/\/[\w.]+\.example\//

for (const name of Object.keys(JOURNEYS) as (keyof typeof JOURNEYS)[]) {
  const { as, agreement, before, act, works } = JOURNEYS[name]
  test.describe(() => {
    test.use({ as, agreement })
    const tag = NEEDS_ADDITIONS.includes(name) ? [REFERENCE, PLAIN] : [PLAIN]
    test(`${name} shows its effect (R304–R377)`, { tag }, async ({ tools, context }) => {
      await context.route(OUTSIDE, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A game</p>' }))
      await before(tools)
      await act(tools)
      await works(tools)
    })
  })
}
