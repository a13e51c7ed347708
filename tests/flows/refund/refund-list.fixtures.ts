import { DAY } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import { AMOUNTS, none } from '#e2e/paths/two-pages.ts'
import { REFUND_PERCENTS } from '#server/domain/reward.ts'
import type model from './refund-list.model.ts'

const GAME = 'pg'

export default {
  as: 'newcomer',
  starts: {
    'the player opens the list of refunds': async ({ backend, sandbox, phone, page, refund }) => {
      await backend.activate(GAME)
      for (const [day, amount] of AMOUNTS.entries()) {
        const stake = (amount * 100) / REFUND_PERCENTS.fail
        await sandbox.ahead((day * DAY) / 1000)
        await backend.fill(satang(stake))
        await backend.moveInto(GAME, satang(stake))
        await sandbox.play(phone, GAME, satang(stake), 'lose')
        await backend.receiveRefund()
      }
      // signs in only now, because an earlier session would have expired during the days that the clock skipped
      const token = await backend.signIn()
      await page.addInitScript((token) => localStorage.setItem('token', token), token)
      await page.goto('/user/home?dialog=refund')
      await refund.goOn.click()
    },
  },
  answers: { page: { 'no rows': none('refund.list') } },
} satisfies Fixtures<typeof model>
