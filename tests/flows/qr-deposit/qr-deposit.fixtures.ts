import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import { type Arrange, type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import type model from './qr-deposit.model.ts'

const HUNDRED = toSatang(100)
const own: Arrange = ({ deposit }) => deposit.tab('WW').click()
/** Creates a code at the first other provider without one, then returns to this provider's tab. */
const elsewhere: Arrange = async (app) => {
  const { deposit, sandbox } = app
  // ends an outage of the bank
  await sandbox.restore()
  await deposit.choose('KBANK')
  if (await deposit.timer.isVisible()) await deposit.choose('PAYONEX')
  await deposit.make(HUNDRED)
  await own(app)
}
/** Starts cancelling the open code. */
const cancel: Arrange = async ({ deposit, line, t }) => {
  await deposit.cancel.click()
  await deposit.confirm.getByRole('button', { name: t('qr.confirmDo') }).click()
  await line.waiting(['qr.remove'])
}
/** Like `elsewhere`, but first starts cancelling an open code, which then ignores the new one. */
const elsewhereMeanwhile: Arrange = async (app) => {
  if ((await app.place()) === 'shown') await cancel(app)
  await elsewhere(app)
}

export default {
  as: 'newcomer',
  which: { provider: 'WW' },
  others: /\/qrcode\/(?!WW)/,
  held: ['qr.remove'],
  // an open tab may still be loading
  passing: ['unread'],
  starts: {
    'the player opens the deposit dialog': async (app) => {
      await app.home.open()
      // observes the actor before the dialog opens, so that its first state is recorded, too
      await app.place()
      await app.home.deposit.click()
      await expect(app.deposit.dialog).toBeVisible()
      await stopClock(app)
    },
  },
  answers: {
    'qr.get': { 'a code is open': ({ backend }) => backend.makeCode('WW', HUNDRED) },
    'qr.create': {
      'the code is created': ({ sandbox }) => sandbox.restore(),
      'no code is created, and a reason is given': ({ sandbox }) => sandbox.outage(),
      'no code is created, and no reason is given': never('the server says why there is no code'),
    },
  },
  children: {
    qrCode: {
      'it is paid, cancelled or expired': async (app) => {
        if (!app.line.isWaiting('qr.remove')) await cancel(app)
        await app.line.letThrough(['qr.remove'])
      },
      'it may be out of date and must be reloaded': elsewhere,
    },
  },
  events: { 'the tab is opened': own, 'a code for another provider is created': elsewhereMeanwhile },
  beyond: TABS,
} satisfies Fixtures<typeof model>
