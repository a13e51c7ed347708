import { expect, type Locator, type Page } from '@playwright/test'
import { moneyDialog } from './money.ts'
import type { Texts } from './texts.ts'

/** A slip's status badge. */
const badgeOf = (slip: Locator) => slip.locator('span[data-tone]')

/** The statement page, and the slips dialog over it. */
export function statementPage(page: Page, t: Texts) {
  const main = page.getByRole('main')
  const rows = main.getByRole('listitem').filter({ has: page.locator('time') })
  const pager = main.getByRole('navigation', { name: t('pager.label') })
  const { dialog, close } = moneyDialog(page, t, t('slip.status'))
  const slips = dialog.getByRole('listitem')
  return {
    main,
    rows,
    pager,
    pages: pager.getByRole('button', { name: /\d/ }),
    page: (n: number) => pager.getByRole('button', { name: t('pager.page', { n }), exact: true }),
    next: pager.getByRole('button', { name: t('pager.next') }),
    previous: pager.getByRole('button', { name: t('pager.previous') }),
    slipStatus: main.getByRole('button', { name: t('slip.status') }),
    dialog,
    close,
    slips,
    badgeOf,
    /** Opens the page and waits for its rows. */
    async open() {
      await page.goto('/user/statement')
      await expect(rows.or(main.getByText(t('statement.empty'))).first()).toBeVisible()
    },
    /** Navigates to the address of the slips dialog, and waits for the slips. */
    async openSlips() {
      await page.goto('/user/statement?dialog=slips')
      await expect(slips.first()).toBeVisible()
    },
    /** Returns each row's texts, its status tone, and whether its amount is struck through. */
    read: () =>
      rows.evaluateAll((all) =>
        all.map((row) => {
          const [, what, when, sum, state] = row.children
          const path = what?.lastElementChild
          return {
            type: what?.firstChild?.textContent,
            path: path?.textContent.replaceAll('\u00a0', ' '),
            when: when?.textContent,
            sum: sum?.textContent,
            isStruck: sum?.querySelector('s') !== null,
            status: state?.textContent,
            tone: state?.firstElementChild?.getAttribute('data-tone'),
          }
        }),
      ),
  }
}
