import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { test } from '#e2e/pages/test.ts'

const GAME = 'pg'
/** A date and time as shown in refusal messages. */
const TIME = / \d\d\/\d\d\/\d{4} \d\d:\d\d\sน\./
test.use({ as: 'newcomer', isLean: false })

test('a member on a 7-day break can take money out, but cannot put any into play (R574–R576, R579, R658)', async ({
  page,
  backend,
  profile,
  care,
  home,
  transfer,
  deposit,
  withdraw,
  faults,
  t,
}) => {
  faults.expectStatus(403)
  await backend.activate(GAME)
  await backend.fill(satang(100_000))
  await backend.moveInto(GAME, satang(20_000))
  await profile.open()
  await page.getByRole('link', { name: t('page.care') }).click()
  await expect(page).toHaveURL('/user/care')
  await expect(care.fact('deposited')).toHaveText('฿1,000.00')
  await expect(care.fact('net')).toHaveText('฿1,000.00')
  await care.length('week').click()
  await expect(care.alert).toContainText(t('care.stops'))
  await lookInAll(page, 'break-question')
  await care.alert.getByRole('button', { name: t('action.back') }).click()
  await expect(care.alert).toBeHidden()
  await expect(care.onBreak).toBeHidden()
  await care.take('week')
  await expect(care.onBreak).toBeVisible()
  await expect(care.length('day')).toBeHidden()
  await expect(care.length('month')).toBeVisible()

  await home.open()
  await expect(home.break).toBeVisible()
  await lookInAll(page, 'home-on-break')

  await transfer.open()
  await transfer.fill(WALLET, GAME, satang(10_000))
  await transfer.submit.click()
  await expect(transfer.dialog).toContainText(TIME)
  await transfer.open()
  await transfer.move(GAME, WALLET, satang(20_000))

  await deposit.open()
  await deposit.choose('KBANK')
  await deposit.amount.fill('100')
  await deposit.create.click()
  await expect(deposit.sentence).toContainText(TIME)

  await withdraw.open()
  await withdraw.send(satang(10_000))
  await expect(page.getByRole('alertdialog')).toContainText(t('withdraw.done'))
  expect(await backend.inMain()).toBe(satang(90_000))
})

test('a self-exclusion starts only with the right password, and the error for a wrong one is visible on a small phone (R574, R583)', async ({
  page,
  care,
  faults,
  t,
}) => {
  faults.expectStatus(403)
  await page.setViewportSize({ width: 320, height: 640 })
  await care.open()
  await care.take('halfYear')
  await expect(care.password).toHaveAttribute('aria-invalid', 'true')
  await expect(care.password).toBeFocused()
  await lookInAll(page, 'self-exclusion')
  await page.setViewportSize({ width: 320, height: 640 })
  await care.password.fill('wrong-word-1')
  await care.confirm('halfYear').click()
  await expect(care.alert.getByText(t('errorMsg.WRONG_PASSWORD'))).toBeInViewport({ ratio: 1 })
  await expect(care.password).toBeFocused()
  await expect(care.onBreak).toBeHidden()
  await care.password.fill(NEWCOMER.password)
  await care.password.press('Enter')
  await expect(care.onBreak).toBeVisible()
  await page.reload()
  await expect(care.onBreak).toBeVisible()
  await expect(care.length('sixWeeks')).toBeHidden()
  await expect(care.length('year')).toBeVisible()
})

test('My play lists the amounts staked, won and lost in each game in the chosen period (R640)', async ({
  backend,
  sandbox,
  phone,
  care,
  t,
}) => {
  await backend.stake(GAME, satang(50_000))
  await care.open()
  await expect(care.games).toContainText(t('care.games.none'))
  await sandbox.play(phone, GAME, satang(10_000), 'lose')
  await sandbox.play(phone, GAME, satang(2_500), 'win')
  await care.open()
  await expect(care.games.getByRole('listitem')).toHaveText([/125\.00.*25\.00.*100\.00.*−฿75\.00$/])
  await care.period('day').click()
  await expect(care.games.getByRole('listitem')).toHaveText([/125\.00.*25\.00.*100\.00.*−฿75\.00$/])
})
