import type { Fixtures } from '#e2e/paths/fixtures.ts'
import th from '#locales/th.json' with { type: 'json' }
import type model from './limit-review.model.ts'

const { fine, review, unsure } = th.care.prompt
/** The texts and controls of the note and its alerts. */
const OWN = [fine, review, unsure, th.care.starting, th.evidence.unknown, th.action.checkAgain]

export default {
  as: 'guest',
  starts: {
    // the scenario signs in a member who joined half a year ago
    'the player opens the page “My play” when a review is due': async ({ page }) => {
      await page.goto('/?scenario=limits-review')
      await page.waitForURL('**/user/home')
      await page.goto('/user/care')
    },
  },
  // the rest of the page
  beyond: new RegExp(`^(?!${OWN.join('|')})`),
} satisfies Fixtures<typeof model>
