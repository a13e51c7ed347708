import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { holdBack, injectFirst, LOST, loseAnswer } from './pages/spoil.ts'
import { NIGHT, SMOKE } from './pages/tags.ts'
import { test } from './pages/test.ts'
import { bahtIn } from './pages/texts.ts'

const GAME = 'pg'
const WELCOME = satang(10_000)
const PROMOTION = { code: 'KRAPAO100', amount: 10_000, percentFail: 20 }
test.use({ as: 'newcomer' })

test('during a bonus the withdraw dialog says how much turnover is left, and ending the bonus empties the game accounts and removes the bonus money (R6, R24, R25, R222, R224, R228–R232, R411, R662, R666, D-16)', async ({
  backend,
  bonus,
  withdraw,
  t,
}) => {
  await bonus.open()
  await bonus.card('WELCOME').getByRole('button').click()
  await expect(bonus.fact(t('bonus.type.limit'))).toHaveText(t('bonus.often.limit', { n: 1 }))
  await expect(bonus.details).toContainText('10%')
  await bonus.takeIt.click()
  await expect(bonus.saved).toBeVisible()
  await bonus.gotIt.click()
  await expect(bonus.current).toContainText(t('bonus.type.limit'))
  await expect(bonus.current).toContainText(t('bonus.remaining', { amount: bahtIn(t, WELCOME) }))
  await expect(bonus.card('WELCOME')).toContainText(t('bonus.state.current'))
  await expect(bonus.code).toBeHidden()

  await withdraw.open()
  await expect(withdraw.dialog).toContainText(t('withdraw.whole'))
  await expect(withdraw.dialog).toContainText(t('bonus.remaining', { amount: bahtIn(t, WELCOME) }))
  await expect(withdraw.submit).toHaveCount(0)
  expect(await backend.inMain()).toBe(WELCOME)

  await backend.fill(satang(WELCOME * 2))
  await backend.stake(GAME, WELCOME)
  await bonus.open()
  await bonus.end.click()
  await expect(bonus.question).toHaveAccessibleDescription(
    new RegExp(`^${t('bonus.endBody')} ${t('home.games')} .* ${t('bonus.takesBack')} `),
  )
  await bonus.keep.click()
  await expect(bonus.current).toBeVisible()
  await bonus.end.click()
  await bonus.endIt.click()
  await expect(bonus.ended).toHaveAccessibleDescription(t('errorMsg.BONUS_CLEAR'))
  await bonus.gotIt.click()
  await expect(bonus.code).toBeVisible()
  await expect(bonus.current).toBeHidden()
  expect(await backend.inGame(GAME)).toBe(0)
  const main = await backend.inMain()

  await backend.fill(WELCOME)
  await withdraw.open()
  await expect(withdraw.dialog).not.toContainText(t('withdraw.whole'))
  await withdraw.send(WELCOME)
  await expect(withdraw.done).toBeVisible()
  expect([main, await backend.inMain()]).toEqual([0, 0])
})

test('the player sees why a bonus cannot be claimed, on its card or in the server’s refusal (R223, R225–R227, R411, R448–R453, D-35, D-36)', {
  tag: NIGHT,
}, async ({ backend, bonus, faults, page, t }) => {
  faults.expectStatus(400)
  for (const code of ['WELCOME', 'DAILY']) {
    await backend.takeBonus(code)
    await backend.endBonus()
  }
  await bonus.open()
  for (const [code, why] of [
    ['WELCOME', t('bonus.full.limit')],
    ['DAILY', t('bonus.full.day')],
  ] as const) {
    await expect(bonus.card(code)).toContainText(t('bonus.state.full'))
    await expect(bonus.card(code)).toContainText(why)
    await expect(bonus.card(code).getByRole('button')).toHaveCount(0)
  }
  for (const [code, why] of [
    ['FIRST', t('bonus.blocked.gone')],
    ['WEEKLY', t('bonus.blocked.balance', { amount: bahtIn(t, satang(200_000)) })],
  ] as const) {
    await expect(bonus.card(code)).toContainText(t('bonus.state.blocked'))
    await expect(bonus.card(code)).toContainText(why)
    await bonus.card(code).getByRole('button').click()
    await expect(bonus.details).toContainText(why)
    await expect(bonus.takeIt).toHaveCount(0)
    await bonus.closeDetails.click()
  }
  await backend.fill(satang(200_000))
  await bonus.open()
  await expect(bonus.card('WEEKLY')).toContainText(t('bonus.state.open'))
  // simulates a stake in another tab, before this tab re-reads the balance
  const goOn = await holdBack(page, '**/api/wallet')
  await backend.stake(GAME, satang(100_000))
  await bonus.take('WEEKLY')
  await expect(bonus.refused).toHaveAccessibleDescription(t('errorMsg.BONUS_CONDITION'))
  goOn()
  await bonus.gotIt.click()
  await expect(bonus.card('WEEKLY')).toContainText(t('bonus.state.blocked'))
})

test('checking a bonus claim again after a lost reply claims the bonus only once (R232, R364)', {
  tag: SMOKE,
}, async ({ page, backend, bonus, faults }) => {
  faults.expect(LOST)
  const keys = await injectFirst(page, '**/api/bonus/activate/*', loseAnswer)
  await bonus.open()
  await bonus.take('DAILY')
  await expect(bonus.unsure).toBeVisible()
  await page.keyboard.press('Escape')
  await bonus.check.click()
  await expect(bonus.saved).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await backend.inMain()).toBe(2_000)
})

test('a member looks up a promotion code, claims it once, reaches the turnover and then withdraws everything (R6, R132, R174, R280–R283, R368, R369, R412, R536, D-16)', async ({
  page,
  backend,
  phone,
  sandbox,
  bonus,
  withdraw,
  faults,
  t,
}) => {
  faults.expectStatus(409)
  const left = (amount: number) =>
    expect(bonus.current).toContainText(t('bonus.remaining', { amount: bahtIn(t, satang(amount)) }))
  await backend.stake(GAME, satang(20_000))
  await bonus.open()
  await expect(bonus.search).toBeDisabled()
  await bonus.find('no such code')
  await expect(bonus.code).toHaveValue('NO SUCH CODE')
  await expect(bonus.code).toHaveAccessibleDescription(t('promotion.missing'))
  const goOn = await holdBack(page, '**/api/promotion/find/*')
  await bonus.find(PROMOTION.code.toLowerCase())
  await expect(bonus.code).toHaveAccessibleDescription(t('promotion.searching'))
  goOn()
  await expect(bonus.promotion).toContainText(`${PROMOTION.percentFail}%`)
  await bonus.closePromotion.click()
  expect(await backend.held()).toMatchObject({ status: false })
  await bonus.search.click()
  await bonus.receive.click()
  await expect(bonus.saved).toBeVisible()
  await bonus.gotIt.click()
  await expect(bonus.current).toContainText(t('bonus.type.promotion'))
  await left(PROMOTION.amount)
  expect(await backend.inMain()).toBe(PROMOTION.amount)

  await sandbox.play(phone, GAME, satang(5_000), 'lose')
  await bonus.open()
  await left(PROMOTION.amount - 5_000 * (PROMOTION.percentFail / 100))
  await sandbox.play(phone, GAME, satang(PROMOTION.amount), 'win')
  await bonus.open()
  await expect(bonus.current).toContainText(t('bonus.reached'))
  await withdraw.open()
  await expect(withdraw.dialog).toContainText(t('withdraw.whole'))
  await withdraw.send(satang(PROMOTION.amount))
  await expect(withdraw.done).toBeVisible()

  await bonus.open()
  await bonus.find(PROMOTION.code)
  await bonus.receive.click()
  await expect(bonus.refused).toHaveAccessibleDescription(t('errorMsg.PROMOTION_RECEIVED'))
  await bonus.gotIt.click()
  await expect(bonus.code).toHaveValue(PROMOTION.code)
  expect(await backend.inMain()).toBe(0)
})

test('the home page links to the bonuses and the wheel, and can still be refreshed after the wheel is switched off (R90–R94, R99, R352)', {
  tag: NIGHT,
}, async ({ page, home, phone, sandbox, bonus, t }) => {
  await sandbox.giveCoins(phone, 7)
  await home.open()
  await expect(home.wheel).toContainText('7')
  await home.wheel.click()
  await expect(page).toHaveURL('/user/spin')
  await page.goBack()
  await home.bonus.click()
  await expect(page).toHaveURL('/user/bonus')
  await expect(bonus.cards).not.toHaveCount(0)
  await sandbox.turn('spinActive', false)
  await home.open()
  await expect(home.wheel).toBeHidden()
  const games = page.waitForResponse('**/api/wallet')
  await home.refreshAll.click()
  expect((await games).ok()).toBe(true)
  await expect(home.fresh).toContainText(t('home.updated', { time: '' }))
})
