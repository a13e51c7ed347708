import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { formatAmount } from '#src/lib/format.ts'
import { slipFile } from './pages/bank.ts'
import { gameName } from './pages/game.ts'
import { giftLink } from './pages/gift.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'

const GAME = 'joker2'
const name = gameName(GAME)
test.use({ as: 'newcomer' })

for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    test(
      `a player deposits in three ways, plays, withdraws, and finds everything in the statement, in ${lang} (R3–R5, R10, R134, R241–R243, R552–R554)`,
      { tag: lang === 'th' ? [] : NIGHT },
      async (
        { page, context, backend, sandbox, phone, home, deposit, bank, gift, transfer, game, withdraw, statement, t },
        info,
      ) => {
        test.slow()
        const member = backend.nameOf(phone)
        const holds = (amount: number) => expect(home.main).toHaveText(formatAmount(satang(amount)))
        await home.open()
        await holds(0)

        await test.step('a bank transfer, found by its slip', async () => {
          await home.deposit.click()
          await bank.tab.click()
          await bank.unfold()
          await bank.file.setInputFiles(slipFile(info))
          await bank.submit.click()
          await expect(bank.sent).toBeVisible()
          await bank.gotIt.click()
          await bank.close.click()
          const verdict = { amount: satang(100_000), reference: `E2E${phone}` }
          await sandbox.checkSlipByHand(await context.newPage(), member, verdict)
          await home.refresh.click()
          await holds(100_000)
        })

        await test.step('a gift link, and a QR', async () => {
          await home.deposit.click()
          await gift.tab.click()
          await gift.send(giftLink('50.50'))
          await expect(gift.received).toContainText('50.50')
          await gift.gotIt.click()
          await deposit.dialog.getByRole('tab', { name: t('deposit.qr'), exact: true }).click()
          await deposit.choose('KBANK')
          await sandbox.pay(await deposit.make(satang(10_000)))
          await deposit.transferred.click()
          await holds(115_050)
        })

        await test.step('an account in a game, money into it and back', async () => {
          await home.game(GAME).click()
          await game.activate.click()
          await expect(game.username).toBeVisible()
          await expect(game.username).toHaveText((await backend.credentials(GAME)).username)
          await game.close.click()
          await home.transfer.click()
          await transfer.move(WALLET, GAME, satang(30_000))
          await home.transfer.click()
          await transfer.move(GAME, WALLET, satang(10_000))
          await holds(95_050)
        })

        await test.step('the game in another tab', async () => {
          const { username, password } = await backend.credentials(GAME)
          await home.game(GAME).click()
          const { tab, username: shown } = await game.enter()
          expect(shown).toBe(username)
          expect(tab.url()).not.toContain(password)
          await tab.getByLabel('Amount', { exact: true }).fill('4.50')
          await tab.getByRole('button', { name: 'Win' }).click()
          await expect(tab.getByText('In the game:')).toContainText('1,155.00 baht')
          await tab.close()
          await game.close.click()
          await home.refresh.click()
          await expect(home.game(GAME)).toContainText('1,155.00')
          await holds(0)
          await home.transfer.click()
          await transfer.move(GAME, WALLET, satang(115_500))
          await holds(115_500)
        })

        await test.step('one withdrawal that the bank pays, one that it does not', async () => {
          for (const [word, amount, left] of [
            ['Approve', 20_000, 95_500],
            ['Reject', 15_000, 80_500],
          ] as const) {
            await home.withdraw.click()
            await withdraw.send(satang(amount))
            await expect(withdraw.done).toContainText(t('withdraw.wait'))
            await withdraw.gotIt.click()
            await holds(left)
            await sandbox.settleByHand(await context.newPage(), word, satang(amount), member)
          }
          await home.refresh.click()
          await holds(95_500)
        })

        await test.step('the statement', async () => {
          await page
            .getByRole('navigation')
            .getByRole('link', { name: t('nav.statement') })
            .click()
          await expect(statement.rows).toHaveCount(9)
          const account = `ธนาคารกสิกรไทย …${phone.slice(-4)}`
          const main = t('home.main')
          const rows = (await statement.read()).map(({ type, path, sum, tone, status }) => [
            type,
            path,
            sum,
            tone,
            status,
          ])
          const row = (
            type: 'deposit' | 'transfer' | 'withdraw',
            path: string,
            sum: string,
            tone: 'good' | 'bad' = 'good',
          ) => [t(`statement.type.${type}`), path, sum, tone, t(`statement.status.${tone}`)]
          expect(rows).toEqual([
            row('withdraw', `${main} → ${account}`, '−150.00', 'bad'),
            row('withdraw', `${main} → ${account}`, '−200.00'),
            row('transfer', `${name} → ${main}`, '1,155.00'),
            row('transfer', `${main} → ${name}`, '950.50'),
            row('transfer', `${name} → ${main}`, '100.00'),
            row('transfer', `${main} → ${name}`, '300.00'),
            row('deposit', `KBANK → ${main}`, '+100.00'),
            row('deposit', `TRUEMONEY → ${main}`, '+50.50'),
            row('deposit', `${account} → ${main}`, '+1,000.00'),
          ])
        })
      },
    )
  })
