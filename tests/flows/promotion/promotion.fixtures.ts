import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './promotion.model.ts'

const GOOD = 'LUCKY50'
const FOUND = 'promotion.find answers: the promotion'

export default {
  as: 'newcomer',
  starts: {
    'the player opens the promotion form': ({ bonus }) => bonus.open(),
    'the page is reloaded while a promotion is being claimed': async ({ bonus, line, page }) => {
      await bonus.open()
      await bonus.find(GOOD)
      await line.letThrough(['promotion.find'])
      await bonus.receive.click()
      await line.waiting(['promotion.activate'])
      await page.reload()
      await line.waiting(['promotion.activate'])
    },
  },
  answers: {
    'promotion.find': {
      // this code exists, so the real server would find it again
      'no promotion': async ({ bonus, line }) => {
        if ((await bonus.code.inputValue()) === GOOD) line.answer('promotion.find', null)
      },
    },
    attempt: {
      // an active bonus hides the form, so the bonus is ended elsewhere before the page checks for an active bonus
      'the promotion is claimed': ({ page, backend }) =>
        page.route(
          '**/api/bonus/check/active',
          async (route) => {
            await backend.endBonus()
            await route.fallback()
          },
          { times: 1 },
        ),
    },
  },
  says: {
    songkran50: ({ rest }) =>
      rest.find((words) => words.startsWith('promotion.find')) === FOUND ? GOOD : 'SONGKRAN50',
  },
  // the operator's text about the percentage
  beyond: /30%/,
} satisfies Fixtures<typeof model>
