import type { Fixtures } from '#e2e/paths/fixtures.ts'
import { AMOUNTS, none } from '#e2e/paths/two-pages.ts'
import type model from './statement.model.ts'

export default {
  as: 'newcomer',
  starts: {
    'the player opens the statement': async ({ backend, page }) => {
      for (const amount of AMOUNTS) await backend.add(amount)
      await page.goto('/user/statement')
    },
  },
  answers: { page: { 'no rows': none('statement.list') } },
} satisfies Fixtures<typeof model>
