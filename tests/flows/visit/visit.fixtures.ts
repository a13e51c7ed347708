import { type Fixtures, type It, never } from '#e2e/paths/fixtures.ts'
import type model from './visit.model.ts'

const lasts =
  (minutes: number, reminded = 0) =>
  ({ care }: It) =>
    care.lasts(minutes, reminded)

export default {
  as: 'newcomer',
  starts: {
    'a member who is reminded every hour opens a page': async ({ backend, page }) => {
      await backend.remind(60)
      await page.goto('/user/statement')
    },
  },
  events: {
    '59 minutes have passed': lasts(59),
    '60 minutes have passed': lasts(60),
    '125 minutes have passed; the last reminder was shown after 60': lasts(125, 60),
    'the player has responded to the reminder in another tab': lasts(61, 60),
    'the page is hidden': never('a page of a test is always in sight'),
    'the reminders have been turned off': never('the page takes the reminders away with the actor'),
  },
  // amounts and durations differ, because the real member has neither won nor lost and real time passes
  beyond: /฿|นาที/,
} satisfies Fixtures<typeof model>
