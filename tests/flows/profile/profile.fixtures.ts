import type { World } from '#e2e/paths/world.ts'

export default {
  as: 'newcomer',
  starts: { 'the profile is opened': ({ page }) => page.goto('/user/profile') },
  // the name of the bank account
  beyond: /^DEMO PLAYER$/,
} satisfies World
