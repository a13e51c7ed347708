import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { bahtIn } from '#e2e/pages/texts.ts'
import { COPIES, holdCopies } from '#e2e/paths/copies.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import type model from './game-account.model.ts'

const GAME = 'pg'
/** The game that holds the money while the main wallet must be empty. */
const ELSEWHERE = 'usun'
const ALL = toSatang(1500.5)
const fill = ({ backend }: It) => backend.fill(ALL)

/** Runs `that` and waits for the dialog to load. Then holds `wallet.get` again, so that the balance stays the same. */
const reading = (app: It, that: () => Promise<unknown>) =>
  app.line.free(['wallet.get'], async () => {
    await that()
    await expect(app.game.balance.or(app.game.dialog.getByText(app.t('game.inactive'), { exact: true }))).toBeVisible()
  })
const open = (app: It) => reading(app, () => app.game.open(GAME))
const again = (app: It) => reading(app, () => app.page.reload())
/** Puts money into the main wallet, and waits until the page shows it after the games are refreshed. */
const money: Arrange = async (app) => {
  await fill(app)
  const button = app.game.button(app.t('game.playWith', { amount: bahtIn(app.t, ALL) }))
  if (await button.isVisible()) return
  await app.line.free(['wallet.get'], async () => {
    await app.line.letThrough(['wallet.refresh'])
    await expect(button).toBeVisible()
  })
}
/** Starts a copy, then completes or refuses it. */
const copied =
  (ending: Arrange): Arrange =>
  async (app) => {
    await app.game.copyUsername.click()
    await ending(app)
  }

export default {
  as: 'newcomer',
  held: ['wallet.get', 'wallet.refresh'],
  starts: {
    'the player opens the dialog of an activated account': async (app) => {
      await app.backend.activate(GAME)
      await open(app)
      await holdCopies(app.page, 'game-account')
    },
    'the player opens the dialog of an account that is not activated': async (app) => {
      await open(app)
      await holdCopies(app.page, 'game-account')
    },
    'the page is reloaded while money is being moved into the game': async (app) => {
      for (const game of [GAME, ELSEWHERE]) await app.backend.activate(game)
      await fill(app)
      await app.line.free(['wallet.account'], async () => {
        await open(app)
        await app.game.fill.click()
      })
      await app.line.waiting(['wallet.transferAll'])
      await app.backend.moveInto(ELSEWHERE, ALL)
      await again(app)
      await holdCopies(app.page, 'game-account')
    },
    'the page is reloaded while the account is being activated': async (app) => {
      await open(app)
      await app.game.activate.click()
      await app.line.waiting(['wallet.activate'])
      await again(app)
    },
    'the page is reloaded while the password is being replaced': async (app) => {
      await app.backend.activate(GAME)
      await app.line.free(['wallet.account'], async () => {
        await open(app)
        await app.game.reset.click()
        await app.game.resetDo.click()
      })
      await app.line.waiting(['wallet.resetpassword'])
      await again(app)
      await holdCopies(app.page, 'game-account')
    },
  },
  answers: {
    attempt: {
      'the request succeeds (any amount moved: 1,500.50 baht)': fill,
      'the account was already activated': async (app) => {
        if (app.line.isWaiting('wallet.activate')) await app.backend.activate(GAME)
      },
    },
    enter: {
      // closes the tab that the real browser did open, as a player might
      'the browser did not open a tab': async ({ page }) => {
        for (const tab of page.context().pages()) if (tab !== page) await tab.close()
      },
    },
  },
  before: {
    'the player moves all money into the game': money,
    'the player starts the game with all money in the main wallet': money,
  },
  events: Object.fromEntries(Object.entries(COPIES).map(([words, ending]) => [words, copied(ending)])),
  // the game's balance after money was moved into it
  beyond: /^฿1,500\.50$/,
} satisfies Fixtures<typeof model>
