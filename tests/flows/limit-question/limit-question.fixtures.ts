import { toSatang } from '#contract/money.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './limit-question.model.ts'

export default {
  as: 'unasked',
  starts: { 'the player opens the deposit dialog': ({ page }) => page.goto('/user/home?dialog=deposit') },
  answers: {
    suggestion: { 'the player need not be asked for a limit': ({ backend }) => backend.reviewLimits() },
    'limits.set': { 'a limit of 500 baht is in force': ({ backend }) => backend.limitDeposits('day', toSatang(500)) },
  },
  // after the question, the dialog shows the deposit methods, which are not part of the model
  passing: ['over'],
} satisfies Fixtures<typeof model>
