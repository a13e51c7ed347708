import { INVITE_PERCENTS } from '#server/reward.ts'
import { AMOUNTS, none } from '../two-pages.ts'
import type { World } from '../world.ts'

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
