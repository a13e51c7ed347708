import { type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import type model from './contact.model.ts'

export default {
  as: 'guest',
  starts: { 'a visitor opens the contact page': ({ page }) => page.goto('/contact') },
  answers: {
    lookup: { 'only the contact text': turned('operatorTexts', false) },
  },
} satisfies Fixtures<typeof model>
