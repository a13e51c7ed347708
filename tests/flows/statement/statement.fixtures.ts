import { AMOUNTS, none } from '#e2e/paths/two-pages.ts'
import type { World } from '#e2e/paths/world.ts'

export default {
  as: 'newcomer',
  starts: {
    'the statement is opened': async ({ backend, page }) => {
      for (const amount of AMOUNTS) await backend.add(amount)
      await page.goto('/user/statement')
    },
  },
  answers: { page: { 'there are none': none('statement.list') } },
} satisfies World
