import type { World } from '../world.ts'

export default {
  as: 'newcomer',
  starts: { 'the profile is opened': ({ page }) => page.goto('/user/profile') },
  // the name of the bank account
  beyond: /^DEMO PLAYER$/,
} satisfies World
