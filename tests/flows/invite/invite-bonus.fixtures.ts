import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import type model from './invite-bonus.model.ts'

const READ = ['wallet.get', 'wallet.refresh'] as const
/** A friend's loss that yields 123.45 baht. */
const LOSS = toSatang(2469)
/** Runs `that` and waits until the balance is read. Later reads are held, so the balance then stays the same. */
const reading = (app: It, that: () => Promise<unknown>) =>
  app.line.free(READ, async () => {
    await that()
    await expect(app.home.inviteBonus).toContainText('123.45')
  })
const open: Arrange = async (app) => {
  await app.sandbox.bringFriend(app.phone, LOSS, 'lose')
  await reading(app, () => app.page.goto('/user/home'))
}

export default {
  as: 'newcomer',
  held: READ,
  starts: {
    'the invite bonus is shown': open,
    'the page is reloaded while the bonus is being collected': async (app) => {
      await open(app)
      await app.home.collect.click()
      await app.invite.confirm.click()
      await app.line.waiting(['invite.bonus'])
      await reading(app, () => app.page.reload())
    },
  },
} satisfies Fixtures<typeof model>
