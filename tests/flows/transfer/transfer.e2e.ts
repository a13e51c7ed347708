import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { homePage } from '#e2e/pages/home.ts'
import { holdBack, injectFirst, LOST, loseAnswer, loseRequest } from '#e2e/pages/spoil.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { bahtIn } from '#e2e/pages/texts.ts'
import { transferDialog } from '#e2e/pages/transfer.ts'
import { formatAmount } from '#src/lib/format.ts'

const CALL = '**/api/wallet/transfer'
const GAME = 'joker2'
test.use({ as: 'member' })
test.beforeEach(({ backend }) => backend.fill(satang(100_000)))

test('each invalid transfer field shows its own message until the player changes it, and the transfer is not sent (R264–R266, R277, R514)', {
  tag: NIGHT,
}, async ({ page, transfer, t }) => {
  const keys = await injectFirst(page, CALL)
  await transfer.open()
  await transfer.submit.click()
  await expect(transfer.problem).toHaveText(t('transfer.unchosen'))
  await transfer.to.selectOption(WALLET)
  await expect(transfer.problem).toBeHidden()
  await transfer.amount.fill('500')
  await transfer.submit.click()
  await expect(transfer.problem).toHaveText(t('transfer.same'))
  await transfer.to.selectOption(GAME)
  for (const text of ['', '0', '0.99', '-5', '1.234']) {
    await transfer.amount.fill(text)
    await expect(transfer.problem).toBeHidden()
    await transfer.submit.click()
    await expect(transfer.problem).toHaveText(t('transfer.least', { min: bahtIn(t, satang(100)) }))
    await expect(transfer.amount).toHaveAccessibleDescription(t('transfer.least', { min: bahtIn(t, satang(100)) }))
  }
  await transfer.from.selectOption('')
  await transfer.amount.fill('1')
  await transfer.submit.click()
  await expect(transfer.problem).toHaveText(t('transfer.unchosen'))
  expect(keys).toEqual([])
})

test('the operator’s minimum amount also applies if the dialog is opened through its URL (R266)', async ({
  page,
  transfer,
  t,
}) => {
  const keys = await injectFirst(page, CALL)
  await page.route('**/api/lookup/active', async (route) => {
    const reply = await route.fetch()
    const site = await reply.json()
    await route.fulfill({ response: reply, json: { ...site, settings: { ...site.settings, transferMin: 50 } } })
  })
  await transfer.open(GAME)
  const least = t('transfer.least', { min: bahtIn(t, satang(5_000)) })
  await expect(transfer.amount).toHaveAccessibleDescription(least)
  await transfer.amount.fill('49.99')
  await transfer.submit.click()
  await expect(transfer.problem).toHaveText(least)
  expect(keys).toEqual([])
})

test('the player moves the whole balance into a game and back, and sees the resulting balances beforehand (R112, R332, R397)', {
  tag: SMOKE,
}, async ({ page, backend, home, transfer, t }) => {
  const [main, there] = [await backend.inMain(), await backend.inGame(GAME)]
  await transfer.open(GAME)
  await expect(transfer.from).toHaveValue(WALLET)
  await expect(transfer.to).toHaveValue(GAME)
  await transfer.all.click()
  await expect(transfer.amount).toHaveValue(formatAmount(main))
  await expect(transfer.after(WALLET)).toContainText('0.00')
  await expect(transfer.after(GAME)).toContainText(formatAmount(satang(there + main)))
  await transfer.submit.click()
  await expect(transfer.done).toContainText(formatAmount(main))
  await expect(transfer.done).toHaveAccessibleDescription(`${transfer.nameOf(WALLET)} → ${transfer.nameOf(GAME)}`)
  await transfer.gotIt.click()
  await expect(page).toHaveURL('/user/home')
  await expect(home.main).toHaveText('0.00')

  await home.transfer.click()
  await transfer.to.selectOption(GAME)
  await transfer.swap.click()
  await expect(transfer.from).toHaveValue(GAME)
  await expect(transfer.to).toHaveValue(WALLET)
  await transfer.amount.fill(formatAmount(main))
  await expect(transfer.after(GAME)).toContainText(formatAmount(there))
  await transfer.submit.click()
  await transfer.gotIt.click()
  await expect(home.main).toHaveText(formatAmount(main))
  expect(await backend.inGame(GAME)).toBe(there)
  await expect(page.getByRole('status', { name: t('toast.region') })).toBeEmpty()
})

test('clicking the button twice, or pressing Enter and then clicking it, moves the money only once', async ({
  page,
  backend,
  transfer,
}) => {
  const main = await backend.inMain()
  for (const twice of [
    () => transfer.submit.dblclick(),
    async () => {
      await transfer.amount.press('Enter')
      await transfer.busy.click({ force: true })
    },
  ]) {
    await transfer.open()
    await transfer.fill(WALLET, GAME, satang(2_500))
    const keys = await injectFirst(page, CALL)
    const goOn = await holdBack(page, CALL)
    await twice()
    goOn()
    await expect(transfer.done).toBeVisible()
    expect(keys).toHaveLength(1)
    await page.unroute(CALL)
  }
  expect(await backend.inMain()).toBe(main - 5_000)
})

test('if a game refuses a transfer, an alert reports where the money is, and the player can retry (R395, R478)', {
  tag: NIGHT,
}, async ({ backend, transfer, sandbox, faults, t }) => {
  faults.expectStatus(400)
  const [main, there] = [await backend.inMain(), await backend.inGame(GAME)]
  await sandbox.gameOutage()
  await transfer.open()
  await transfer.fill(WALLET, GAME, satang(10_000))
  await transfer.submit.click()
  await expect(transfer.refused).toHaveAccessibleDescription(t('errorMsg.TRANSFER_FAIL'))
  await transfer.gotIt.click()
  await expect(transfer.amount).toHaveValue('100')
  await transfer.swap.click()
  await transfer.submit.click()
  await expect(transfer.refused).toHaveAccessibleDescription(t('errorMsg.TRANSFER_REFUSED'))
  await transfer.gotIt.click()
  expect([await backend.inMain(), await backend.inGame(GAME)]).toEqual([main, there])
  expect((await backend.statement()).statements.slice(0, 2)).toMatchObject([
    { from: transfer.nameOf(GAME), to: WALLET, status: 'FAILED', amount: 10_000 },
    { from: WALLET, to: transfer.nameOf(GAME), status: 'FAILED', amount: 10_000 },
  ])
  await sandbox.restore()
  await transfer.move(GAME, WALLET, satang(10_000))
  expect(await backend.inMain()).toBe(main + 10_000)
})

test('money already moved in one tab cannot be moved again in another tab, which shows the refusal and remains usable (R471)', {
  tag: NIGHT,
}, async ({ context, backend, transfer, faults, t }) => {
  faults.expectStatus(400)
  await transfer.open()
  const tab = await context.newPage()
  const second = transferDialog(tab, t)
  await second.open()
  const main = await backend.inMain()
  await transfer.move(WALLET, GAME, main)
  await second.to.selectOption(GAME)
  await second.all.click()
  await expect(second.amount).toHaveValue(formatAmount(main))
  await second.submit.click()
  await expect(second.refused).toHaveAccessibleDescription(t('errorMsg.MONEY_NOT_ENOUGH'))
  await second.gotIt.click()
  await expect(homePage(tab, t).main).toHaveText('0.00')
  await expect(second.all).toBeDisabled()
  await second.move(GAME, WALLET, main)
  expect(await backend.inMain()).toBe(main)
})

for (const { name, spoil } of [
  { name: 'if the reply is lost', spoil: loseAnswer },
  { name: 'if the request never arrives', spoil: loseRequest },
])
  test(`${name}, the outcome is unknown, the wallet is reloaded, and checking again moves the money only once (R332)`, {
    tag: spoil === loseAnswer ? [] : NIGHT,
  }, async ({ page, backend, home, transfer, faults, t }) => {
    faults.expect(LOST)
    const main = await backend.inMain()
    const keys = await injectFirst(page, CALL, spoil)
    await transfer.open()
    await transfer.fill(WALLET, GAME, satang(30_000))
    const read = page.waitForResponse('**/api/wallet')
    await transfer.submit.click()
    await expect(transfer.unsure).toBeVisible()
    await expect(transfer.dialog).not.toContainText(t('failure.title'))
    await read
    await expect(home.main).toHaveText(formatAmount(satang(spoil === loseAnswer ? main - 30_000 : main)))
    await expect(transfer.amount).not.toBeEditable()
    await expect(transfer.from).toBeDisabled()
    await transfer.check.click()
    await expect(transfer.done).toContainText('300.00')
    expect(keys).toEqual([keys[0], keys[0]])
    await transfer.gotIt.click()
    await expect(home.main).toHaveText(formatAmount(satang(main - 30_000)))
    await expect(home.unsettled('transfer')).toBeHidden()
    expect(await backend.inMain()).toBe(main - 30_000)
  })
