import { type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import type model from './conditions.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the player opens the conditions': ({ page }) => page.goto('/user/home?popup=conditions') },
  answers: { lookup: { 'no conditions': turned('operatorTexts', false) } },
} satisfies Fixtures<typeof model>
