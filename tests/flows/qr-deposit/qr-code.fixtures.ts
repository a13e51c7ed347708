import { expect, type Page } from '@playwright/test'
import { QR_WATCH } from '#contract/limits.ts'
import { toSatang } from '#contract/money.ts'
import { QR_LEAST } from '#contract/qr.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import { type Fixtures, type It, never } from '#e2e/paths/fixtures.ts'
import { putBack, stopClock } from '#e2e/paths/time.ts'
import type * as clock from '#src/lib/clock.ts'
import { inPage } from '#tests/kit/in-page.ts'
import type model from './qr-code.model.ts'

const HUNDRED = toSatang(100)
const SECOND = 1000
const LAST = 'the last second begins'
/**
 * The time to which the clocks are set before the last second, as an offset from the code's expiry, ms. {@link tick}
 * then lets one second pass, so 1.2 s remain.
 */
const LEFT = -2.2 * SECOND
const END = 'the countdown reaches 00:00'
const WATCH = 'after 4 s (QR_WATCH)'
const WAITS = 'the code was paid, and the money is held because it exceeds a deposit limit'
const ELSEWHERE = 'a code for another provider is created'
/** The code on each page, and its expiry. */
const codes = new WeakMap<Page, { qrcodeId: string; deadline: number }>()
const codeOf = ({ page }: It) => codes.get(page) ?? { qrcodeId: '', deadline: 0 }

/** Sets the clocks of the server and the page to this offset from the code's expiry (ms), and lets one second pass. */
async function tick(app: It, fromEnd: number) {
  const { page, sandbox } = app
  const at = codeOf(app).deadline + fromEnd
  await sandbox.ahead(Math.max(0, Math.round((at - Date.now()) / SECOND)))
  const behind = at - (await inPage<typeof clock>(page, 'src/lib/clock.ts')('serverNow'))
  // setting the time does not fire pending timers, unlike fast-forwarding
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + behind)
  await page.clock.runFor(SECOND)
}
/**
 * Shows the open code. If the path creates a code at another provider, starts that call first. The new code can then
 * arrive at any time, even while the confirmation is open.
 */
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
    'a code is open': async (app) => {
      const { qrcodeId = '', expireIn = '' } = await app.backend.makeCode('WW', HUNDRED)
      codes.set(app.page, { qrcodeId, deadline: new Date(expireIn).getTime() })
      await app.page.goto('/user/home?dialog=deposit')
      await expect(app.deposit.dialog).toBeVisible()
      await stopClock(app)
      await show(app)
    },
  },
  answers: {
    'qr.get': {
      'the code is still open': putBack,
      'the code was paid': (app) => app.sandbox.pay(codeOf(app).qrcodeId),
      [WAITS]: async (app) => {
        await app.backend.limitDeposits('day', QR_LEAST)
        await app.sandbox.pay(codeOf(app).qrcodeId)
      },
      // the code has expired on the server, and is open again when the clock is set back
      'there is no code': async (app) => {
        const isNear = app.past.includes(LAST) && !app.past.includes(END)
        if (isNear) await tick(app, LEFT)
        await app.sandbox.ahead(Math.ceil((codeOf(app).deadline - Date.now()) / SECOND))
      },
    },
  },
  events: {
    'a second passes': (app) => tick(app, Date.now() - codeOf(app).deadline),
    [LAST]: async (app) => {
      await tick(app, LEFT)
      // the code would expire during QR_WATCH, so the clock is set back
      if (app.rest.find((words) => words === WATCH || words === END) === WATCH) await putBack(app)
    },
    [END]: (app) => tick(app, SECOND),
    [ELSEWHERE]: async (app) => {
      if (app.past.includes(`qr.get answers: ${WAITS}`)) await never('the limit refuses another code')(app)
      await app.line.letThrough(['qr.create'])
    },
    // pressing the button closes the dialog, so the player returns to the same code afterwards
    'the player reports the payment': async (app) => {
      const { deposit, home, page, place } = app
      const before = await place()
      await putBack(app)
      await deposit.transferred.click()
      await expect(deposit.dialog).toBeHidden()
      await home.deposit.click()
      await show(app)
      if (before === 'live.open.checking') await page.clock.fastForward(QR_WATCH)
    },
    'the player dismisses the message': never('the dialog closes by it, and the code is gone with it'),
  },
  beyond: TABS,
} satisfies Fixtures<typeof model>
