import { type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import type model from './spin-active.model.ts'

export default {
  as: 'member',
  starts: { 'the player opens the home page': ({ page }) => page.goto('/user/home') },
  answers: {
    lookup: { 'the wheel is on': turned('spinActive', true), 'the wheel is off': turned('spinActive', false) },
  },
} satisfies Fixtures<typeof model>
