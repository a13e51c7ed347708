import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './profile.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the player opens the profile': ({ page }) => page.goto('/user/profile') },
  // the account holder's name
  beyond: /^DEMO PLAYER$/,
} satisfies Fixtures<typeof model>
