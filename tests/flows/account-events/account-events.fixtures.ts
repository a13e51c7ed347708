import { PAGE_SIZE } from '#contract/statement.ts'
import type { Arrange, Fixtures } from '#e2e/paths/fixtures.ts'
import { ROWS } from '#tests/kit/list-model.ts'
import { logins } from '#tests/kit/samples/events.ts'
import type model from './account-events.model.ts'

const rows = logins(ROWS)
/** Replies in place of the server, because the test's own actions would add events to the member's list. */
const answered =
  (events: typeof rows, total: number = ROWS): Arrange =>
  async ({ line }) =>
    line.answer('account.events', { total, events })

export default {
  as: 'newcomer',
  starts: { 'the player opens the security events': ({ page }) => page.goto('/user/profile?dialog=events') },
  answers: {
    page: {
      'the first ten of twelve rows': answered(rows.slice(0, PAGE_SIZE)),
      'the last two of twelve rows': answered(rows.slice(PAGE_SIZE)),
      'no rows': answered([], 0),
    },
  },
} satisfies Fixtures<typeof model>
