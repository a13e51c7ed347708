import { AMOUNTS, none } from '../two-pages.ts'
import type { World } from '../world.ts'

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
