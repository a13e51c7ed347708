import { turned, type World } from '#e2e/paths/world.ts'

export default {
  as: 'guest',
  starts: { 'the contact page is opened': ({ page }) => page.goto('/contact') },
  answers: {
    lookup: { 'there is nothing but a text': turned('operatorTexts', false) },
  },
} satisfies World
