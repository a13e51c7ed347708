import type { Fixtures } from '#e2e/paths/fixtures.ts'
import { first, last } from '#tests/kit/samples/data-pages.ts'
import type model from './data-export.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the player opens the dialog “My data”': ({ page }) => page.goto('/user/profile?dialog=data') },
  // the test fakes the replies, because a real member's data has more pages than the path loads
  answers: {
    'data.page': {
      'a page, and more pages follow': async ({ line }) => line.answer('data.page', first),
      'the last page': async ({ line }) => line.answer('data.page', last),
    },
  },
  events: {
    'the browser cannot save the file': ({ send }) => send('export.saveFailed', {}),
  },
} satisfies Fixtures<typeof model>
