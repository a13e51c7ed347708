import { satang } from '#contract/money.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import { AMOUNTS, none } from '#e2e/paths/two-pages.ts'
import { INVITE_PERCENTS } from '#server/domain/reward.ts'
import type model from './invite-list.model.ts'

export default {
  as: 'newcomer',
  starts: {
    'the player opens the list of friends': async ({ sandbox, phone, page, invite }) => {
      for (const amount of AMOUNTS)
        await sandbox.bringFriend(phone, satang((amount * 100) / INVITE_PERCENTS.fail), 'lose')
      await page.goto('/user/home?dialog=invite')
      await invite.goOn.click()
    },
  },
  answers: { page: { 'no rows': none('invite.list') } },
} satisfies Fixtures<typeof model>
