import { expect } from '@playwright/test'
import { readable } from '#contract/rows.ts'
import { descriptionOf, PAGE_SIZE, PAGES_AFTER, PAGES_BEFORE, signOf, toneOf } from '#contract/statement.ts'
import { WALLET } from '#contract/transfer.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { formatAmount, formatDate } from '#src/lib/format.ts'

const CALL = '**/api/statement'

test.describe('for a member with transactions', () => {
  test.use({ as: 'member' })

  test('the statement shows all money movements page by page, newest first (R134, R175–R177, R241–R243, R359, R518, R519, R549–R554)', {
    tag: SMOKE,
  }, async ({ backend, statement, t }) => {
    await statement.open()
    const { total } = await backend.statement()
    const last = Math.ceil(Number(total) / PAGE_SIZE)
    expect(last).toBeGreaterThan(1)
    const place = (name: string) => (name === WALLET ? t('home.main') : name)
    for (let page = 1; page <= last; page++) {
      await expect(statement.page(page)).toHaveAttribute('aria-current', 'page')
      await expect(statement.main.locator('[aria-busy]')).toHaveCount(0)
      const { statements } = await backend.statement(page)
      expect(await statement.read()).toEqual(
        readable(statements).map((row) => ({
          type: t(`statement.type.${row.statementType as 'deposit'}`),
          path: descriptionOf(row) ?? `${place(row.from)} → ${place(row.to)}`,
          when: formatDate(row.createdAt),
          sum: signOf(row.statementType) + formatAmount(row.amount),
          isStruck: row.status === 'FAILED',
          status: t(`statement.status.${toneOf(row.status)}`),
          tone: toneOf(row.status),
        })),
      )
      const [first, end] = [Math.max(1, page - PAGES_BEFORE), Math.min(last, page + PAGES_AFTER)]
      await expect(statement.pages).toHaveText(Array.from({ length: end - first + 1 }, (_, at) => String(first + at)))
      if (page < last) await statement.next.click()
    }
    await expect(statement.next).toBeDisabled()
    await statement.previous.click()
    await expect(statement.page(last - 1)).toHaveAttribute('aria-current', 'page')
  })

  test('the statement and the slips dialog can be reloaded after a failure, and the dialog has its own URL (R26, R135, R408, R409)', {
    tag: NIGHT,
  }, async ({ page, statement, faults, t }) => {
    faults.expectStatus(503)
    await page.route(CALL, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    await page.goto('/user/statement')
    await expect(statement.main).toContainText(t('statement.failed'))
    await statement.main.getByRole('button', { name: t('action.retry') }).click()
    await expect(statement.rows.first()).toBeVisible()

    await page.route('**/api/statement/slip', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    await statement.slipStatus.click()
    await expect(page).toHaveURL('/user/statement?dialog=slips')
    await expect(statement.dialog).toContainText(t('slip.failed'))
    await statement.dialog.getByRole('button', { name: t('action.retry') }).click()
    await expect(statement.slips.first()).toBeVisible()
    await page.goBack()
    await expect(statement.dialog).toBeHidden()
    await expect(page).toHaveURL('/user/statement')
  })
})

test.describe('for a new member', () => {
  test.use({ as: 'newcomer' })
  test('the statement and the slip list show that they are empty (R408, R409)', { tag: NIGHT }, async ({
    page,
    statement,
    t,
  }) => {
    await statement.open()
    await expect(statement.main).toContainText(t('statement.emptyLead'))
    await expect(statement.pager).toBeHidden()
    await page.goto('/user/statement?dialog=slips')
    await expect(statement.dialog).toContainText(t('slip.emptyLead'))
  })
})
