import { expect, type Request } from '@playwright/test'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { CITES, NEEDS_ADDITIONS } from './pages/cites.ts'
import { JOURNEYS, type JourneyName } from './pages/journeys.ts'
import { PLAIN, REFERENCE } from './pages/tags.ts'
import { test } from './pages/test.ts'

/** Hosts of an external provider. Nothing is served there: the test answers what a tab loads. */
const OUTSIDE = /^https:\/\/[\w.]+\.example\//

/** Returns true for a request of a call. */
const isCall = (name: JourneyName) => {
  const { method, path }: Call = calls[name]
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
  return (request: Request) => request.method() === method && pattern.test(new URL(request.url()).pathname)
}

for (const name of Object.keys(JOURNEYS) as JourneyName[]) {
  const { as, agreement, before, act, works, isHeard } = JOURNEYS[name]
  test.describe(() => {
    test.use({ as, agreement })
    const tag = NEEDS_ADDITIONS.includes(name) ? [REFERENCE, PLAIN] : [PLAIN]
    test(`${name} is answered and shows its effect (${CITES[name]})`, { tag }, async ({ tools, context }) => {
      await context.route(OUTSIDE, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A game</p>' }))
      await before(tools)
      const [request] = await Promise.all([tools.page.waitForRequest(isCall(name)), act(tools)])
      await works(tools)
      const reply = await request.response()
      // a message that arrives on the socket first ends its request
      if (reply || !isHeard) expect(reply?.ok()).toBe(true)
    })
  })
}
