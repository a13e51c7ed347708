import { newPhone } from '#e2e/pages/register.ts'
import { codeSent } from '#e2e/paths/code-sent.ts'
import { type Arrange, type Fixtures, type It, turned } from '#e2e/paths/fixtures.ts'
import type { Draft } from '#machines/register.machine.ts'
import { typed } from '#tests/kit/samples/register.ts'
import type model from './register.model.ts'

/** An unused number, because each path needs a new player. */
const freshPhone = ({ info }: It) => newPhone(10, info.workerIndex)

/** The code in a member's invite link. */
const invite = async ({ backend }: It) => `PR${await backend.id()}`
/** Opens the page in a tab that has stored the values typed earlier and, at steps 3 and 4, a verified phone. */
const again: Arrange = async (app) => {
  const { step, typed, otp, sentAt } = app.input as Draft
  const phone = freshPhone(app)
  const draft = {
    at: Date.now(),
    step,
    sentAt,
    otp: otp && (await app.backend.sendCode(phone)),
    phone,
    typed: { ...typed, phone: typed.phone.length < 10 ? typed.phone : phone, accountNo: phone },
  }
  const verified = step === 'profile' || step === 'bank' ? await app.backend.checkPhone(phone, app.sandbox) : ''
  await app.page.addInitScript(
    (stored) => {
      for (const [name, text] of Object.entries(stored)) sessionStorage.setItem(name, text)
    },
    { register: JSON.stringify(draft), verified },
  )
  await app.page.goto('/register')
}

/** The phone number that the tab stores. */
const phoneIn = async ({ page }: It) =>
  (JSON.parse(await page.evaluate(() => sessionStorage.getItem('register') ?? '{}')) as Draft).typed.phone

const isAsked = ({ register }: It) => register.code.isVisible()
const sent = codeSent('otp.send', ({ register }) => register)

export default {
  as: 'guest',
  starts: {
    'a visitor opens the registration page': ({ page }) => page.goto('/register'),
    'a visitor opens an invite link': async (app) => app.page.goto(`/register?code=${await invite(app)}`),
    'the page is reloaded at step 1 with nine digits entered': again,
    'the page is reloaded at step 2': again,
    'the page is reloaded at step 3': again,
    'the page is reloaded at step 4': again,
    'the page is reloaded before the server has responded to the registration': again,
    'in Laos, the page is reloaded at step 4 with a Lao name entered for an account at KTB': again,
  },
  answers: {
    lookups: { 'OTP is on': turned('registerOTP', true), 'OTP is off': turned('registerOTP', false) },
  },
  children: {
    otp: {
      'the phone is verified': async (app) => {
        if (!(await isAsked(app))) await app.line.letThrough(['otp.send'])
        await app.register.enter(await app.sandbox.sms(await phoneIn(app)))
      },
      'the player has gone back to the phone number': async (app) => {
        if (await isAsked(app)) return app.register.back.click()
        await app.spoil('otp.send', 'OTP_SEND_FAIL')
        await app.line.letThrough(['otp.send'])
      },
    },
  },
  events: {
    'a code is sent': sent,
    'the language is changed': async ({ page, t }) => {
      const list = page.getByRole('combobox', { name: t('app.language') })
      await list.selectOption('en')
      await page.getByRole('combobox', { name: 'Language' }).selectOption('th')
    },
  },
  says: { [typed.phone]: freshPhone, [typed.accountNo]: freshPhone, PRm2: invite },
} satisfies Fixtures<typeof model>
