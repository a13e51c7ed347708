import { COPIES, endings, holdCopies } from '#e2e/paths/copies.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import { type Fixtures, never } from '#e2e/paths/fixtures.ts'
import type model from './bank-transfer.model.ts'

const CALL = 'account.rename'
const NAMED = never('a saved name is not asked for again')

export default {
  as: 'bonus',
  starts: {
    // actors that finish on the way started earlier: a copy that needs no name
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
      'the name is saved': async ({ backend, sandbox, phone, line }) => {
        const other = await backend.newcomer(phone, sandbox, 'KTB')
        line.askAs(CALL, await other.signIn())
      },
    },
  },
  before: {
    'the player copies a number, where only an English name is recognised and the member’s is Thai': async (it) => {
      const past = it.words.slice(0, -1 - it.rest.length)
      if (past.includes('the attempt ends: the name is saved')) await NAMED(it)
    },
  },
  events: COPIES,
  beyond: TABS,
} satisfies Fixtures<typeof model>
