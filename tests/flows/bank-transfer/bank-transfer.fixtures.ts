import { withoutPassword } from '#e2e/pages/no-password.ts'
import { COPIES, endings, holdCopies } from '#e2e/paths/copies.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import type { Arrange, Fixtures } from '#e2e/paths/fixtures.ts'
import { stepUp } from '#e2e/paths/step-up.ts'
import type model from './bank-transfer.model.ts'

const CALL = 'account.rename'
const { made, refused, unconfirmed } = stepUp(CALL, 'action.save')

/**
 * Opens the tab and starts as many copies as the path later completes or refuses. SCB is used because it needs no
 * account name.
 */
const open: Arrange = async ({ page, home, bank, words }) => {
  await home.open()
  await bank.open()
  await holdCopies(page, 'bank-transfer')
  for (let left = endings(words); left > 0; left--) await bank.copyNo('SCB').click()
}

export default {
  as: 'bonus',
  starts: {
    'the bank accounts are shown': async (it) => {
      await withoutPassword(it.page)
      await open(it)
    },
    'the bank accounts are shown, and changing the name requires the password': open,
  },
  answers: {
    attempt: {
      // the test fakes the reply, because the real server requires the password
      'the name is saved': async ({ line }) => line.answer(CALL, {}),
    },
  },
  children: {
    stepUp: {
      // the test fakes the reply, so that the only demo member with a Thai name keeps that name
      'the name is saved': async (it) => {
        it.line.answer(CALL, {})
        await made(it)
      },
      'the name is refused': refused('BANK_ACCOUNT_NAME_ENG'),
      ...unconfirmed,
    },
  },
  events: COPIES,
  beyond: TABS,
} satisfies Fixtures<typeof model>
