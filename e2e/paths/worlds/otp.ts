import { expect } from '@playwright/test'
import { OTP_RESEND } from '#contract/limits.ts'
import { CODE, typed } from '../../../tests/models/fixtures/register.ts'
import type { Happening, It, World } from '../world.ts'
import { freshPhone, phoneIn } from './register.ts'

const ask: Happening = async (it) => {
  await it.sandbox.turn('registerOTP', true)
  await it.register.open()
  await it.register.phone.fill(freshPhone(it))
  await it.register.getCode.click()
}
const minutes =
  (count: number): Happening =>
  async ({ sandbox, page }) => {
    await sandbox.ahead((count * OTP_RESEND) / 1000)
    await page.clock.fastForward(OTP_RESEND)
  }

export default {
  as: 'guest',
  starts: {
    'a phone is to be checked': ask,
    'the page is loaded again, a code was asked for before': async (it) => {
      await ask(it)
      await it.line.letThrough(['otp.send'])
      await expect(it.register.code).toBeVisible()
      await it.page.reload()
    },
  },
  answers: {
    'otp.send': {
      'already verified': async (it) => it.backend.checkPhone(await phoneIn(it), it.sandbox),
    },
  },
  events: {
    'the clock says 10:04:05': async () => {},
    'the clock says 10:05:05': minutes(1),
    'the clock says 10:06:05': minutes(2),
  },
  says: {
    [typed.phone]: freshPhone,
    [CODE]: async (it: It) => it.sandbox.sms(await phoneIn(it)),
  },
} satisfies World
