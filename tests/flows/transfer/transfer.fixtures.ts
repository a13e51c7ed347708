import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import type model from './transfer.model.ts'

const GAME = 'pg'
/** Puts money into the game and the main wallet. */
async function fill({ backend }: It) {
  await backend.stake(GAME, toSatang(500))
  await backend.fill(toSatang(1000))
}
const open =
  (game?: string): Arrange =>
  async (app) => {
    await fill(app)
    await app.transfer.open(game)
  }

export default {
  as: 'newcomer',
  starts: {
    'the player opens the transfer dialog': open(),
    'the player opens the transfer dialog, with Moonreel as the destination': open(GAME),
    'the player opens the transfer dialog from the withdrawal, with 500 baht from Moonreel filled in': async (app) => {
      await fill(app)
      await app.home.open()
      await app.home.withdraw.click()
      await app.withdraw.amount.fill('1001')
      await app.withdraw.bringBack(GAME).click()
    },
    'the page is reloaded before the server has responded to a transfer of 500 baht into Moonreel': async (app) => {
      await open()(app)
      await app.transfer.fill(WALLET, GAME, toSatang(500))
      await app.transfer.submit.click()
      await app.line.waiting(['wallet.transfer'])
      await app.page.reload()
      await app.line.waiting(['wallet.transfer'])
      await expect(app.transfer.dialog).toBeVisible()
    },
  },
} satisfies Fixtures<typeof model>
