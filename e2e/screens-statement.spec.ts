import { expect } from '@playwright/test'
import { SLIP_REASONS } from '#contract/codes.ts'
import { LANGUAGES } from '#contract/language.ts'
import { isPhone, looker } from './pages/look.ts'
import { LOST, play } from './pages/spoil.ts'
import { test } from './pages/test.ts'

const AT = '2026-11-21T16:59:59.999Z'
const LONG = 'โบนัสต้อนรับสมาชิกใหม่ ฝากครั้งแรก 1,000 บาท รับเพิ่ม 100% สูงสุด 5,000 บาท'
const row = (statementType: string, status: string, amount: number, from = 'WALLET', to = 'WALLET', more = {}) => ({
  statementType,
  status,
  from,
  to,
  amount,
  createdAt: AT,
  ...more,
})
const STATEMENTS = [
  row('deposit', 'SUCCESS', 9_999_999.99, 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร …7890'),
  row('deposit', 'PENDING', 0.01, 'KBANK'),
  row('deposit', 'FAILED', 500, 'PAYONEX'),
  row('bonus', 'SUCCESS', 5_000, 'BONUS', 'WALLET', { bonus: { description: LONG } }),
  row('finish_bonus', 'SUCCESS', 12_345.5, 'Moonreel', 'WALLET', { bonus: { description: LONG } }),
  row('withdraw', 'PENDING', 50_000, 'WALLET', 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร …7890'),
  row('withdraw', 'FAILED', 1_234_567.89, 'WALLET', 'ธนาคารกสิกรไทย …7890'),
  row('transfer', 'SUCCESS', 1_000, 'WALLET', 'Velvet Nine'),
  row('transfer', 'FAILED', 1_000, 'Velvet Nine', 'WALLET'),
  row('cashback', 'CHECKING', 7.5, 'REFUND', 'WALLET', { refund: { description: 'คืนยอดเสีย' } }),
]
const slip = (more: object) => ({ createdAt: AT, amount: 0, status: 'PENDING', ...more })
const SLIPS = [
  slip({ link: '/slips/one' }),
  slip({ status: 'SUCCESS', amount: 1_234_567.89, reference: 'two' }),
  slip({ status: 'FAILED' }),
  ...SLIP_REASONS.map((note) => slip({ status: 'FAILED', note, amount: 1_000, reference: note })),
]

test.use({ as: 'member' })
for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    test(`the statement and the slips in ${lang} (R134–R137, R241–R243, R496–R507, WCAG 2.2 AA)`, async ({
      page,
      statement,
      faults,
      t,
    }, info) => {
      const see = looker(page, '', info, lang)
      await play(
        page,
        '**/api/statement',
        { json: { total: 73, statements: STATEMENTS } },
        { json: { total: 0, statements: [] } },
      )
      await play(
        page,
        '**/api/statement/slip',
        { json: { total: 23, slips: SLIPS } },
        { json: { total: 0, slips: [] } },
      )
      await statement.open()
      await expect(statement.rows).toHaveCount(STATEMENTS.length)
      await see('statement')
      await statement.pager.scrollIntoViewIfNeeded()
      await see('statement-end')
      await statement.slipStatus.click()
      await expect(statement.slips).toHaveCount(SLIPS.length)
      await see('slips')
      await statement.slips.last().scrollIntoViewIfNeeded()
      await see('slips-end')
      if (!isPhone(info)) return
      faults.expect(LOST)
      await statement.close.click()
      await statement.open()
      await expect(statement.main).toContainText(t('statement.empty'))
      await see('statement-empty')
      await statement.slipStatus.click()
      await expect(statement.dialog).toContainText(t('slip.empty'))
      await see('slips-empty')
      await page.reload()
      await expect(statement.dialog).toContainText(t('slip.failed'))
      await see('slips-failed')
      await statement.close.click()
      await expect(statement.main).toContainText(t('statement.failed'))
      await see('statement-failed')
    })
  })
