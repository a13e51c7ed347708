import { AMOUNTS, none } from '#e2e/paths/two-pages.ts'
import type { World } from '#e2e/paths/world.ts'
import { INVITE_PERCENTS } from '#server/reward.ts'

export default {
  as: 'newcomer',
  starts: {
    'the friends are shown': async ({ sandbox, phone, page, invite }) => {
      for (const amount of AMOUNTS) await sandbox.bringFriend(phone, (amount * 100) / INVITE_PERCENTS.fail, 'lose')
      await page.goto('/user/home?dialog=invite')
      await invite.goOn.click()
    },
  },
  answers: { page: { 'there are none': none('invite.list') } },
} satisfies World
