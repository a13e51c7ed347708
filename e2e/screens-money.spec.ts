import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { WALLET } from '#contract/transfer.ts'
import { isPhone, looker } from './pages/look.ts'
import { blockTabs, LOST, play, really, refusal } from './pages/spoil.ts'
import { test } from './pages/test.ts'

const GAME = 'usun'
const DONE = { json: {} }
const CREDENTIALS = { json: { username: 'lanterna-0812345678', password: 'ABCD-2345-wxyz' } }
/** More than most players ever have, and a game of which there are only apps. */
const rich = (page: Page) =>
  page.route('**/api/wallet', async (route) => {
    const response = await really(route)
    const overview = await response.json()
    overview.wallet.amount = 9_999_999.99
    for (const slot of overview.slots) {
      if (slot.code === GAME) Object.assign(slot, { amount: 1_234_567.89, ftWalletSlot: 10 })
      if (slot.code === 'lanterna') slot.isActive = true
    }
    await route.fulfill({ response, json: overview })
  })

test.use({ as: 'member' })
test.beforeEach(({ page }) => rich(page))

for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    test(`transfer and withdrawal in ${lang} (R112–R115, R264–R268, R395–R398, WCAG 2.2 AA)`, async ({
      page,
      home,
      transfer,
      withdraw,
      faults,
      t,
    }, info) => {
      const see = looker(page, '', info, lang)
      await transfer.open()
      await see('transfer')
      await transfer.fill(WALLET, GAME, 12_345_678)
      await see('transfer-filled')
      if (isPhone(info)) {
        faults.expectStatus(400)
        faults.expect(LOST)
        await transfer.to.selectOption(WALLET)
        await transfer.submit.click()
        await expect(transfer.problem).toHaveText(t('transfer.same'))
        await see('transfer-same')
        await play(page, '**/api/wallet/transfer', refusal('TRANSFER_FAIL'), null, DONE)
        await transfer.fill(WALLET, GAME, 12_345_678)
        await transfer.submit.click()
        await expect(transfer.refused).toBeVisible()
        await see('transfer-refused')
        await transfer.gotIt.click()
        await transfer.submit.click()
        await expect(transfer.unsure).toBeVisible()
        await see('transfer-unsure')
        await transfer.close.click()
        await expect(home.unsettled('transfer')).toBeVisible()
        await see('home-unsettled')
        await home.check.click()
        await expect(transfer.done).toBeVisible()
        await see('transfer-done')
        await page.route('**/api/lookup/withdraw', (route) => route.abort(), { times: 1 })
        await page.goto('/user/home?dialog=withdraw')
        await expect(withdraw.dialog).toContainText(t('withdraw.failed'))
        await see('withdraw-unavailable')
      }

      await withdraw.open()
      await withdraw.all.click()
      await expect(withdraw.amount).toHaveValue('50,000.00')
      await see('withdraw')
      if (isPhone(info)) {
        await withdraw.amount.fill('9,999,999.99')
        await withdraw.submit.click()
        await expect(withdraw.problem).toBeVisible()
        await see('withdraw-most')
      }
      await withdraw.amount.fill('10,000,000')
      await expect(withdraw.problem).toBeVisible()
      await expect(withdraw.submit).toBeDisabled()
      await see('withdraw-too-much')
      await withdraw.ask(5_000_000)
      await see('withdraw-confirm')
      await play(page, '**/api/wallet/withdrawAll', DONE)
      await withdraw.confirm.click()
      await expect(withdraw.done).toBeVisible()
      await see('withdraw-done')
    })

    test(`game accounts in ${lang} (R96–R98, R116–R120, WCAG 2.2 AA)`, async ({
      page,
      home,
      game,
      faults,
      t,
    }, info) => {
      const see = looker(page, '', info, lang)
      await blockTabs(page)
      await home.open()
      await see('home-rich')
      await home.game('orbiten').click()
      await expect(game.activate).toBeVisible()
      await see('game-inactive')
      await game.close.click()
      await home.game(GAME).click()
      await expect(game.username).toBeVisible()
      await game.show.click()
      await see('game')
      if (isPhone(info)) {
        faults.expect(LOST)
        await game.reset.click()
        await expect(game.question).toBeVisible()
        await see('game-reset')
        await game.back.click()
        await play(page, '**/api/wallet/transferAll', DONE, DONE)
        await game.fill.click()
        await expect(game.filled).toBeVisible()
        await see('game-filled')
        await game.gotIt.click()
        await game.play.click()
        await expect(game.link).toBeVisible()
        await see('game-blocked')
        await page.route('**/api/wallet/account/imi', (route) => route.abort(), { times: 1 })
        await game.close.click()
        await home.game('imi').click()
        await expect(game.dialog).toContainText(t('game.unreadable'))
        await see('game-unreadable')
        await game.close.click()
      } else await game.close.click()
      await play(page, '**/api/wallet/account/lanterna', CREDENTIALS)
      await home.game('lanterna').click()
      await expect(game.apps.first()).toBeVisible()
      await see('game-apps')
      if (!isPhone(info)) return
      await page.goto('/user/home?dialog=game&game=nothing')
      await expect(page.getByRole('dialog', { name: t('page.game') })).toContainText(t('errorMsg.NO_GAME'))
      await see('game-none')
    })
  })
