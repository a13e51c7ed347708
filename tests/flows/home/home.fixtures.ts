import { agreementMark } from '#contract/agreement.ts'
import { type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import { AGREEMENTS } from '#server/domain/operator.ts'
import type model from './home.model.ts'

const KNOWN = 'lookup.agreements answers: the agreement that the player has dismissed'

export default {
  as: 'newcomer',
  starts: {
    'the player opens the home page': async ({ page, words }) => {
      const read = words.includes(KNOWN) ? [...AGREEMENTS.th] : ['<p>known</p>']
      await page.addInitScript((mark) => localStorage.setItem('remember-agreement', mark), agreementMark(read))
      await page.goto('/user/home')
    },
  },
  answers: { 'lookup.agreements': { 'no agreement': turned('operatorTexts', false) } },
  events: { 'the player is not pressing anything on the page': async () => {} },
  // a slow machine renders home only after AGREEMENT_DELAY, so `fresh` may already be over, and `pressed` is left
  // immediately because no press is in progress
  passing: ['the player opens the home page → fresh', 'pressed'],
  // other games, and their balances
  beyond: /฿|เปิดบัญชี|กีฬา/,
} satisfies Fixtures<typeof model>
