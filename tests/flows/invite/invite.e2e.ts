import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { Backend } from '#e2e/pages/backend.ts'
import { NEWCOMER, newPhone, registerPage } from '#e2e/pages/register.ts'
import { injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { bahtIn } from '#e2e/pages/texts.ts'
import { formatAmount } from '#src/lib/format.ts'

const CALL = '**/api/invite/bonus'
const GAME = 'pg'
/** A friend's loss, and the inviter's share of it. Source: D-55. */
const LOSS = satang(100_000)
const SHARE = LOSS * 0.05
test.use({ as: 'newcomer' })

test('a friend registers through the invite link and plays, and the inviter confirms and collects the share once (R7, R85, R86, R100, R103, R104, R122, R169, R341, R342)', async ({
  page,
  browser,
  origin,
  backend,
  home,
  sandbox,
  invite,
  clipboard,
  t,
}, { workerIndex }) => {
  await home.open()
  await home.invite.click()
  await expect(invite.place(1, 2)).toBeAttached()
  await invite.next.click()
  await expect(invite.place(2, 2)).toBeAttached()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(invite.place(1, 2)).toBeAttached()
  await invite.goOn.click()
  await expect(invite.dialog).toContainText(t('invite.emptyLead'))
  await expect(invite.collect).toBeDisabled()
  const link = `${origin}/register?code=PR${await backend.id()}`
  await expect(invite.address).toHaveText(link)
  await invite.copy.click()
  await expect(invite.toasts).toContainText(t('copy.done'))
  expect(await clipboard()).toBe(link)

  await sandbox.turn('registerOTP', false)
  const phone = newPhone(10, workerIndex)
  const other = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const register = registerPage(await other.newPage(), t)
  await register.toProfile(phone, new URL(link).search)
  await register.goOnToBank()
  await register.typeBank(phone)
  await register.finish()
  await other.close()
  const friend = new Backend({ origin, hasAdditions: true }, phone, NEWCOMER.password)
  await friend.stake(GAME, LOSS)
  await sandbox.play(phone, GAME, LOSS, 'lose')

  await invite.open()
  await expect(invite.friends.filter({ hasText: NEWCOMER.name })).toContainText(formatAmount(satang(SHARE)))
  await expect(invite.bonus).toContainText(formatAmount(satang(SHARE)))
  const keys = await injectFirst(page, CALL)
  await invite.collect.click()
  await expect(invite.question).toHaveAccessibleDescription(
    t('invite.confirmBody', { amount: bahtIn(t, satang(SHARE)) }),
  )
  await invite.notNow.click()
  expect(keys).toEqual([])
  await invite.collect.click()
  await invite.confirm.dblclick()
  await expect(invite.toasts).toContainText(t('invite.collected'))
  await expect(home.main).toHaveText(formatAmount(satang(SHARE)))
  await expect(invite.bonus).toContainText(formatAmount(satang(0)))
  await expect(invite.collect).toBeDisabled()
  expect(keys).toHaveLength(1)
  expect(await backend.inMain()).toBe(SHARE)
})

test('if collecting the invite bonus is refused, a toast shows the reason, and the bonus remains (R413, R455, R459)', {
  tag: SMOKE,
}, async ({ page, backend, phone, sandbox, home, invite, faults, t }) => {
  faults.expectStatus(400)
  faults.expectStatus(409)
  await sandbox.bringFriend(phone, LOSS, 'lose')
  await sandbox.inviteOutage()
  await home.open()
  const collect = async (why: string) => {
    await home.collect.click()
    await invite.confirm.click()
    await expect(invite.toasts).toContainText(why)
  }
  const read = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/wallet')
  await collect(t('errorMsg.INVITE_BONUS_FAIL'))
  // the refusal triggers a re-read of the wallet, which must be done before the collection below
  await read
  await expect(home.inviteBonus).toContainText(formatAmount(satang(SHARE)))
  await sandbox.restore()
  await backend.collectInvite()
  await collect(t('errorMsg.INVITE_COLLECT'))
  await expect(home.inviteBonus).toContainText(formatAmount(satang(0)))
  expect(await backend.inMain()).toBe(SHARE)
})

test('if collecting the bonus gets no reply, a reload checks the outcome, and the bonus is collected only once (R341, R413)', {
  tag: NIGHT,
}, async ({ page, backend, phone, sandbox, home, invite, faults, t }) => {
  faults.expect(LOST)
  await sandbox.bringFriend(phone, LOSS, 'lose')
  const keys = await injectFirst(page, CALL, loseAnswer)
  await invite.open()
  await invite.collect.click()
  await invite.confirm.click()
  await expect(invite.unsureBonus).toBeVisible()
  await page.reload()
  await expect(invite.toasts).toContainText(t('invite.collected'))
  expect(new Set(keys).size).toBe(1)
  await invite.goOn.click()
  await expect(invite.bonus).toContainText(formatAmount(satang(0)))
  await expect(home.main).toHaveText(formatAmount(satang(SHARE)))
  expect(await backend.inMain()).toBe(SHARE)
})

test('a bonus collection with an unknown outcome can be dismissed or checked on any page, and its message leaves the page usable on a phone (R341)', {
  tag: NIGHT,
}, async ({ page, backend, phone, sandbox, invite, statement, faults, t }) => {
  faults.expect(LOST)
  await sandbox.bringFriend(phone, LOSS, 'lose')
  const keys: string[] = []
  await page.route(CALL, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 2) return route.continue()
    await loseAnswer(route)
  })
  await invite.open()
  await invite.collect.click()
  await invite.confirm.click()
  await expect(invite.unsureBonus).toBeVisible()
  await page.goto('/user/statement')
  const doubt = page.getByRole('alertdialog', { name: t('invite.bonus') })
  await expect(doubt).toContainText(t('money.unknown'))
  await doubt.getByRole('button', { name: t('action.close') }).click()
  await statement.slipStatus.click()
  await expect(statement.dialog).toBeVisible()
  await page.goto('/user/home')
  await expect(invite.toasts).toContainText(t('invite.collected'))
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
  expect(await backend.inMain()).toBe(SHARE)
})
