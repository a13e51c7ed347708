import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { type Fixtures, never } from '#e2e/paths/fixtures.ts'
import type model from './attempt.model.ts'

const GAME = 'pg'
const AMOUNT = toSatang(100)

export default {
  as: 'newcomer',
  starts: {
    'the player has confirmed': async ({ backend, transfer, line }) => {
      await backend.activate(GAME)
      await backend.fill(AMOUNT)
      await line.free(['lookup.active', 'wallet.get'], async () => {
        await transfer.open()
        await transfer.fill(WALLET, GAME, AMOUNT)
      })
      await transfer.submit.click()
    },
    'the page is reloaded before the server has responded': never('the page has kept it since a path of its own'),
  },
  passing: ['preparing'],
  known: ['terms'],
  answers: {
    terms: {
      'sending the request again is safe': async () => {},
      'sending the request again could make the change twice': never('this backend recognises it'),
      'no answer': never('home has asked before, and knows'),
    },
  },
} satisfies Fixtures<typeof model>
