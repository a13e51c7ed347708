import { OTP_RESEND } from '#contract/limits.ts'
import { codeSent } from '#e2e/paths/code-sent.ts'
import { type Arrange, type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import type model from './recover.model.ts'

/** A member with this phone opens the page. */
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
    'the page for a forgotten password is opened': open,
    'the page is reloaded, a code was sent before': async (it) => {
      await open(it)
      await it.line.letThrough(['lookup.active'])
      await it.recover.phone.fill(it.phone)
      await it.recover.getCode.click()
      await sent(it)
      await it.page.reload()
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
      'the phone is verified': async (it) => {
        if (!(await it.recover.code.isVisible())) {
          // each phone gets one code a minute, and this is the third at most
          await it.sandbox.ahead((2 * OTP_RESEND) / 1000)
          await it.line.letThrough(['recover.send'])
        }
        await it.recover.enter(await it.sandbox.sms(it.phone))
      },
      'back to the phone number': async (it) => {
        if (await it.recover.code.isVisible()) return it.recover.back.click()
        await it.spoil('recover.send', 'OTP_SEND_FAIL')
        await it.line.letThrough(['recover.send'])
      },
    },
  },
  events: { 'a code is sent': sent },
  says: { '0812345678': ({ phone }) => phone },
} satisfies Fixtures<typeof model>
