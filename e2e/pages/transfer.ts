import { expect, type Page } from '@playwright/test'
import { type Satang, toBaht } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { gameName } from './game.ts'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/** The transfer dialog. */
export function transferDialog(page: Page, t: Texts) {
  const money = moneyDialog(page, t, t('page.transfer'))
  const { dialog, amount, gotIt } = money
  const end = (name: string) => dialog.getByRole('combobox', { name, exact: true })
  const from = end(t('transfer.from'))
  const to = end(t('transfer.to'))
  /** Matches the button whether or not its name includes the amount. */
  const submit = dialog.getByRole('button', { name: new RegExp(`^${t('transfer.submit')}( ฿|$)`) })
  const done = money.titled(t('transfer.done'))
  const nameOf = (code: string) => (code === WALLET ? t('home.main') : gameName(code))
  /** Chooses the source and the target, and types the amount. */
  async function fill(source: string, target: string, satang: Satang) {
    await from.selectOption(source)
    await to.selectOption(target)
    await amount.fill(String(toBaht(satang)))
  }
  return {
    ...money,
    from,
    to,
    submit,
    done,
    nameOf,
    fill,
    swap: money.button(t('transfer.swap')),
    /** The balance of the wallet or a game after the transfer. */
    after: (code: string) => money.fact(t('money.afterwards', { place: nameOf(code) })),
    /** Navigates to the dialog's address, with a game as the target if given, and waits for the balances. */
    async open(game?: string) {
      await page.goto(`/user/home?dialog=transfer${game === undefined ? '' : `&game=${game}`}`)
      await expect(from.getByRole('option', { name: t('home.main') })).toBeAttached()
    },
    /** Moves money, and waits for the confirmation. */
    async move(source: string, target: string, satang: Satang) {
      await fill(source, target, satang)
      await submit.click()
      await expect(done).toBeVisible()
      await gotIt.click()
      await expect(dialog).toBeHidden()
    },
  }
}
