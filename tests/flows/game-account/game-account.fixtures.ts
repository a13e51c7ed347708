import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { bahtIn } from '#e2e/pages/texts.ts'
import { COPIES, holdCopies } from '#e2e/paths/copies.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import type model from './game-account.model.ts'

const GAME = 'pg'
/** Tests in which money is out of reach. */
const ELSEWHERE = 'usun'
const ALL = toSatang(1500.5)
const fill = ({ backend }: It) => backend.fill(ALL)

/** Runs while the dialog loads; the balance then stays the same. */
const reading = (it: It, that: () => Promise<unknown>) =>
  it.line.free(['wallet.get'], async () => {
    await that()
    await expect(it.game.balance.or(it.game.dialog.getByText(it.t('game.inactive'), { exact: true }))).toBeVisible()
  })
const open = (it: It) => reading(it, () => it.game.open(GAME))
const again = (it: It) => reading(it, () => it.page.reload())
/** There is money in the main wallet, and the page learns it when the games have answered. */
const money: Arrange = async (it) => {
  await fill(it)
  const note = it.game.dialog.getByText(it.t('game.playNote', { amount: bahtIn(it.t, ALL) }))
  if (await note.isVisible()) return
  await it.line.free(['wallet.get'], async () => {
    await it.line.letThrough(['wallet.refresh'])
    await expect(note).toBeVisible()
  })
}
/** A copy that ends was started before. */
const copied =
  (ending: Arrange): Arrange =>
  async (it) => {
    await it.game.copyUsername.click()
    await ending(it)
  }

export default {
  as: 'newcomer',
  held: ['wallet.get', 'wallet.refresh'],
  starts: {
    'an open account is opened': async (it) => {
      await it.backend.activate(GAME)
      await open(it)
      await holdCopies(it.page, 'game-account')
    },
    'an account that is not open is opened': async (it) => {
      await open(it)
      await holdCopies(it.page, 'game-account')
    },
    'the page is reloaded while the account was being filled': async (it) => {
      for (const game of [GAME, ELSEWHERE]) await it.backend.activate(game)
      await fill(it)
      await it.line.free(['wallet.account'], async () => {
        await open(it)
        await it.game.fill.click()
      })
      await it.line.waiting(['wallet.transferAll'])
      await it.backend.moveInto(ELSEWHERE, ALL)
      await again(it)
      await holdCopies(it.page, 'game-account')
    },
    'the page is reloaded while the account was being opened': async (it) => {
      await open(it)
      await it.game.activate.click()
      await it.line.waiting(['wallet.activate'])
      await again(it)
    },
    'the page is reloaded while the password was being replaced': async (it) => {
      await it.backend.activate(GAME)
      await it.line.free(['wallet.account'], async () => {
        await open(it)
        await it.game.reset.click()
        await it.game.resetDo.click()
      })
      await it.line.waiting(['wallet.resetpassword'])
      await again(it)
      await holdCopies(it.page, 'game-account')
    },
  },
  answers: {
    attempt: {
      'it succeeds (a fill has moved 1,500.50 baht)': fill,
      'the account was open already': async (it) => {
        if (it.line.isWaiting('wallet.activate')) await it.backend.activate(GAME)
      },
    },
    enter: {
      // the player has closed it in the meantime
      'the browser opened no tab': async ({ page }) => {
        for (const tab of page.context().pages()) if (tab !== page) await tab.close()
      },
    },
  },
  before: {
    'the player moves all money into the game': money,
    'the player plays, with money in the main wallet': money,
  },
  events: Object.fromEntries(Object.entries(COPIES).map(([words, ending]) => [words, copied(ending)])),
  // the game holds what was moved into it
  beyond: /^฿1,500\.50$/,
} satisfies Fixtures<typeof model>
