import { expect, type Page } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { holdBack, injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { PRIZES } from '#server/domain/wheel.ts'
import { formatAmount } from '#src/lib/format.ts'

const SPIN = '**/api/spinwheel/spin'
const CLAIM = '**/api/spinwheel/coupon/claim'
/** The most likely coupon. */
const COUPON = 'CASH5'
/** A prize's text without its markup. */
const descriptionOf = (code: string) =>
  PRIZES.find((prize) => prize.code === code)
    ?.html.th.replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ') ?? ''
/** Waits for the server's reply to a spin, and returns it. */
const won = async (page: Page) => {
  const reply = await page.waitForResponse(SPIN)
  return (await reply.json()) as { code: string; label: string }
}
test.use({ as: 'newcomer' })

test('a spin started with the keyboard costs one coin, announces the prize and adds its coupon (R9, R90, R138, R180, R183, R233, R236–R239, D-37)', {
  tag: SMOKE,
}, async ({ page, backend, phone, sandbox, home, spin }) => {
  await sandbox.giveCoins(phone, 2)
  await spin.open()
  const keys = await injectFirst(page, SPIN)
  const goOn = await holdBack(page, SPIN)
  const reply = won(page)
  await spin.button.focus()
  await page.keyboard.press('Enter')
  await expect(spin.asking).toBeFocused()
  await page.keyboard.press('Enter')
  goOn()
  const { code, label } = await reply
  await expect(spin.announced).toHaveText(label)
  await expect(spin.prize(label)).toHaveAccessibleDescription(descriptionOf(code))
  await page.keyboard.press('Escape')
  await expect(spin.prize(label)).toBeHidden()
  await expect(spin.button).toBeEnabled()
  await expect(spin.button).toHaveAccessibleDescription(/1$/)
  await expect(spin.coupon(label)).toHaveCount(code === 'NONE' ? 0 : 1)
  expect(keys).toHaveLength(1)
  expect(await backend.coins()).toBe(1)
  expect(await backend.coupons()).toEqual(code === 'NONE' ? {} : { [code]: 1 })
  await home.open()
  await expect(home.wheel).toContainText('1')
})

test('the member cannot spin without a coin or while the wheel is switched off (R91, R234, R235, R415)', {
  tag: NIGHT,
}, async ({ page, backend, phone, sandbox, spin, faults, t }) => {
  faults.expectStatus(400)
  const keys = await injectFirst(page, SPIN)
  await spin.open()
  await expect(spin.button).toBeDisabled()
  await spin.button.click({ force: true })
  await spin.button.press('Enter')
  expect(keys).toEqual([])
  await expect(spin.button).toHaveCSS('cursor', 'not-allowed')

  await sandbox.giveCoins(phone, 1)
  await spin.open()
  await backend.spin()
  await spin.button.click()
  await expect(spin.refused).toHaveAccessibleDescription(/เหรียญไม่พอ/)
  await spin.gotIt.click()
  await expect(spin.button).toBeDisabled()
  await sandbox.turn('spinActive', false)
  await page.reload()
  await expect(spin.main).toContainText(t('spin.noneLead'))
  await expect(spin.wheel).toBeHidden()
})

test('a reload shows the result of a spin whose reply was lost or whose prize was not seen, without spending another coin (R236, R349)', {
  tag: NIGHT,
}, async ({ page, backend, phone, sandbox, spin, faults }) => {
  faults.expect(LOST)
  await sandbox.giveCoins(phone, 3)
  const keys = await injectFirst(page, SPIN, loseAnswer)
  await spin.open()
  await spin.button.click()
  await expect(spin.unsure).toBeVisible()
  expect(await backend.coins()).toBe(2)
  const answer = won(page)
  await page.reload()
  const { label } = await answer
  await expect(spin.announced).toHaveText(label)
  expect(keys).toEqual([keys[0], keys[0]])
  await page.reload() // the reload comes before or while the prize is shown
  await expect(spin.prize(label)).toBeVisible()
  await spin.gotIt.click()
  await expect(spin.button).toBeEnabled()
  await page.reload()
  await expect(spin.button).toBeEnabled()
  await expect(spin.prize(label)).toBeHidden()
  expect(keys).toHaveLength(2)
  expect(await backend.coins()).toBe(2)
})

test('a coupon claim requires confirmation, pays the coupon into the wallet once, and shows the reason if it is refused (R139, R182, R240, R284, R351, R416, R417, R492, R495, R524)', async ({
  page,
  backend,
  phone,
  sandbox,
  home,
  spin,
  faults,
  t,
}) => {
  faults.expectStatus(409)
  await sandbox.giveCoins(phone, 500)
  for (const code of [COUPON, COUPON]) await backend.win(code)
  const { [COUPON]: number = 0 } = await backend.coupons()
  const label = PRIZES.find(({ code }) => code === COUPON)?.label.th ?? ''
  const keys = await injectFirst(page, CLAIM)
  await spin.open()
  const choose = async () => {
    await spin.show(label)
    await spin.claim(label).click()
    await expect(spin.question(label)).toHaveAccessibleDescription(t('coupon.once'))
  }
  const refuses = async (why: string) => {
    await choose()
    await spin.confirm.click()
    await expect(spin.refused).toHaveAccessibleDescription(why)
    await spin.gotIt.click()
  }
  await sandbox.withdrawPrize(COUPON)
  await refuses(t('spin.error.INVALID_CODE'))
  await sandbox.restore()
  await backend.takeBonus('DAILY')
  await refuses(t('spin.error.BONUS_REMAINING'))
  await backend.endBonus()
  const main = await backend.inMain()
  expect(await backend.coupons()).toHaveProperty(COUPON, number)

  keys.length = 0
  await choose()
  await spin.back.click()
  await expect(spin.question(label)).toBeHidden()
  await choose()
  await spin.confirm.dblclick()
  await expect(spin.claimed(label)).toBeVisible()
  await spin.gotIt.click()
  await spin.show(label)
  await expect(spin.coupon(label).getByRole('cell', { name: String(number - 1), exact: true })).toBeVisible()
  expect(keys).toHaveLength(1)
  await home.open()
  await expect(home.main).toHaveText(formatAmount(satang(main + 500)))
})
