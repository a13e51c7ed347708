import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './attempt.model.ts'

const GAME = 'pg'
const AMOUNT = toSatang(100)

export default {
  as: 'newcomer',
  starts: {
    'the player has confirmed': async ({ backend, transfer }) => {
      await backend.activate(GAME)
      await backend.fill(AMOUNT)
      await transfer.open()
      await transfer.fill(WALLET, GAME, AMOUNT)
      await transfer.submit.click()
    },
  },
} satisfies Fixtures<typeof model>
