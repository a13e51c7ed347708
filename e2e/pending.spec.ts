import { expect, type Page } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { formatAmount } from '#src/lib/format.ts'
import { homePage } from './pages/home.ts'
import { loginPage } from './pages/login.ts'
import { injectFirst, LOST, loseAnswer, loseRequest } from './pages/spoil.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'
import { transferDialog } from './pages/transfer.ts'

const TRANSFER = '**/api/wallet/transfer'
const WITHDRAW = '**/api/wallet/withdrawAll'
const GAME = 'joker2'
/** Returns the names under which the tab stores its pending changes. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((place) => place.startsWith('pending.'))
      .map((place) => place.split('.').at(-1)),
  )

test.use({ as: 'member' })
test.beforeEach(async ({ backend, faults }) => {
  faults.expect(LOST)
  await backend.fill(satang(100_000))
})

test('after a reload, a change whose outcome is unknown is checked with the same idempotency key and made only once (R332)', async ({
  page,
  backend,
  home,
  transfer,
}) => {
  const main = await backend.inMain()
  const keys = await injectFirst(page, TRANSFER, loseAnswer)
  await transfer.open()
  await transfer.fill(WALLET, GAME, satang(20_000))
  await transfer.submit.click()
  await expect(transfer.unsure).toBeVisible()
  expect(await kept(page)).toEqual(['transfer'])
  await page.reload()
  await expect(transfer.done).toContainText('200.00')
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await kept(page)).toEqual([])
  await transfer.gotIt.click()
  await expect(home.main).toHaveText(formatAmount(satang(main - 20_000)))
  await expect(home.unsettled('transfer')).toBeHidden()
  expect(await backend.inMain()).toBe(main - 20_000)
})

test('after a reload, the home page still lists a withdrawal whose outcome is unknown, and checking it reopens the dialog with the result (R335)', {
  tag: NIGHT,
}, async ({ page, backend, home, withdraw }) => {
  const main = await backend.inMain()
  const keys = await injectFirst(page, WITHDRAW, loseAnswer)
  await withdraw.open()
  await withdraw.send(satang(10_000))
  await expect(withdraw.unsure).toBeVisible()
  await withdraw.close.click()
  await expect(home.unsettled('withdraw')).toBeVisible()
  await page.reload()
  await home.settled()
  await expect(home.unsettled('withdraw')).toBeVisible()
  expect(keys).toHaveLength(1)
  await home.check.click()
  await expect(page).toHaveURL('/user/home?dialog=withdraw')
  await expect(withdraw.done).toContainText('100.00')
  expect(keys).toEqual([keys[0], keys[0]])
  await withdraw.gotIt.click()
  await expect(withdraw.done).toBeHidden()
  await expect(home.unsettled('withdraw')).toBeHidden()
  expect(await backend.inMain()).toBe(main - 10_000)
})

test('a member’s second tab does not resend a transfer whose outcome is unknown, and can make a new transfer (R332)', {
  tag: NIGHT,
}, async ({ page, context, backend, transfer, t }) => {
  const main = await backend.inMain()
  const keys = await injectFirst(page, TRANSFER, loseRequest)
  await transfer.open()
  await transfer.fill(WALLET, GAME, satang(10_000))
  await transfer.submit.click()
  await expect(transfer.unsure).toBeVisible()
  const tab = await context.newPage()
  const others = await injectFirst(tab, TRANSFER)
  const second = transferDialog(tab, t)
  await second.open()
  await expect(homePage(tab, t).unsettled('transfer')).toBeHidden()
  await second.move(WALLET, GAME, satang(5_000))
  await transfer.check.click()
  await expect(transfer.done).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(others).toHaveLength(1)
  expect(others).not.toContain(keys[0])
  expect(await backend.inMain()).toBe(main - 15_000)
})

test('a transfer whose outcome is unknown is not resent after another member logs in using the same tab, and is kept for its owner (R74, R332)', {
  tag: NIGHT,
}, async ({ page, home, login, transfer }) => {
  const keys = await injectFirst(page, TRANSFER, loseRequest)
  await transfer.open()
  await transfer.fill(WALLET, GAME, satang(10_000))
  await transfer.submit.click()
  await expect(transfer.unsure).toBeVisible()
  await transfer.close.click()
  await expect(home.unsettled('transfer')).toBeVisible()
  await home.logout.click()
  await expect(page).toHaveURL('/login')
  await login.signIn(DEMO.bonus.username)
  await home.settled()
  await expect(home.unsettled('transfer')).toBeHidden()
  await home.transfer.click()
  await expect(transfer.submit).toBeVisible()
  await expect(transfer.amount).toHaveValue('')
  expect(keys).toHaveLength(1)

  await transfer.close.click()
  await home.logout.click()
  await login.signIn(DEMO.member.username)
  await expect(home.unsettled('transfer')).toBeVisible()
  await home.check.click()
  await expect(transfer.done).toContainText('100.00')
  expect(keys).toEqual([keys[0], keys[0]])
})

test('a transfer whose outcome is unknown is not resent if another member logs in using a second tab while the first tab shows another site (R74, R332)', {
  tag: NIGHT,
}, async ({ page, context, home, transfer, t }) => {
  const keys = await injectFirst(page, TRANSFER, loseRequest)
  await transfer.open()
  await transfer.fill(WALLET, GAME, satang(10_000))
  await transfer.submit.click()
  await expect(transfer.unsure).toBeVisible()
  await page.goto('about:blank')
  const tab = await context.newPage()
  await homePage(tab, t).open()
  await homePage(tab, t).logout.click()
  await loginPage(tab, t).signIn(DEMO.bonus.username)
  await homePage(tab, t).settled()
  await tab.close()

  await home.open()
  await expect(home.wallet).toContainText(DEMO.bonus.name)
  await expect(home.unsettled('transfer')).toBeHidden()
  await home.transfer.click()
  await expect(transfer.submit).toBeVisible()
  await expect(transfer.amount).toHaveValue('')
  expect(keys).toHaveLength(1)
})
