import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import { type Arrange, type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import type model from './qr-deposit.model.ts'

const HUNDRED = toSatang(100)
const own: Arrange = ({ deposit }) => deposit.tab('WW').click()
/** A code is created at the first other provider without one; then the own tab is chosen again. */
const elsewhere: Arrange = async (app) => {
  const { deposit, sandbox } = app
  // the bank answers again
  await sandbox.restore()
  await deposit.choose('KBANK')
  if (await deposit.timer.isVisible()) await deposit.choose('PAYONEX')
  await deposit.make(HUNDRED)
  await own(app)
}
/** The open code is being cancelled. */
const cancel: Arrange = async ({ deposit, line, t }) => {
  await deposit.cancel.click()
  await deposit.confirm.getByRole('button', { name: t('qr.confirmDo') }).click()
  await line.waiting(['qr.remove'])
}
/** The same; meanwhile an open code is being cancelled, and so ignores it. */
const elsewhereMeanwhile: Arrange = async (app) => {
  if ((await app.place()) === 'shown') await cancel(app)
  await elsewhere(app)
}

export default {
  as: 'newcomer',
  which: { provider: 'WW' },
  others: /\/qrcode\/(?!WW)/,
  held: ['qr.remove'],
  // an open tab is loading, or has loaded
  passing: ['unread'],
  starts: {
    'the deposit dialog is opened': async (app) => {
      await app.home.open()
      // a subscriber from before the opening sees the first state too
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
      'no code, with a reason': ({ sandbox }) => sandbox.outage(),
      'no code, without a reason': never('the server says why there is no code'),
    },
  },
  children: {
    qrCode: {
      'the code is finished': async (app) => {
        if (!app.line.isWaiting('qr.remove')) await cancel(app)
        await app.line.letThrough(['qr.remove'])
      },
      'the code may be out of date': elsewhere,
    },
  },
  events: { 'the tab is opened': own, 'a code of another provider is created': elsewhereMeanwhile },
  beyond: TABS,
} satisfies Fixtures<typeof model>
