import { expect, type Response } from '@playwright/test'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { CITES, NEEDS_ADDITIONS } from './pages/cites.ts'
import { JOURNEYS, type JourneyName } from './pages/journeys.ts'
import { PLAIN, REFERENCE } from './pages/tags.ts'
import { test } from './pages/test.ts'

/** Hosts of an outside provider. Nothing is there: what a tab loads is answered here. */
const OUTSIDE = /^https:\/\/[\w.]+\.example\//

/** Returns true for a reply to a call. */
const isReplyTo = (name: JourneyName) => {
  const { method, path }: Call = calls[name]
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
  return (reply: Response) => reply.request().method() === method && pattern.test(new URL(reply.url()).pathname)
}

for (const name of Object.keys(JOURNEYS) as JourneyName[]) {
  const { as, agreement, before, act, works } = JOURNEYS[name]
  test.describe(() => {
    test.use({ as, agreement })
    const tag = NEEDS_ADDITIONS.includes(name) ? [REFERENCE, PLAIN] : [PLAIN]
    test(`${name} is answered and shows its effect (${CITES[name]})`, { tag }, async ({ tools, context }) => {
      await context.route(OUTSIDE, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A game</p>' }))
      await before(tools)
      const [reply] = await Promise.all([tools.page.waitForResponse(isReplyTo(name)), act(tools)])
      await works(tools)
      expect(reply.ok()).toBe(true)
    })
  })
}
