import { COPIES, holdCopies } from '#e2e/paths/copies.ts'
import { type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import type model from './invite.model.ts'

export default {
  as: 'newcomer',
  held: ['invite.list'],
  starts: {
    'the player opens the invite dialog': async ({ page }) => {
      await page.goto('/user/home?dialog=invite')
      await holdCopies(page, 'invite')
    },
  },
  answers: { 'invite.banners': { 'no banners': turned('operatorTexts', false) } },
  events: { 'the text is on the clipboard': COPIES['the text is on the clipboard'] },
  // the link
  beyond: /^https:/,
} satisfies Fixtures<typeof model>
