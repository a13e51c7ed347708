import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { carePage } from '#e2e/pages/care.ts'
import { depositDialog } from '#e2e/pages/deposit.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { test } from '#e2e/pages/test.ts'
import type { Texts } from '#e2e/pages/texts.ts'
import { transferDialog } from '#e2e/pages/transfer.ts'

test.use({ as: 'newcomer', isLean: false })

/** Returns the start of the text about the higher limit that the member has requested. */
const wished = (t: Texts, amount: string) => t('care.limit.wished', { amount, from: '|' }).split('|')[0] ?? ''

test('a QR code for more than a member’s deposit limit is refused, and a deposit that exceeds the limit is held (R585–R588)', async ({
  page,
  backend,
  care,
  deposit,
  faults,
  t,
}) => {
  faults.expectStatus(403)
  await care.open()
  await expect(care.limit('day')).toContainText(t('care.limit.deposit.free', { used: `0.00\u00a0${t('money.BAHT')}` }))
  await care.setLimit('day', '')
  await expect(care.alert).toContainText(t('care.limit.wrong'))
  await expect(care.amount).toBeFocused()
  await care.amount.fill('500')
  await care.amount.press('Enter')
  await expect(care.limit('day')).toContainText('500.00')

  await deposit.open()
  await deposit.choose('KBANK')
  await deposit.amount.fill('501')
  await deposit.create.click()
  await expect(deposit.sentence).toContainText(t('page.care'))
  await lookInAll(page, 'deposit-limit-reached', async (texts) => {
    const { create, sentence } = depositDialog(page, texts)
    await create.click()
    await expect(sentence).toContainText(texts('page.care'))
  })
  await deposit.amount.fill('500')
  await deposit.create.click()
  await expect(deposit.code(satang(50_000))).toBeVisible()

  await backend.fill(satang(50_000))
  await backend.add(satang(20_000))
  await care.open()
  await expect(
    page.getByRole('status', { name: t('toast.region') }).filter({ hasText: t('care.limit.notice') }),
  ).toBeVisible()
  await expect(care.main).toContainText(
    t('care.limit.held', { amount: `200.00\u00a0${t('money.BAHT')}` }).split('\u00a0')[0] ?? '',
  )
  expect(await backend.inMain()).toBe(satang(50_000))

  await care.setLimit('day', '900')
  await expect(care.limit('day')).toContainText(wished(t, `900.00\u00a0${t('money.BAHT')}`))
  await care.limit('day').getByRole('button').click()
  await expect(care.alert).toContainText(t('care.limit.wait', { amount: '|', from: '|' }).split('|')[0] ?? '')
  await care.alert.getByRole('button', { name: t('care.limit.remove') }).click()
  await expect(care.alert).toBeHidden()
  await expect(care.limit('day')).toContainText(wished(t, t('care.limit.none')))
})

test('a deposit beyond a limit that was lowered in another tab is refused, and can be corrected (R585, R586)', async ({
  page,
  context,
  backend,
  deposit,
  faults,
  t,
}) => {
  faults.expectStatus(403)
  await backend.limitDeposits('day', satang(100_000))
  await deposit.open()
  await deposit.amount.fill('800')
  const other = carePage(await context.newPage(), t)
  await other.open()
  await other.setLimit('day', '500')
  await expect(other.limit('day')).toContainText('500.00')

  await page.bringToFront()
  await deposit.create.click()
  await expect(deposit.sentence).toContainText(/ฝากได้อีกไม่เกิน 500\.00\s/)
  await expect(deposit.amount).toHaveValue('800')
  expect(await backend.codes()).toEqual([])
  await deposit.amount.fill('500')
  await deposit.create.click()
  await expect(deposit.code(satang(50_000))).toBeVisible()
})

test('a member sets a loss limit, and cannot move more money into games than the limit allows (R607–R608)', async ({
  page,
  care,
  backend,
  transfer,
  faults,
}) => {
  faults.expectStatus(403)
  await backend.add(satang(50_000))
  await backend.activate('pg')
  await care.open()
  await care.setLimit('day', '200', 'loss')
  await expect(care.limit('day', 'loss')).toContainText('200.00')
  await transfer.open()
  await transfer.fill(WALLET, 'pg', satang(20_100))
  await transfer.submit.click()
  await expect(transfer.dialog).toContainText(/200\.00\s.*การเล่นของฉัน/)
  await lookInAll(page, 'loss-limit-reached', async (texts) => {
    const { gotIt, submit, refused } = transferDialog(page, texts)
    await gotIt.click()
    await submit.click()
    await expect(refused).toContainText(texts('page.care'))
  })
  await transfer.open()
  await transfer.move(WALLET, 'pg', satang(20_000))
})

test.describe('a limit on playing time', () => {
  test('stops transfers into games once it is reached, but not transfers back to the wallet (R637–R638)', async ({
    page,
    care,
    backend,
    sandbox,
    phone,
    transfer,
    faults,
    t,
  }) => {
    faults.expectStatus(403)
    await backend.stake('pg', satang(10_000))
    await backend.fill(satang(50_000))
    await care.open()
    const minutes = (count: number) => t('care.limit.time.minutes', { minutes: count })
    await expect(care.limit('day', 'time')).toContainText(t('care.limit.time.free', { used: minutes(0) }))
    await care.setLimit('day', '', 'time')
    await expect(care.alert).toContainText(t('care.limit.time.wrong', { most: '43,200' }))
    await expect(care.minutes).toBeFocused()
    await care.minutes.fill('90')
    await expect(care.alert).toContainText(
      t('care.limit.time.is', { time: t('care.limit.time.hours', { hours: 1, minutes: 30 }) }),
    )
    await lookInAll(page, 'time-limit-question')
    await care.minutes.fill('5')
    await care.minutes.press('Enter')
    const used = (count: number) => t('care.limit.time.used', { used: minutes(count), limit: minutes(5) })
    await expect(care.limit('day', 'time')).toContainText(used(0))

    await sandbox.play(phone, 'pg', satang(1_000), 'lose')
    await care.open()
    await expect(care.limit('day', 'time')).toContainText(used(5))
    await lookInAll(page, 'time-limit')
    await transfer.open()
    await transfer.fill(WALLET, 'pg', satang(1_000))
    await transfer.submit.click()
    await expect(transfer.dialog).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    await transfer.open()
    await transfer.move('pg', WALLET, satang(1_000))

    await care.open()
    await care.setLimit('day', '60', 'time')
    await expect(care.limit('day', 'time')).toContainText(wished(t, t('care.limit.time.whole', { hours: 1 })))
  })
})
