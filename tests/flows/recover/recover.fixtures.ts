import { OTP_RESEND } from '#contract/limits.ts'
import { codeSent } from '#e2e/paths/code-sent.ts'
import { type Arrange, type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import type model from './recover.model.ts'

/** Creates a member with the test's phone number, then opens the page. */
const open: Arrange = async ({ backend, sandbox, phone, page }) => {
  await sandbox.turn('registerOTP', false)
  await backend.newcomer(phone, sandbox)
  await sandbox.turn('registerOTP', true)
  await page.goto('/recover')
}
const sent = codeSent('recover.send', ({ recover }) => recover)

export default {
  as: 'guest',
  starts: {
    'the player opens the forgotten-password page': open,
    'the page is reloaded after a code was sent': async (app) => {
      await open(app)
      await app.line.letThrough(['lookup.active'])
      await app.recover.phone.fill(app.phone)
      await app.recover.getCode.click()
      await sent(app)
      await app.page.reload()
    },
  },
  answers: {
    rules: {
      'the site sends codes': turned('registerOTP', true),
      'the site sends no codes': turned('registerOTP', false),
    },
  },
  children: {
    otp: {
      'the phone is verified': async (app) => {
        if (!(await app.recover.code.isVisible())) {
          // moves the clock, because each phone gets one code per minute and a path requests up to three
          await app.sandbox.ahead((2 * OTP_RESEND) / 1000)
          await app.line.letThrough(['recover.send'])
        }
        await app.recover.enter(await app.sandbox.sms(app.phone))
      },
      'the player has gone back to the phone number': async (app) => {
        if (await app.recover.code.isVisible()) return app.recover.back.click()
        await app.spoil('recover.send', 'OTP_SEND_FAIL')
        await app.line.letThrough(['recover.send'])
      },
    },
  },
  events: { 'a code is sent': sent },
  says: { '0812345678': ({ phone }) => phone },
} satisfies Fixtures<typeof model>
