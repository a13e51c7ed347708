import { expect, type Page } from '@playwright/test'
import { TOAST_TIME } from '#contract/limits.ts'
import type { TextKey } from '#e2e/pages/texts.ts'
import type { Fixtures, It } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import type model from './toasts.model.ts'

/** The pause before each message, ms. Without it, all messages would disappear together. */
const PAUSE = 100
/** The age of each page's first message, in ms. */
const ages = new WeakMap<Page, number>()
async function pass({ page }: It, ms: number) {
  ages.set(page, (ages.get(page) ?? -ms) + ms)
  await page.clock.fastForward(ms)
}
/** Requests a code, which is refused, and waits for the toast that shows the reason. */
async function ask(app: It, phone: string, why: TextKey) {
  const { page, register } = app
  await pass(app, PAUSE)
  await register.phone.fill(phone)
  const replied = page.waitForResponse(/otp/)
  await register.getCode.click()
  await replied
  await expect(register.getCode).toBeVisible()
  await expect(register.toasts).toContainText(app.t(why))
}

export default {
  as: 'guest',
  starts: {
    'the player opens the site': async (app) => {
      await app.register.open()
      await stopClock(app)
    },
  },
  events: {
    'a message arrives': async (app) => {
      await app.spoil('otp.send', 'OTP_SEND_FAIL')
      await ask(app, app.phone, 'errorMsg.OTP_SEND_FAIL')
    },
    'a failure is reported': async (app) => {
      await app.spoil('otp.send', 'EXISTING_USER')
      await ask(app, app.phone, 'errorMsg.EXISTING_USER')
    },
    'a message has been shown for four seconds': async (app) => {
      const left = TOAST_TIME - (ages.get(app.page) ?? TOAST_TIME)
      if (left > 0) await pass(app, left)
    },
  },
} satisfies Fixtures<typeof model>
