import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { gameName } from '#e2e/pages/game.ts'
import { blockTabs, injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { formatAmount } from '#src/lib/format.ts'

test.use({ as: 'member' })
test.beforeEach(({ backend }) => backend.fill(satang(50_000)))

// one game for each kind of login: by username, by username and password, by a form (R357–R358, D-26, D-27)
for (const code of ['joker2', 'usun', 'ufabet'])
  test(`playing ${gameName(code)} moves the main wallet’s money into the game and opens the game in a new tab without the password in the address (R119, R121, R333, R357, R358, D-26, D-27)`, {
    tag: code === 'usun' ? [] : NIGHT,
  }, async ({ backend, game }) => {
    const [main, there] = [await backend.inMain(), await backend.inGame(code)]
    const { username, password } = await backend.credentials(code)
    await game.open(code)
    const { tab, username: shown } = await game.enter()
    expect(shown).toBe(username)
    expect(tab.url()).not.toContain(password)
    await expect(tab).toHaveURL(`/sandbox/game/${code}`)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(gameName(code))
    await expect(tab.getByText('In the game:')).toContainText(`${formatAmount(satang(there + main))} baht`)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    expect(await backend.inGame(code)).toBe(there + main)
    expect(await backend.inMain()).toBe(0)
  })

test('a game with money opens with that money only, and leaves the main wallet as it is (R659)', async ({
  backend,
  game,
}) => {
  const [main, there] = [await backend.inMain(), await backend.inGame('usun')]
  await game.open('usun')
  const { tab } = await game.enter(game.playWithout)
  await expect(tab.getByText('In the game:')).toContainText(`${formatAmount(there)} baht`)
  expect([await backend.inMain(), await backend.inGame('usun')]).toEqual([main, there])
})

test('the credentials from the dialog log the player in to a game that has no automatic login (R117, R119)', {
  tag: NIGHT,
}, async ({ page, backend, game }) => {
  await game.open('livedeal')
  const opening = page.waitForEvent('popup')
  await game.play.click()
  const tab = await opening
  await game.show.click()
  await tab.getByRole('textbox', { name: 'Username' }).fill((await game.username.textContent()) ?? '')
  await tab.getByRole('textbox', { name: 'Password' }).fill((await game.password.textContent()) ?? '')
  await tab.getByRole('button', { name: 'Log in' }).click()
  await expect(tab.getByText('In the game:')).toContainText(`${formatAmount(await backend.inGame('livedeal'))} baht`)
})

test('a player gets a link if the browser blocks the tab (R119)', { tag: NIGHT }, async ({
  page,
  backend,
  game,
  t,
}) => {
  await blockTabs(page)
  const { username } = await backend.credentials('joker2')
  await game.open('joker2')
  await game.play.click()
  await expect(game.dialog).toContainText(t('game.blocked'))
  expect((await game.enter(game.link)).username).toBe(username)
})

test('if the game refuses a transfer, an error is shown, the tab closes and the money stays in the main wallet (R395, R478)', {
  tag: NIGHT,
}, async ({ context, backend, game, sandbox, faults, t }) => {
  faults.expectStatus(400)
  const main = await backend.inMain()
  await sandbox.gameOutage()
  await game.open('usun')
  await game.play.click()
  await expect(game.refused).toHaveAccessibleDescription(t('errorMsg.TRANSFER_FAIL'))
  await expect.poll(() => context.pages().length).toBe(1)
  await game.gotIt.click()
  await expect(game.play).toBeEnabled()
  expect(await backend.inMain()).toBe(main)
})

test('a transfer that gets no reply closes the tab, is shown as unknown, and moves the money only once even after a reload (R333)', {
  tag: NIGHT,
}, async ({ page, context, backend, game, faults }) => {
  faults.expect(LOST)
  const [main, there] = [await backend.inMain(), await backend.inGame('usun')]
  const keys = await injectFirst(page, '**/api/wallet/transferAll', loseAnswer)
  await game.open('usun')
  await game.play.click()
  await expect(game.unsure).toBeVisible()
  await expect.poll(() => context.pages().length).toBe(1)
  await page.reload()
  await expect(game.filled).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  await game.gotIt.click()
  await expect(game.balance).toContainText(formatAmount(satang(there + main)))
  expect(await backend.inGame('usun')).toBe(there + main)
})
