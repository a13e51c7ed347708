import { expect, type Request } from '@playwright/test'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { CITES, NEEDS_ADDITIONS } from './pages/cites.ts'
import { JOURNEYS, type JourneyName } from './pages/journeys.ts'
import { PLAIN, REFERENCE } from './pages/tags.ts'
import { test } from './pages/test.ts'

/** Addresses of external providers. Their hosts do not exist, so the test fakes the replies. */
const OUTSIDE = /^https:\/\/[\w.]+\.example\//

/** Returns a predicate that is true for requests of this call. */
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
    test(`${name} succeeds, and the page shows the result (${CITES[name]})`, { tag }, async ({ tools, context }) => {
      await context.route(OUTSIDE, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A game</p>' }))
      await before(tools)
      const [request] = await Promise.all([tools.page.waitForRequest(isCall(name)), act(tools)])
      await works(tools)
      const reply = await request.response()
      // if the message arrives on the socket first, the page aborts the request
      if (reply || !isHeard) expect(reply?.ok()).toBe(true)
    })
  })
}
