import { expect, type Page } from '@playwright/test'
import type { Satang } from '#contract/money.ts'
import { parseAmount } from '#contract/typed.ts'
import { gameName } from './game.ts'
import type { Texts } from './texts.ts'

/** The member's home page with its wallet, and the member menu. */
export function homePage(page: Page, t: Texts) {
  const wallet = page.getByRole('region', { name: t('home.main') })
  const inviteBonus = wallet.getByRole('region', { name: t('invite.bonus') })
  const amounts = wallet.getByRole('definition')
  /** Waits until the home page shows the balance from the server. */
  async function settled() {
    await expect(page).toHaveURL(/\/user\/home(\?|$)/)
    await expect(amounts).toHaveCount(2)
    await expect(page.locator('button[aria-busy]')).toHaveCount(0)
  }
  const read = async (place: number): Promise<Satang> => {
    const text = (await amounts.nth(place).textContent()) ?? ''
    const amount = parseAmount(text)
    if (amount === null) throw new Error(`no amount: ${text}`)
    return amount
  }
  return {
    wallet,
    main: amounts.first(),
    deposit: wallet.getByRole('button', { name: t('home.deposit') }),
    withdraw: wallet.getByRole('button', { name: t('home.withdraw') }),
    transfer: wallet.getByRole('button', { name: t('home.transfer') }),
    /** The list of pending deposits and withdrawals. */
    underWay: page.getByRole('region', { name: t('underWay.title') }),
    /** A game's card. */
    game: (code: string) => page.getByRole('button', { name: gameName(code) }),
    refresh: wallet.getByRole('button', { name: t('home.refresh') }),
    fresh: wallet.getByRole('status'),
    /**
     * The shortcuts: the wheel (or, in its place, a button that refreshes all balances), friends, bonuses and the
     * refund.
     */
    wheel: wallet.getByRole('link', { name: t('home.wheel') }),
    refreshAll: wallet.getByRole('button', { name: t('home.refreshAll') }),
    invite: wallet.getByRole('button', { name: t('home.invite'), exact: true }),
    bonus: wallet.getByRole('link', { name: t('home.bonus'), exact: true }),
    refund: wallet.getByRole('button', { name: t('home.refund'), exact: true }),
    /** The invite bonus, and the button that collects it. */
    inviteBonus,
    collect: inviteBonus.getByRole('button', { name: t('invite.collect') }),
    /** The note that says until when a break from play lasts. */
    break: page.getByText(t('home.onBreak', { until: '|' }).split('|')[0] ?? ''),
    logout: page.getByRole('button', { name: t('nav.logout') }),
    conditions: page.getByRole('navigation').getByRole('button', { name: t('nav.conditions') }),
    agreement: page.getByRole('dialog', { name: t('page.agreement') }),
    /** The notice that the outcome of the operation in this dialog is unknown. */
    unsettled: (dialog: 'deposit' | 'withdraw' | 'transfer' | 'game') =>
      page.getByText(t('home.unsettled', { what: t(`page.${dialog}`) })),
    /** The button in that notice. It reopens the dialog. */
    check: page.getByRole('main').getByRole('button', { name: t('action.checkAgain') }),
    settled,
    /** Opens the home page and waits until the balance is shown and nothing is loading. */
    async open(search = '') {
      await page.goto(`/user/home${search}`)
      await settled()
    },
    /** The main wallet's balance, in satang. */
    inMain: () => read(0),
    /** The total balance of all games, in satang. */
    inGames: () => read(1),
  }
}
