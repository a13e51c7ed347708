import { toSatang } from '#contract/money.ts'
import { slipFile } from '#e2e/pages/bank.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import { noon } from '#e2e/paths/time.ts'
import type model from './slips.model.ts'

export default {
  as: 'newcomer',
  starts: {
    'the player opens the slips dialog': async (app) => {
      const { page, backend, bank, sandbox, statement, phone, info } = app
      await noon(app)
      await bank.send(slipFile(info))
      const checker = await page.context().newPage()
      const verdict = { amount: toSatang(500), reference: `PATHS${phone}` }
      await sandbox.checkSlipByHand(checker, backend.nameOf(phone), verdict)
      await statement.openSlips()
    },
  },
  // only the model has a slip without a picture (250.50 baht)
  beyond: /^250\.50$/,
} satisfies Fixtures<typeof model>
