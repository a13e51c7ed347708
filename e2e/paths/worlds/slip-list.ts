import { slipPicture } from '#server/slip-picture.ts'
import { noon } from '../time.ts'
import { AMOUNTS, none } from '../two-pages.ts'
import type { World } from '../world.ts'

export default {
  as: 'newcomer',
  starts: {
    'the slips are opened': async (it) => {
      await noon(it)
      const picture = slipPicture('100.00')
      for (const _ of AMOUNTS) await it.backend.sendSlip(picture)
      await it.page.goto('/user/statement?dialog=slips')
    },
  },
  answers: { page: { 'there are none': none('statement.slips') } },
} satisfies World
