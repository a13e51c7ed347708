import { type Arrange, type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { stepUp } from '#e2e/paths/step-up.ts'
import type model from './care.model.ts'

/**
 * Ensures that this many break lengths are offered, by taking a break if necessary. A break cannot be undone, only
 * lengthened.
 */
const left =
  (lengths: number, take: Arrange = never('a break has started')): Arrange =>
  async (app) => {
    const found = (await app.backend.care()).lengths.length
    if (found !== lengths) await take(app)
  }

const { made, refused, unconfirmed } = stepUp('care.break', 'care.excludeNow')

export default {
  as: 'newcomer',
  starts: { 'the player opens the page “My play”': ({ page }) => page.goto('/user/care') },
  answers: {
    'care.read': {
      'the member is not on a break': left(7),
      'the member is on a break of 7 days': left(5, ({ backend }) => backend.takeBreak('week')),
      'the member is excluded for 6 months': left(2, ({ backend }) => backend.takeBreak('halfYear')),
    },
  },
  children: {
    stepUp: {
      'the exclusion of 6 months has started': made,
      'refused: too many requests': refused('REQUEST_LIMIT'),
      ...unconfirmed,
    },
  },
  // times of the real break, and the page's other settings
  beyond: /202\d|203\d|วงเงิน|เตือน|ทุก\s/,
} satisfies Fixtures<typeof model>
