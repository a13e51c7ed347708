import { expect } from '@playwright/test'
import { readable } from '#contract/rows.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { hideClipboard, injectFirst, LOST, loseAnswer, really } from '#e2e/pages/spoil.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { formatAccountNo } from '#src/lib/format.ts'

test.describe('a member whose name the bank recognises', () => {
  test.use({ as: 'member' })

  test('sees each account to pay into, and can copy its name and its number as plain digits (R21, R106, R107, R399)', {
    tag: NIGHT,
  }, async ({ backend, bank, clipboard, t }) => {
    const { banks } = await backend.ways()
    await bank.open()
    await expect(bank.accounts).toHaveCount(banks.length)
    await expect(bank.dialog).toContainText(t('qr.creditTime'))
    for (const { bankCode, bankAccountName, bankAccountNo, bank: named } of readable(banks)) {
      const account = bank.accounts.filter({ hasText: bankCode })
      await expect(account).toContainText(named.nameTH)
      await expect(account).toContainText(formatAccountNo(bankAccountNo))
      await bank.copyNo(bankCode).click()
      await expect.poll(clipboard).toBe(bankAccountNo)
      await bank.copyName(bankCode).click()
      await expect.poll(clipboard).toBe(bankAccountName)
    }
    await expect(bank.toast).toContainText(t('copy.done'))
  })

  test('can copy an account in a browser without the clipboard API, and sees an error if the browser refuses to copy (R399, R400)', {
    tag: NIGHT,
  }, async ({ page, bank, clipboard, t }) => {
    await hideClipboard(page)
    await bank.open()
    await bank.copyNo('SCB').focus()
    await page.keyboard.press('Enter')
    await expect(bank.toast).toHaveText(t('copy.done'))
    expect(await clipboard()).toBe('4045556667')
    await expect(bank.copyNo('SCB')).toBeFocused()
    await page.evaluate(() => {
      document.execCommand = () => false
    })
    await bank.copyName('SCB').click()
    await expect(bank.toast).toContainText(t('copy.failed'))
  })
})

test.describe('a member with a Thai account name who pays into a bank that accepts only English names', () => {
  test.use({ as: 'bonus', isLean: false })

  test('is asked for the English name before copying the account, and may skip the question (R111, R260–R262, R322, R642)', async ({
    page,
    bank,
    clipboard,
    faults,
    t,
  }) => {
    test.slow()
    faults.expect(LOST)
    faults.expectStatus(403)
    let isThai = true
    await page.route('**/api/wallet', async (route) => {
      const response = await really(route)
      const overview = await response.json()
      if (isThai) overview.bankAccount.bankAccountName = DEMO.bonus.bankAccountName
      await route.fulfill({ response, json: overview })
    })
    await bank.open()
    for (const other of ['SCB', 'BBL']) {
      await bank.copyNo(other).click()
      await expect(bank.rename).toBeHidden()
    }
    await bank.copyNo('KBANK').click()
    await expect(bank.rename).toContainText(t('bank.renameLead'))
    expect(await clipboard()).toBe('1987654321')
    for (const name of ['', '   ', 'สมาชิก', 'DEMO 2', 'DEMO-BONUS']) {
      await bank.name.fill(name)
      await expect(bank.problemOfName).toBeHidden()
      await bank.save.click()
      await expect(bank.name).toHaveAccessibleDescription(t('bank.english'))
    }
    await bank.skip.click()
    await expect(bank.rename).toBeHidden()
    await expect.poll(clipboard).toBe('0123456789')

    await bank.copyName('KBANK').click()
    await bank.name.pressSequentially('demo bonus')
    await expect(bank.name).toHaveValue('DEMO BONUS')
    await bank.save.click()
    await expect(bank.confirm).toContainText('DEMO BONUS')
    await bank.password.fill('wrong-word-1')
    await bank.confirmName.click()
    await expect(bank.password).toHaveAccessibleDescription(t('errorMsg.WRONG_PASSWORD'))
    await lookInAll(page, 'rename-password')
    await bank.password.fill(DEMO_PASSWORD)
    const keys = await injectFirst(page, '**/api/account/bankAccountName', loseAnswer)
    const request = page.waitForRequest('**/api/account/bankAccountName')
    await bank.confirmName.click()
    expect((await request).postDataJSON()).toEqual({ bankCode: 'KTB', bankAccountName: 'DEMO BONUS' })
    await expect(bank.unsureName).toContainText(t('bank.unsure'))
    isThai = false
    await bank.checkName.click()
    await expect(bank.named).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    await bank.copyNow.click()
    await expect(bank.rename).toBeHidden()
    await expect
      .poll(clipboard)
      .toBe((await page.locator('dd').filter({ hasText: 'บจก.' }).first().textContent()) ?? '')
    await bank.copyNo('KBANK').click()
    await expect.poll(clipboard).toBe('0123456789')
    await expect(bank.rename).toBeHidden()
  })
})
