import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { READ } from '../../../tests/models/withdraw.model.ts'
import type { Happening, World } from '../world.ts'

const open: Happening = async ({ backend, page }) => {
  await backend.fill(toSatang(1000))
  await page.goto('/user/home?dialog=withdraw')
}

export default {
  as: 'newcomer',
  starts: {
    'the withdrawal is opened': open,
    'the page is loaded again, 500 baht are not answered yet': async (it) => {
      await it.line.free(READ, async () => {
        await open(it)
        await expect(it.withdraw.dialog).toContainText(it.t('withdraw.limits'))
      })
      await it.withdraw.send(toSatang(500))
      await it.line.waiting(['wallet.withdrawAll'])
      await it.page.reload()
      await expect(it.withdraw.dialog).toBeVisible()
    },
  },
  answers: {
    read: {
      'the same, and a bonus is held': async ({ backend }) => {
        if (!(await backend.held()).status) await backend.takeBonus('WELCOME')
      },
    },
    attempt: {
      // while a bonus is held the server would say no
      'it is asked for': async ({ backend }) => {
        if ((await backend.held()).status) await backend.endBonus()
      },
    },
  },
  // the bank account, and what a bonus says of itself
  beyond: /กสิกรไทย|%|250\.00/,
} satisfies World
