import type { Page } from '@playwright/test'
import { COPIES, endings, holdCopies } from '#e2e/paths/copies.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './bank-transfer.model.ts'

const CALL = 'account.rename'
/** The renamed member's token, by page. */
const others = new WeakMap<Page, string>()

export default {
  as: 'bonus',
  starts: {
    // copies that end on the path are started here; at this bank they need no name
    'the bank accounts are shown': async ({ page, home, bank, words }) => {
      await home.open()
      await bank.open()
      await holdCopies(page, 'bank-transfer')
      for (let left = endings(words); left > 0; left--) await bank.copyNo('SCB').click()
    },
  },
  answers: {
    attempt: {
      // the only demo member with a Thai name keeps it; another member of that bank is renamed
      'the name is saved': async ({ page, backend, sandbox, phone, line }) => {
        const token = others.get(page) ?? (await (await backend.newcomer(phone, sandbox, 'KTB')).signIn())
        others.set(page, token)
        line.askAs(CALL, token)
      },
    },
  },
  events: COPIES,
  beyond: TABS,
} satisfies Fixtures<typeof model>
