import { writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { SLIP_MAX_BYTES } from '#contract/slip.ts'
import { slipFile, slipHours } from '#e2e/pages/bank.ts'
import { holdBack, LOST, loseUploads, slowDown } from '#e2e/pages/spoil.ts'
import { CHROMIUM, NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'newcomer' })

test(
  'a slip upload shows its progress, can be stopped and resent, and arrives once (R108, R336, R516, R517)',
  { tag: [SMOKE, CHROMIUM] },
  async ({ page, backend, bank, t }, info) => {
    await bank.open()
    await bank.unfold()
    await expect(bank.slip).toContainText(t('slip.within'))
    await expect(bank.submit).toBeDisabled()
    await bank.file.setInputFiles(slipFile(info, 'slip.png', 1_000_000))
    await expect(bank.slip.getByRole('img', { name: t('slip.chosen') })).toBeVisible()
    await expect(bank.slip).toContainText('slip.png')
    const speedUp = await slowDown(page, 100_000)
    await bank.submit.click()
    await expect(bank.bar).toHaveAttribute('value', /^[1-9]\d?$/)
    const percent = Number(await bank.bar.getAttribute('value'))
    expect(percent).toBeLessThan(100)
    await expect.poll(async () => Number(await bank.bar.getAttribute('value'))).toBeGreaterThan(percent)
    await bank.cancel.click()
    await expect(bank.bar).toBeHidden()
    await expect(bank.submit).toBeEnabled()
    expect(await backend.slips()).toEqual([])

    await speedUp()
    await bank.submit.click()
    await expect(bank.sent).toHaveAccessibleDescription(t('slip.sentLead'))
    await bank.gotIt.click()
    await expect(bank.slip).not.toContainText('slip.png')
    expect(await backend.slips()).toMatchObject([{ status: 'PENDING' }])
  },
)

test(
  'a file is refused and not stored if it is too large or not a real picture (R482, R483, D-12)',
  { tag: NIGHT },
  async ({ backend, bank, faults, t }, info) => {
    faults.expectStatus(400)
    const [text, fake] = [info.outputPath('slip.txt'), info.outputPath('fake.png')]
    for (const path of [text, fake]) writeFileSync(path, 'no picture')
    await bank.open()
    await bank.unfold()
    for (const file of [text, slipFile(info, 'slip.gif'), slipFile(info, 'large.png', SLIP_MAX_BYTES + 1)]) {
      await bank.file.setInputFiles(file)
      await expect(bank.problem).toHaveText(t('errorMsg.SLIP_INVALID_FILE'))
      await expect(bank.submit).toBeDisabled()
      await bank.file.setInputFiles(slipFile(info))
      await expect(bank.problem).toBeHidden()
      await expect(bank.submit).toBeEnabled()
    }
    await bank.file.setInputFiles(fake)
    await bank.submit.click()
    await expect(bank.problem).toHaveText(t('errorMsg.SLIP_INVALID_FILE'))
    expect(await backend.slips()).toEqual([])
  },
)

test(
  'the slip form shows the opening hours, and its button is disabled at closing time (R312, R535, D-12)',
  { tag: NIGHT },
  async ({ page, bank, t }, info) => {
    const hours = slipHours(-60, 2)
    await page.route('**/api/lookup/slip', (route) => route.fulfill({ json: hours }))
    await page.clock.install()
    await bank.open()
    await bank.unfold()
    await bank.file.setInputFiles(slipFile(info))
    await expect(bank.slip).toContainText(t('slip.hours', { open: hours.openTime, close: hours.closeTime }))
    await expect(bank.submit).toBeEnabled()
    // replies are held back, because they would set the page back to the real time
    const goOn = await holdBack(page, '**/api/**')
    await page.clock.fastForward('02:00')
    await expect(bank.closed).toBeDisabled()
    await expect(bank.submit).toBeHidden()
    goOn()
  },
)

test(
  'the slip list shows each status, with the reason for a failure in brackets, and opens pictures in another tab (R10, R135–R137, R241–R243, R361, R362, R496, R500)',
  { tag: NIGHT },
  async ({ page, context, backend, bank, sandbox, statement, phone, t }, info) => {
    const member = backend.nameOf(phone)
    const send = () => bank.send(slipFile(info))
    /**
     * Presses the link or button for the newest slip's picture, and waits until the picture is visible in a new tab.
     */
    const seePicture = async (role: 'link' | 'button') => {
      const opening = context.waitForEvent('page')
      await statement.slips
        .first()
        .getByRole(role, { name: t('slip.view') })
        .click()
      const tab = await opening
      await expect(tab).toHaveURL(/\/slips\//)
      await expect.poll(() => tab.evaluate(() => document.images[0]?.naturalWidth)).toBeGreaterThan(0)
      await tab.close()
    }
    await send()
    await statement.openSlips()
    await expect(statement.slips).toContainText([t('slip.unread')])
    await expect(statement.badgeOf(statement.slips.first())).toHaveText(t('statement.status.wait'))
    await expect(statement.badgeOf(statement.slips.first())).toHaveAttribute('data-tone', 'wait')
    await seePicture('link')

    await sandbox.checkSlipByHand(await context.newPage(), member, { reason: 'DEST_ACC_INVALID' })
    await page.reload()
    const failed = statement.badgeOf(statement.slips.first())
    await expect(failed).toHaveText(`${t('statement.status.bad')} (${t('slip.reason.DEST_ACC_INVALID')})`)
    await expect(failed).toHaveAttribute('data-tone', 'bad')
    await seePicture('button')

    await send()
    await sandbox.checkSlipByHand(await context.newPage(), member, { amount: satang(25_075), reference: `E2E${phone}` })
    await page.goto('/user/statement')
    await statement.slipStatus.click()
    await expect(page).toHaveURL('/user/statement?dialog=slips')
    await expect(statement.slips).toHaveCount(2)
    const taken = statement.slips.first()
    await expect(taken).toContainText('250.75')
    await expect(statement.badgeOf(taken)).toHaveText(t('statement.status.good'))
    await expect(statement.badgeOf(taken)).toHaveAttribute('data-tone', 'good')
    await statement.close.click()
    await expect(page).toHaveURL('/user/statement')
    expect(await backend.inMain()).toBe(25_075)
  },
)

test(
  'a lost reply leaves the outcome unknown, and resending the picture does not create a second slip, even after a reload (R336)',
  { tag: NIGHT },
  async ({ page, backend, home, bank, faults, t }, info) => {
    faults.expect(LOST)
    const path = slipFile(info)
    const keys = await loseUploads(page, '*/api/wallet/slip', 2)
    await bank.open()
    await bank.unfold()
    await bank.file.setInputFiles(path)
    await bank.submit.click()
    await expect(bank.unsureSlip).toBeVisible()
    expect(await backend.slips()).toHaveLength(1)
    await expect(bank.slip.getByRole('img', { name: t('slip.chosen') })).toBeVisible()
    await bank.again.click()
    await expect.poll(() => keys.length).toBe(2)
    await expect(bank.unsureSlip).toBeVisible()
    await bank.close.click()
    await expect(home.unsettled('deposit')).toBeVisible()
    await page.reload()
    await home.check.click()
    await expect(bank.unsureSlip).toBeVisible()
    await expect(bank.slip).toContainText(t('slip.unsureFile', { name: 'slip.png' }))
    await bank.file.setInputFiles(path)
    await bank.again.click()
    await expect(bank.sent).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    await bank.gotIt.click()
    await bank.close.click()
    await expect(home.unsettled('deposit')).toBeHidden()
    expect(await backend.slips()).toHaveLength(1)
  },
)

test('if transfers are checked manually, the slip form is always open and required (D-11)', {
  tag: NIGHT,
}, async ({ bank, sandbox, t }) => {
  await sandbox.turn('isManual', true)
  await bank.open()
  await expect(bank.slip).toContainText(t('slip.manual'))
  await expect(bank.submit).toBeVisible()
})
