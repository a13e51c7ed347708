import { turned, type World } from '#e2e/paths/world.ts'

export default {
  as: 'newcomer',
  starts: { 'the conditions are opened': ({ page }) => page.goto('/user/home?popup=conditions') },
  answers: { lookup: { 'there are none': turned('operatorTexts', false) } },
} satisfies World
