import { toSatang } from '#contract/money.ts'
import { PAGE_SIZE } from '#contract/statement.ts'
import { DEMO } from '#server/seed.ts'
import type { World } from '../world.ts'

/** Two full pages, the newest row first: 100.00 to 100.09 baht on each. */
const rows = Array.from({ length: 2 * PAGE_SIZE }, (_, at) => toSatang(100) + (PAGE_SIZE - 1 - (at % PAGE_SIZE)))

export default {
  as: 'newcomer',
  starts: {
    'the statement is opened': async ({ backend, page }) => {
      for (const row of rows) await backend.add(row)
      await page.goto('/user/statement')
    },
  },
  answers: {
    page: {
      // what is in a statement stays: somebody asks who has none
      'there are none': async ({ backend, line }) =>
        line.askAs('statement.list', await backend.as(DEMO.bonus.username).signIn()),
    },
  },
} satisfies World
