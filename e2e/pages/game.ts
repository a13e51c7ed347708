import { expect, type Page } from '@playwright/test'
import { GAMES } from '#server/demo/seed.ts'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/** A game's name. */
export const gameName = (code: string): string => GAMES.find((game) => game.code === code)?.name ?? ''

/** The game account dialog, and the game provider's page. */
export function gameDialog(page: Page, t: Texts) {
  const money = moneyDialog(page, t)
  const { dialog, button, alertButton, fact } = money
  const play = dialog.getByRole('button', {
    name: new RegExp(`^(${t('game.play')}|${t('game.playWith', { amount: '.+' })})$`),
  })
  return {
    ...money,
    play,
    playWithout: button(t('game.playWithout')),
    activate: button(t('game.activate')),
    fill: button(t('game.fill')),
    filled: money.titled(t('transfer.done')),
    reset: button(t('game.reset')),
    question: money.titled(t('game.resetTitle')),
    resetDo: alertButton(t('game.resetDo')),
    back: alertButton(t('action.back')),
    balance: fact(t('game.balance')),
    username: fact(t('game.username')),
    password: fact(t('game.password')),
    show: button(t('login.show')),
    hide: button(t('login.hide')),
    copyUsername: button(t('game.copyUsername')),
    copyPassword: button(t('game.copyPassword')),
    /** The link shown if the browser did not open a tab. */
    link: dialog.getByRole('link', { name: t('game.enter') }),
    apps: dialog.getByRole('region', { name: t('game.apps') }).getByRole('link'),

    /** Opens a game's dialog by navigating to its address. */
    async open(code: string) {
      await page.goto(`/user/home?dialog=game&game=${code}`)
      await expect(dialog.getByRole('heading', { level: 2 })).toHaveAccessibleName(gameName(code))
    },
    /**
     * Clicks `pressed` and waits until the new tab shows the game provider's page. Returns the tab and the username
     * shown there.
     */
    async enter(pressed = play): Promise<{ tab: Page; username: string }> {
      const opening = page.waitForEvent('popup')
      await pressed.click()
      const tab = await opening
      const username = tab.getByText('Signed in as').getByRole('strong')
      await expect(username).toBeVisible()
      return { tab, username: (await username.textContent()) ?? '' }
    },
  }
}
