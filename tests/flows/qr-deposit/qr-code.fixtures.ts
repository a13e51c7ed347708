import { expect, type Page } from '@playwright/test'
import { QR_WATCH } from '#contract/limits.ts'
import { toSatang } from '#contract/money.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import { type Fixtures, type It, never } from '#e2e/paths/fixtures.ts'
import { putBack, stopClock } from '#e2e/paths/time.ts'
import type * as clock from '#src/lib/clock.ts'
import { inPage } from '#tests/kit/in-page.ts'
import type model from './qr-code.model.ts'

const HUNDRED = toSatang(100)
const SECOND = 1000
const LAST = 'the last second passes'
const ELSEWHERE = 'a code of another provider is created'
/** The code of each page, and when it ends. */
const codes = new WeakMap<Page, { qrcodeId: string; deadline: number }>()
const codeOf = ({ page }: It) => codes.get(page) ?? { qrcodeId: '', deadline: 0 }

/** A second begins that is so far from the end of the code, here and at the server. */
async function tick(it: It, fromEnd: number) {
  const { page, sandbox } = it
  const at = codeOf(it).deadline + fromEnd
  await sandbox.ahead(Math.max(0, Math.round((at - Date.now()) / SECOND)))
  const behind = at - (await inPage<typeof clock>(page, 'src/lib/clock.ts')('serverNow'))
  // nothing that waits comes sooner by it
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + behind)
  await page.clock.runFor(SECOND)
}
/** The open code is shown. Where another is to be made, it is on its way: it may come at any time, under a question too. */
const show = ({ deposit, line, words }: It) =>
  line.free(['qr.get'], async () => {
    if (words.includes(ELSEWHERE)) {
      await deposit.choose('KBANK')
      await deposit.preset(HUNDRED).click()
      await deposit.create.click()
      await line.waiting(['qr.create'])
    }
    await deposit.choose('WW')
    await expect(deposit.timer).toBeVisible()
  })

export default {
  as: 'newcomer',
  which: { provider: 'WW' },
  held: ['qr.create'],
  starts: {
    'a code is open': async (it) => {
      const { qrcodeId = '', expireIn = '' } = await it.backend.makeCode('WW', HUNDRED)
      codes.set(it.page, { qrcodeId, deadline: new Date(expireIn).getTime() })
      await it.page.goto('/user/home?dialog=deposit')
      await expect(it.deposit.dialog).toBeVisible()
      await stopClock(it)
      await show(it)
    },
  },
  answers: {
    'qr.get': {
      'the code is still open': putBack,
      'the code was paid': (it) => it.sandbox.pay(codeOf(it).qrcodeId),
      // it has run out there, and is open again when the clock is put back
      'there is no code': (it) => it.sandbox.ahead(Math.ceil((codeOf(it).deadline - Date.now()) / SECOND)),
    },
  },
  events: {
    'a second passes': (it) => tick(it, Date.now() - codeOf(it).deadline),
    [LAST]: async (it) => {
      await tick(it, -2.2 * SECOND)
      // what waits for longer than that comes all the same
      if (it.words[it.words.lastIndexOf(LAST) + 1] === 'time passes: QR_WATCH') await putBack(it)
    },
    'the clock shows 00:00': (it) => tick(it, SECOND),
    [ELSEWHERE]: ({ line }) => line.letThrough(['qr.create']),
    // the dialog closes by it; the player comes back to the same code
    'the player reports the payment': async (it) => {
      const { deposit, home, page, place } = it
      const before = await place()
      await putBack(it)
      await deposit.transferred.click()
      await expect(deposit.dialog).toBeHidden()
      await home.deposit.click()
      await show(it)
      if (before === 'live.open.checking') await page.clock.fastForward(QR_WATCH)
    },
    'the player dismisses the message': never('the dialog closes by it, and the code is gone with it'),
  },
  beyond: TABS,
} satisfies Fixtures<typeof model>
