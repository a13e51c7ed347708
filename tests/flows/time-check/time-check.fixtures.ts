import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './time-check.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the player opens the page “My play”': ({ page }) => page.goto('/user/care') },
  events: {
    'the server reports that reminders are set to every 2 hours': ({ send }) =>
      send('reminder.learn', { minutes: 120 }),
  },
} satisfies Fixtures<typeof model>
