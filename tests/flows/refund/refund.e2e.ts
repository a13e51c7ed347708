import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { injectFirst, LOST, loseAnswer } from '#e2e/pages/spoil.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { formatAmount } from '#src/lib/format.ts'

const CALL = '**/api/refund/receive'
const GAME = 'pg'
/** The loss, and the part of it that is refunded. Source: D-55. */
const LOSS = satang(100_000)
const BACK = LOSS * 0.05
test.use({ as: 'newcomer' })
test.beforeEach(({ backend }) => backend.stake(GAME, LOSS))

test('a member gets part of their losses refunded, once per day (R8, R94, R101, R103, R124–R127, R276, R343–R345, D-55)', async ({
  page,
  backend,
  phone,
  sandbox,
  home,
  refund,
  t,
}) => {
  await home.open()
  await home.refund.click()
  await refund.goOn.click()
  await expect(refund.dialog).toContainText(t('refund.none'))
  await expect(refund.dialog).toContainText(t('refund.emptyLead'))
  await expect(refund.receive).toBeDisabled()
  await refund.close.click()

  await sandbox.play(phone, GAME, LOSS, 'lose')
  const keys = await injectFirst(page, CALL)
  await refund.open()
  await expect(refund.dialog).toContainText(formatAmount(satang(BACK)))
  await expect(refund.fact(t('refund.fail'))).toHaveText('5%')
  await refund.receive.dblclick()
  await expect(refund.received).toContainText(formatAmount(satang(BACK)))
  await refund.gotIt.click()
  await expect(refund.dialog).toContainText(t('refund.none'))
  await expect(refund.log.last()).toContainText(formatAmount(satang(BACK)))
  await expect(home.main).toHaveText(formatAmount(satang(BACK)))
  expect(keys).toHaveLength(1)

  await backend.moveInto(GAME, satang(BACK))
  await sandbox.play(phone, GAME, satang(BACK), 'lose')
  await refund.open()
  await expect(refund.dialog).toContainText(t('refund.none'))
  await expect(refund.receive).toBeDisabled()
  expect(await backend.inMain()).toBe(0)
})

test('a refund that was already claimed elsewhere is refused, and the dialog then shows that no refund is available (R346, R461)', {
  tag: SMOKE,
}, async ({ backend, phone, sandbox, home, refund, faults, t }) => {
  faults.expectStatus(404)
  await sandbox.play(phone, GAME, LOSS, 'lose')
  await refund.open()
  await backend.receiveRefund()
  await refund.receive.click()
  await expect(refund.refused).toHaveAccessibleDescription(t('errorMsg.NO_REFUND'))
  await refund.gotIt.click()
  await expect(refund.dialog).toContainText(t('refund.none'))
  await expect(refund.log.last()).toContainText(formatAmount(satang(BACK)))
  await expect(home.main).toHaveText(formatAmount(satang(BACK)))
})

test('a refund blocked by a bonus is paid once after the bonus ends, even if the reply is lost and the page reloads (R220, R221, R345)', {
  tag: NIGHT,
}, async ({ page, backend, phone, sandbox, home, refund, faults, t }) => {
  faults.expect(LOST)
  await sandbox.play(phone, GAME, LOSS, 'lose')
  await backend.takeBonus('DAILY')
  await refund.open()
  await expect(refund.dialog).toContainText(t('refund.blocked'))
  await expect(refund.dialog).toContainText(formatAmount(satang(BACK)))
  await expect(refund.receive).toBeDisabled()
  await backend.endBonus()
  const main = await backend.inMain()

  const keys = await injectFirst(page, CALL, loseAnswer)
  await refund.open()
  await expect(refund.dialog).not.toContainText(t('refund.blocked'))
  await refund.receive.click()
  await expect(refund.unsure).toBeVisible()
  await page.reload()
  await expect(refund.received).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  await refund.gotIt.click()
  await expect(home.main).toHaveText(formatAmount(satang(main + BACK)))
  expect(await backend.inMain()).toBe(main + BACK)
})
