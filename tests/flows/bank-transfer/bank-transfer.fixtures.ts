import type { Page } from '@playwright/test'
import { withoutPassword } from '#e2e/pages/no-password.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { COPIES, endings, holdCopies } from '#e2e/paths/copies.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import type { Arrange, Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './bank-transfer.model.ts'

const CALL = 'account.rename'
/** The renamed member's token, by page. */
const others = new WeakMap<Page, string>()

const PLAIN = 'the bank accounts are shown'

/** Opens the tab. Copies that end on the path are started here; at this bank they need no name. */
const open: Arrange = async ({ page, home, bank, words }) => {
  await home.open()
  await bank.open()
  await holdCopies(page, 'bank-transfer')
  for (let left = endings(words); left > 0; left--) await bank.copyNo('SCB').click()
}

export default {
  as: 'bonus',
  starts: {
    [PLAIN]: async (it) => {
      await withoutPassword(it.page)
      await open(it)
    },
    'the bank accounts are shown, a new name needs the password': open,
  },
  answers: {
    attempt: {
      // the only demo member with a Thai name keeps it; another member of that bank is renamed
      'the name is saved': async ({ page, backend, sandbox, phone, line, words }) => {
        // the server itself asks for the password
        if (words[0] === PLAIN) return line.answer(CALL, {})
        const token = others.get(page) ?? (await (await backend.newcomer(phone, sandbox, 'KTB')).signIn())
        others.set(page, token)
        line.askAs(CALL, token)
      },
    },
  },
  events: COPIES,
  says: { demo1234: () => NEWCOMER.password },
  beyond: TABS,
} satisfies Fixtures<typeof model>
