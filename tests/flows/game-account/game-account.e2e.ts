import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { formatAmount } from '#src/lib/format.ts'

const HIDDEN = '••••••••'

test.describe('a newcomer', () => {
  test.use({ as: 'newcomer' })

  test('sees an alert if a game account cannot be opened, and sees the username and a hidden password once the account is open (R97, R98, R116, R117, R210, R211, R473)', {
    tag: SMOKE,
  }, async ({ page, backend, home, game, sandbox, faults, t }) => {
    faults.expectStatus(400)
    await home.open()
    await expect(home.game('joker2')).toContainText(t('home.closed'))
    await home.game('joker2').click()
    await expect(page).toHaveURL('/user/home?dialog=game&game=joker2')
    await expect(game.dialog).toContainText(t('game.inactive'))
    await expect(game.play).toBeHidden()
    await sandbox.trouble({ opening: 'SLOT_ACTIVATE_FAIL' })
    await game.activate.click()
    await expect(game.refused).toHaveAccessibleDescription(new RegExp(t('errorMsg.SLOT_ACTIVATE_FAIL')))
    await game.gotIt.click()
    await sandbox.restore()
    const keys = await injectFirst(page, '**/api/wallet/activate/joker2')
    await game.activate.dblclick()
    await expect(game.username).toBeVisible()
    await expect(game.username).toHaveText((await backend.credentials('joker2')).username)
    await expect(game.password).toHaveText(HIDDEN)
    expect(keys).toHaveLength(1)
    await expect(game.fill).toBeDisabled()
    await game.close.click()
    await expect(home.game('joker2')).not.toContainText(t('home.closed'))
    await expect(home.unsettled('game')).toBeHidden()
  })

  test('sees app links for a game that a browser cannot open, and an error for an unknown game (R119, R162, R470, D-27)', {
    tag: NIGHT,
  }, async ({ page, backend, game, t }) => {
    await backend.activate('lanterna')
    await game.open('lanterna')
    await expect(game.username).toBeVisible()
    await expect(game.play).toBeHidden()
    await expect(game.apps).toHaveText(['Android', 'iOS'])
    for (const [at, host] of ['https://play.google.com/', 'https://apps.apple.com/'].entries())
      await expect(game.apps.nth(at)).toHaveAttribute('href', new RegExp(`^${host}`))
    await page.goto('/user/home?dialog=game&game=nothing')
    await expect(page.getByRole('dialog', { name: t('page.game') })).toContainText(t('errorMsg.NO_GAME'))
  })
})

test.describe('a member', () => {
  test.use({ as: 'member' })
  test.beforeEach(({ backend }) => backend.fill(satang(50_000)))

  test('can reveal and copy the credentials of a game and reset its password, and the browser never stores the password (R117, R118, R212, R399)', {
    tag: NIGHT,
  }, async ({ page, backend, game, sandbox, clipboard, faults, t }) => {
    faults.expectStatus(400)
    const { username, password } = await backend.credentials('pg')
    await game.open('pg')
    await expect(game.password).toHaveText(HIDDEN)
    await expect(page.locator('body')).not.toContainText(password)
    await game.show.click()
    await expect(game.password).toHaveText(password)
    await game.hide.click()
    await expect(game.password).toHaveText(HIDDEN)
    await game.copyUsername.click()
    await expect.poll(clipboard).toBe(username)
    await game.copyPassword.click()
    await expect.poll(clipboard).toBe(password)
    await expect(page.getByRole('status', { name: t('toast.region') })).toContainText(t('copy.done'))

    await game.reset.click()
    await expect(game.question).toHaveAccessibleDescription(t('game.resetBody'))
    await game.back.click()
    expect((await backend.credentials('pg')).password).toBe(password)
    await sandbox.trouble({ reset: 'SLOT_RESET_PASSWORD_FAIL' })
    await game.reset.click()
    await game.resetDo.click()
    await expect(game.refused).toHaveAccessibleDescription(new RegExp(t('errorMsg.SLOT_RESET_PASSWORD_FAIL')))
    await game.gotIt.click()
    await sandbox.restore()
    await game.reset.click()
    await game.resetDo.click()
    await expect(game.question).toBeHidden()
    await game.show.click()
    const { password: other } = await backend.credentials('pg')
    expect(other).not.toBe(password)
    await expect(game.password).toHaveText(other)
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]))).not.toContain(
      other,
    )
    await game.close.click()
    await expect(page.locator('html')).not.toContainText(other)
  })

  test('can move the whole main wallet into a game unless the wallet is empty (R120, R333, R397, D-28)', {
    tag: NIGHT,
  }, async ({ backend, home, game }) => {
    const [main, there] = [await backend.inMain(), await backend.inGame('imi')]
    await game.open('imi')
    await expect(game.balance).toContainText(formatAmount(there))
    await game.fill.click()
    await expect(game.filled).toBeVisible()
    await game.gotIt.click()
    await expect(game.balance).toContainText(formatAmount(satang(there + main)))
    await expect(game.fill).toBeDisabled()
    await expect(home.main).toHaveText('0.00')
    expect(await backend.inGame('imi')).toBe(there + main)
  })

  test('gets only one new password if a reset gets no reply and is then checked with the same idempotency key (R330)', {
    tag: NIGHT,
  }, async ({ page, backend, game, faults, t }) => {
    faults.expect(LOST)
    const keys = await injectFirst(page, '**/api/wallet/resetpassword/circus', loseAnswer)
    await game.open('circus')
    await game.reset.click()
    await game.resetDo.click()
    await expect(game.dialog.getByRole('alert')).toHaveText(t('game.unsure'))
    const { password } = await backend.credentials('circus')
    await game.check.click()
    await game.show.click()
    await expect(game.password).toHaveText(password)
    expect(keys).toEqual([keys[0], keys[0]])
    expect((await backend.credentials('circus')).password).toBe(password)
  })
})
