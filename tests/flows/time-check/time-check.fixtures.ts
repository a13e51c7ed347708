import { type Fixtures, never } from '#e2e/paths/fixtures.ts'
import type model from './time-check.model.ts'

export default {
  as: 'newcomer',
  starts: { 'My play is opened': ({ page }) => page.goto('/user/care') },
  events: {
    'the server reminds the member every 2 hours': never('the newest reply says how often, and no page shows it'),
  },
} satisfies Fixtures<typeof model>
