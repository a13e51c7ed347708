import { turned, type World } from '#e2e/paths/world.ts'

export default {
  as: 'member',
  starts: { 'home is opened': ({ page }) => page.goto('/user/home') },
  answers: {
    lookup: { 'the wheel is on': turned('spinActive', true), 'the wheel is off': turned('spinActive', false) },
  },
} satisfies World
