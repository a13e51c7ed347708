import type { Fixtures } from '#e2e/paths/fixtures.ts'
import { noon } from '#e2e/paths/time.ts'
import { AMOUNTS, none } from '#e2e/paths/two-pages.ts'
import { slipPicture } from '#server/demo/slip-picture.ts'
import type model from './slip-list.model.ts'

export default {
  as: 'newcomer',
  starts: {
    'the player opens the slips dialog': async (app) => {
      const { page, backend, sandbox, phone } = app
      await noon(app)
      const send = () => backend.sendSlip(slipPicture('100.00'))
      const taken = AMOUNTS.slice(0, -2).map((amount, at) => ({ amount, reference: `PATHS${phone}${at}` }))
      for (const verdict of [...taken, { reason: 'INVALID_SLIP' }]) {
        await send()
        await sandbox.checkSlipByHand(await page.context().newPage(), backend.nameOf(phone), verdict)
      }
      await send()
      await page.goto('/user/statement?dialog=slips')
    },
  },
  answers: { page: { 'no rows': none('statement.slips') } },
} satisfies Fixtures<typeof model>
