import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { holdBack, injectFirst, LOST, loseAnswer, really } from '#e2e/pages/spoil.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { bahtIn } from '#e2e/pages/texts.ts'
import { readSettings } from '#server/core/settings.ts'
import { DEMO } from '#server/demo/seed.ts'
import { formatAccountNo, formatAmount } from '#src/lib/format.ts'

const CALL = '**/api/wallet/withdrawAll'
const { withdrawMin, withdrawMax } = readSettings({})
const [min, max] = [formatAmount(withdrawMin), formatAmount(withdrawMax)]
test.use({ as: 'member' })
test.beforeEach(({ backend }) => backend.fill(satang(100_000)))

test("an amount outside the server's limits is not sent, and the dialog shows the limit (R267, R268, R114)", {
  tag: NIGHT,
}, async ({ page, withdraw, t }) => {
  const keys = await injectFirst(page, CALL)
  await page.route('**/api/wallet', async (route) => {
    const response = await really(route)
    await route.fulfill({ response, json: { ...(await response.json()), wallet: { amount: 1_000_000 } } })
  })
  await withdraw.open()
  await expect(withdraw.fact(t('withdraw.limits'))).toHaveText(`฿${min} – ${max}`)
  await expect(withdraw.dialog).not.toContainText(t('withdraw.whole'))
  for (const [text, message] of [
    ['', t('withdraw.minimum', { min: bahtIn(t, withdrawMin) })],
    ['0', t('withdraw.minimum', { min: bahtIn(t, withdrawMin) })],
    [String(withdrawMin / 100 - 0.01), t('withdraw.minimum', { min: bahtIn(t, withdrawMin) })],
    [String(withdrawMax / 100 + 0.01), t('withdraw.maximum', { max: bahtIn(t, withdrawMax) })],
  ] as const) {
    await withdraw.amount.fill(text)
    await expect(withdraw.problem).toBeHidden()
    await withdraw.submit.click()
    await expect(withdraw.amount).toHaveAccessibleDescription(message)
    await expect(withdraw.confirm).toBeHidden()
  }
  for (const satang of [withdrawMin, withdrawMax]) {
    await withdraw.ask(satang)
    await withdraw.back.click()
  }
  expect(keys).toEqual([])
})

test('the whole balance is withdrawn after the player confirms the amount and account, and the withdrawal then waits for the bank (R5, R113, R335, R398)', {
  tag: SMOKE,
}, async ({ page, backend, home, withdraw, statement, t }) => {
  const { bankAccountNo } = DEMO.member
  const account = `${t('profile.bank')} ธนาคารกสิกรไทย ${t('profile.accountNo')} ${formatAccountNo(bankAccountNo)}`
  const main = await backend.inMain()
  await withdraw.open()
  await withdraw.all.click()
  await withdraw.submit.click()
  const question = withdraw.question(main)
  await expect(question).toHaveAccessibleDescription(account)
  await question.press('Escape')
  await expect(question).toBeHidden()
  expect(await backend.inMain()).toBe(main)

  const keys = await injectFirst(page, CALL)
  const goOn = await holdBack(page, CALL)
  await withdraw.ask(main)
  await withdraw.confirm.dblclick()
  goOn()
  await expect(withdraw.done).toHaveAccessibleDescription(
    `${t('withdraw.wait')} ${t('withdraw.usual', { minutes: '15' })} ${account}`,
  )
  await expect(withdraw.done).toContainText(formatAmount(main))
  await expect(home.main).toHaveText('0.00')
  expect(keys).toHaveLength(1)
  expect(await backend.inMain()).toBe(0)

  await withdraw.statement.click()
  await expect(page).toHaveURL('/user/statement')
  await expect(statement.rows.first()).toContainText(`−${formatAmount(main)}`)
  const [row] = await statement.read()
  expect(row).toMatchObject({
    type: t('statement.type.withdraw'),
    path: `${t('home.main')} → ธนาคารกสิกรไทย …7890`,
    tone: 'wait',
  })
})

test('an amount above the main wallet’s balance disables the withdraw button, and the dialog shows how much is in games (R113, R114)', {
  tag: NIGHT,
}, async ({ backend, page, home, withdraw, t }) => {
  const keys = await injectFirst(page, CALL)
  const main = await backend.inMain()
  await home.open()
  const games = await home.inGames()
  await withdraw.open()
  await expect(withdraw.fact(t('home.main'))).toContainText(formatAmount(main))
  await withdraw.amount.fill(formatAmount(satang(main + 1)))
  await expect(withdraw.submit).toBeDisabled()
  await expect(withdraw.amount).toHaveAccessibleDescription(
    t('withdraw.tooMuchGames', { main: bahtIn(t, main), games: bahtIn(t, games) }),
  )
  await withdraw.amount.press('Enter')
  await expect(withdraw.confirm).toBeHidden()
  await withdraw.ask(main)
  expect(keys).toEqual([])
})

test('the withdraw dialog offers to bring back money from a game if the main wallet cannot cover the amount (R113, R599)', async ({
  backend,
  page,
  home,
  withdraw,
  transfer,
  t,
}) => {
  await backend.fill(satang(5_000_000))
  await backend.moveInto('pg', satang(5_000_000))
  const main = await backend.inMain()
  await home.open()
  await home.withdraw.click()
  await withdraw.amount.fill(formatAmount(satang(main + 5_000_000)))
  await withdraw.bringBack('pg').click()
  await expect(transfer.dialog).toBeVisible()
  await transfer.submit.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('action.gotIt') })
    .click()
  await expect(withdraw.fact(t('home.main'))).toContainText(formatAmount(await backend.inMain()))
  expect(await backend.inMain()).toBeGreaterThanOrEqual(main + 5_000_000)
  await expect(withdraw.amount).toBeVisible()
})

test('if the balance has fallen below the amount, an alert reports the refusal, and the player can correct the amount (R396, R471)', {
  tag: NIGHT,
}, async ({ backend, withdraw, faults, t }) => {
  faults.expectStatus(400)
  const main = await backend.inMain()
  await withdraw.open()
  await withdraw.ask(main)
  await backend.moveInto('usun', withdrawMin)
  await withdraw.confirm.click()
  await expect(withdraw.refused).toHaveAccessibleDescription(t('errorMsg.MONEY_NOT_ENOUGH'))
  await withdraw.gotIt.click()
  await expect(withdraw.fact(t('withdraw.limits'))).toBeVisible()
  await expect(withdraw.submit).toBeDisabled()
  await withdraw.send(withdrawMin)
  await expect(withdraw.done).toBeVisible()
  await withdraw.gotIt.click()
  await expect(withdraw.dialog).toBeHidden()
  expect(await backend.inMain()).toBe(main - 2 * withdrawMin)
})

test('if no reply arrives, the outcome of the withdrawal is unknown, the wallet is reloaded, and checking again makes no second withdrawal (R335)', {
  tag: NIGHT,
}, async ({ page, backend, home, withdraw, faults }) => {
  faults.expect(LOST)
  const main = await backend.inMain()
  const keys = await injectFirst(page, CALL, loseAnswer)
  await withdraw.open()
  await withdraw.send(withdrawMin)
  await expect(withdraw.unsure).toBeVisible()
  await expect(home.main).toHaveText(formatAmount(satang(main - withdrawMin)))
  await expect(withdraw.amount).not.toBeEditable()
  await expect(withdraw.submit).toBeHidden()
  await withdraw.check.click()
  await expect(withdraw.done).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await backend.inMain()).toBe(main - withdrawMin)
})

test.describe('with a bonus', () => {
  test.use({ as: 'bonus', isLean: false })
  test('a partial withdrawal is refused with the bonus condition, and a full one is accepted (R25, R115, R451, D-20)', async ({
    page,
    backend,
    withdraw,
    faults,
    t,
  }) => {
    faults.expectStatus(400)
    const main = await backend.inMain()
    await withdraw.open()
    await expect(withdraw.dialog).toContainText(t('withdraw.whole'))
    await withdraw.send(withdrawMin)
    await expect(withdraw.refused).toHaveAccessibleDescription(t('errorMsg.BONUS_CONDITION'))
    await withdraw.gotIt.click()
    expect(await backend.inMain()).toBe(main)
    await withdraw.all.click()
    await withdraw.submit.click()
    await expect(withdraw.confirm).toBeVisible()
    await lookInAll(page, 'withdraw-question')
    await withdraw.confirm.click()
    await expect(withdraw.done).toContainText(formatAmount(main))
    expect(await backend.inMain()).toBe(0)
  })
})
