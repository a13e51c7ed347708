import { expect, type Page } from '@playwright/test'
import type { Satang } from '#contract/money.ts'
import { parseAmount } from '#contract/typed.ts'
import { gameName } from './game.ts'
import type { Texts } from './texts.ts'

/** The member's start page with its wallet, and the member's menu. */
export function homePage(page: Page, t: Texts) {
  const wallet = page.getByRole('region', { name: t('home.main') })
  const inviteBonus = wallet.getByRole('region', { name: t('invite.bonus') })
  const amounts = wallet.getByRole('definition')
  /** Expects the home page with the server's balance. */
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
    /** The money under way. */
    underWay: page.getByRole('region', { name: t('underWay.title') }),
    /** The card of a game. */
    game: (code: string) => page.getByRole('button', { name: gameName(code) }),
    refresh: wallet.getByRole('button', { name: t('home.refresh') }),
    fresh: wallet.getByRole('status'),
    /** The links: to the wheel with the coins (or a refresh of all balances), to friends, bonuses, the refund. */
    wheel: wallet.getByRole('link', { name: t('home.wheel') }),
    refreshAll: wallet.getByRole('button', { name: t('home.refreshAll') }),
    invite: wallet.getByRole('button', { name: t('home.invite'), exact: true }),
    bonus: wallet.getByRole('link', { name: t('home.bonus'), exact: true }),
    refund: wallet.getByRole('button', { name: t('home.refund'), exact: true }),
    /** The amount of the invite bonus, and the button that collects it. */
    inviteBonus,
    collect: inviteBonus.getByRole('button', { name: t('invite.collect') }),
    logout: page.getByRole('button', { name: t('nav.logout') }),
    conditions: page.getByRole('navigation').getByRole('button', { name: t('nav.conditions') }),
    agreement: page.getByRole('dialog', { name: t('page.agreement') }),
    /** Reports that the outcome of a dialog is unknown. */
    unsettled: (dialog: 'deposit' | 'withdraw' | 'transfer' | 'game') =>
      page.getByText(t('home.unsettled', { what: t(`page.${dialog}`) })),
    /** Opens that dialog again. */
    check: page.getByRole('main').getByRole('button', { name: t('action.checkAgain') }),
    settled,
    /** Opens home and waits until the balance is loaded and nothing is loading. */
    async open(search = '') {
      await page.goto(`/user/home${search}`)
      await settled()
    },
    /** The balance of the main wallet, in satang. */
    inMain: () => read(0),
    /** The balance of all games, in satang. */
    inGames: () => read(1),
  }
}
