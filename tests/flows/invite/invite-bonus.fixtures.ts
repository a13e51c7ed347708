import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import type model from './invite-bonus.model.ts'

const READ = ['wallet.get', 'wallet.refresh'] as const
/** The loss of a friend that brings 123.45 baht. */
const LOSS = toSatang(2469)
/** Runs while the balance is read; it then stays the same. */
const reading = (it: It, that: () => Promise<unknown>) =>
  it.line.free(READ, async () => {
    await that()
    await expect(it.home.inviteBonus).toContainText('123.45')
  })
const open: Arrange = async (it) => {
  await it.sandbox.bringFriend(it.phone, LOSS, 'lose')
  await reading(it, () => it.page.goto('/user/home'))
}

export default {
  as: 'newcomer',
  held: READ,
  starts: {
    'the invite bonus is shown': open,
    'the page is reloaded, a collection is not answered yet': async (it) => {
      await open(it)
      await it.home.collect.click()
      await it.invite.confirm.click()
      await it.line.waiting(['invite.bonus'])
      await reading(it, () => it.page.reload())
    },
  },
} satisfies Fixtures<typeof model>
