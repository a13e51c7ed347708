import { TABS } from '#e2e/paths/deposit-tabs.ts'
import { type Arrange, type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { slipSent } from '#e2e/paths/sent.ts'
import { noon, tillNoon } from '#e2e/paths/time.ts'
import { CLOSING, NOON } from '#tests/kit/samples/slip.ts'
import type model from './slip-upload.model.ts'

/** Runs `go` at noon, during the opening hours, with slips enabled. */
const then =
  (go: Arrange): Arrange =>
  async (app) => {
    await noon(app)
    await app.sandbox.turn('isManual', true)
    await go(app)
  }

export default {
  as: 'newcomer',
  starts: {
    'the player opens the slip upload': then(({ bank }) => bank.open()),
    'the page is reloaded before the server has confirmed a slip': then(slipSent),
    'the page is reloaded before a backend without idempotency keys has confirmed a slip':
      never('this backend knows keys'),
  },
  // the upload arrives during the opening hours
  answers: {
    upload: {
      'the slip has arrived': noon,
      'the backend would count a resent slip twice': never('this backend counts it once'),
    },
  },
  events: {
    'half of the picture is uploaded': ({ send }) => send('slip.progress', { sent: 512, size: 1024 }),
    'the clock reaches closing time': async ({ page, sandbox }) => {
      const ms = CLOSING - NOON
      await sandbox.ahead(Math.round((tillNoon() + ms) / 1000))
      // setting the time does not fire pending timers, unlike fast-forwarding
      await page.clock.setSystemTime(Date.now() + ms)
      await page.clock.runFor(1000)
    },
  },
  beyond: TABS,
} satisfies Fixtures<typeof model>
