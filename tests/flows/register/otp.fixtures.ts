import { expect, type Page } from '@playwright/test'
import { OTP_RESEND } from '#contract/limits.ts'
import type { Arrange, Fixtures } from '#e2e/paths/fixtures.ts'
import { pass, putBack } from '#e2e/paths/time.ts'
import { CODE } from '#tests/kit/samples/register.ts'
import type model from './otp.model.ts'

const ask: Arrange = async ({ register, phone }) => {
  await register.open()
  await register.phone.fill(phone)
  await register.getCode.click()
}

/**
 * The minutes after ten o'clock on each page's clock. Unset when a code is sent, because the first tick after that
 * shows the current minute.
 */
const minutes = new WeakMap<Page, number>()
const clockSays =
  (minute: number): Arrange =>
  async (app) => {
    const before = minutes.get(app.page) ?? minute
    minutes.set(app.page, Math.max(before, minute))
    if (minute > before) await pass(app, (minute - before) * OTP_RESEND)
  }

export default {
  as: 'guest',
  starts: {
    'the player reaches the code step': ask,
    'the page is reloaded after a code was requested': async (app) => {
      await ask(app)
      await app.line.letThrough(['otp.send'])
      await expect(app.register.code).toBeVisible()
      await app.page.reload()
    },
  },
  answers: {
    'otp.send': {
      'a code is sent': async ({ page }) => minutes.delete(page),
      'the phone is already verified': (app) => app.spoil('otp.send', 'OTP_VERIFIED'),
    },
  },
  before: {
    // a typed code would be checked immediately, so it is set without an input event
    'the player submits the code': async ({ register, sandbox, phone }) => {
      const code = await sandbox.sms(phone)
      await register.code.evaluate((field, value) => Object.assign(field, { value }), code)
    },
  },
  events: {
    'the clock shows 10:04:05': clockSays(4),
    'the clock shows 10:05:05': clockSays(5),
    'the clock shows 10:06:05': clockSays(6),
    'the player requests another code': async (app) => {
      await app.register.resend.click()
      if (!app.words.includes('otp.send is refused: too many messages')) return
      // sets the clock back, because the first tick would otherwise already end the minute
      await putBack(app)
      minutes.set(app.page, 4)
    },
  },
  says: { [CODE]: ({ sandbox, phone }) => sandbox.sms(phone) },
  // the remaining time
  beyond: /ขอรหัสใหม่ได้/,
} satisfies Fixtures<typeof model>
