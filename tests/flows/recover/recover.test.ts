import { describe, expect, it, test } from 'vitest'
import { REDIRECT } from '#contract/limits.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { RULES } from '#tests/kit/samples/settings.ts'
import { listener, start } from '#tests/kit/start.ts'
import recover from './recover.model.ts'

const PHONE = '0812345678'
const NEW = 'new-demo1234'
const CALL = 'recover.password'
const rules = { isOffered: true, least: RULES.passwordMin, wait: 24 }

const none = { phone: '', otp: null }
const otp = { ref: 'AB2C', token: 'otp-token-1' }

async function open(answer: object = rules, draft: { phone: string; otp: typeof otp | null } = none) {
  const toasts = listener()
  const input = { ...draft, isLaos: false, toasts: toasts.ref as never }
  const app = await start(recover, input, { actions: ['savePhone', 'saveDraft'] })
  await app.answer('rules', answer)
  return { ...app, toasts: toasts.heard }
}
async function atPassword() {
  const app = await open()
  await app.send({ type: 'phone.submit', phone: ` ${PHONE.slice(0, 3)}-${PHONE.slice(3)}` })
  await app.answer('otp', 'verified')
  return app
}
async function saving() {
  const app = await atPassword()
  await app.send({ type: 'password.submit', password: NEW, confirm: NEW })
  return app
}

describe('the forgotten-password page', () => {
  it('prompts for the phone number on a site that sends codes (R568)', async () => {
    expect((await open()).now().value).toBe('phone')
  })
  it('refers the player to support on a site that sends no codes (R573)', async () => {
    expect((await open({ ...rules, isOffered: false })).now().value).toBe('unoffered')
  })
  it('can be reloaded after it has failed to load', async () => {
    const app = await start(recover, { ...none, isLaos: false, toasts: listener().ref as never })
    await app.fail('rules', noAnswer)
    expect(app.now().value).toBe('unavailable')
    await app.send({ type: 'rules.retry' })
    await app.answer('rules', rules)
    expect(app.now().value).toBe('phone')
  })
})

describe('the phone number', () => {
  test.each([
    ['', 'empty'],
    ['081234567', 'phone'],
    ['08123456ab', 'digits'],
  ])('is not sent if it is %j, and the problem "%s" is shown (R251)', async (phone, problem) => {
    const app = await open()
    await app.send({ type: 'phone.submit', phone })
    expect([app.now().value, app.now().context.problem]).toEqual(['phone', problem])
    await app.send({ type: 'phone.type' })
    expect(app.now().context.problem).toBeNull()
  })
  it('receives a code, and the page then prompts for it (R569)', async () => {
    const app = await open()
    await app.send({ type: 'phone.submit', phone: '+๐๘๑๒๓๔๕๖๗๘' })
    expect(app.asked('otp')).toMatchObject([{ phone: PHONE, otp: null }])
    expect(app.now().value).toEqual({ verifying: 'sending' })
    await app.send({ type: 'otp.sent', otp })
    expect(app.now().value).toEqual({ verifying: 'entering' })
  })
  it('can be corrected when the player goes back', async () => {
    const app = await open()
    await app.send({ type: 'phone.submit', phone: PHONE })
    await app.answer('otp', 'left')
    expect(app.now().value).toBe('phone')
  })
})

describe('a code that was sent', () => {
  it('can still be entered after a reload, and no other code is sent (R569)', async () => {
    const app = await open(rules, { phone: PHONE, otp })
    expect(app.now().value).toEqual({ verifying: 'entering' })
    expect(app.asked('otp')).toMatchObject([{ phone: PHONE, otp }])
  })
  it('is stored in the tab until a newer code replaces it (R569)', async () => {
    const app = await open()
    await app.send({ type: 'phone.submit', phone: PHONE }, { type: 'otp.sent', otp })
    const newer = { ref: 'CD3E', token: 'otp-token-2' }
    await app.send({ type: 'otp.sent', otp: newer })
    expect(app.now().context.otp).toEqual(newer)
    expect(app.done).toEqual(['saveDraft', 'saveDraft', 'saveDraft'])
  })
  it('is no longer stored once it is verified (R569)', async () => {
    const app = await open(rules, { phone: PHONE, otp })
    await app.answer('otp', 'verified')
    expect(app.now().context.otp).toBeNull()
    expect(app.done.at(-1)).toBe('saveDraft')
  })
})

describe('the new password', () => {
  test.each([
    ['', '', 'short'],
    ['secret7', 'secret7', 'short'],
    [NEW, 'New-demo1234', 'passwords'],
  ])(
    'is not sent if it is %j and its confirmation is %j, and the problem "%s" is shown (R570)',
    async (password, confirm, problem) => {
      const app = await atPassword()
      await app.send({ type: 'password.submit', password, confirm })
      expect([app.now().value, app.now().context.problem, app.asked(CALL)]).toEqual(['password', problem, []])
      await app.send({ type: 'password.type' })
      expect(app.now().context.problem).toBeNull()
    },
  )
  it('is sent with the phone number and an idempotency key, and the login page then opens with the phone number filled in (R570)', async () => {
    const app = await saving()
    expect(app.asked(CALL)).toEqual([
      { phoneNumber: PHONE, password: NEW, key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ])
    await app.answer(CALL, {})
    expect([app.now().value, app.done.at(-1)]).toEqual(['saved', 'savePhone'])
    expect(app.toasts).toMatchObject([{ tone: 'good', text: 'recover.done' }])
    await app.pass(REDIRECT)
    expect(app.now().status).toBe('done')
  })
  it('is sent with a new idempotency key after a refusal, which stays beside the field until the player types (R570)', async () => {
    const app = await saving()
    await app.fail(CALL, refused('PASSWORD_COMMON'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['password', 'PASSWORD_COMMON'])
    await app.send({ type: 'password.type' })
    expect(app.now().context.failure).toBeNull()
    await app.send({ type: 'password.submit', password: NEW, confirm: NEW })
    expect(new Set(app.asked(CALL).map((input) => (input as { key: string }).key)).size).toBe(2)
  })
  it('requires a new code if the verification has expired, and a toast explains why (R569)', async () => {
    const app = await saving()
    await app.fail(CALL, refused('UNVERIFIED_OTP'))
    expect(app.now().value).toBe('phone')
    expect(app.toasts).toMatchObject([{ tone: 'bad', text: 'recover.expired' }])
  })
  it('is refused if the phone has no account, and the page returns to the phone step (R569)', async () => {
    const app = await saving()
    await app.fail(CALL, refused('NO_USER'))
    expect(app.now().value).toBe('phone')
    expect(app.toasts).toMatchObject([{ tone: 'bad', text: { code: 'NO_USER' } }])
  })
  it('is never stored in the machine context (R570)', async () => {
    const app = await saving()
    const seen = [app.now()]
    await app.fail(CALL, noAnswer)
    seen.push(app.now())
    for (const { context } of seen) expect(JSON.stringify({ ...context, toasts: null })).not.toContain(NEW)
  })
})

describe('a new password whose request gets no reply', () => {
  it('is checked by resending the same request (R571)', async () => {
    const app = await saving()
    await app.fail(CALL, noAnswer)
    expect(app.now().value).toBe('unsure')
    await app.send({ type: 'recover.check', password: NEW })
    await app.fail(CALL, noAnswer)
    await app.send({ type: 'recover.check', password: NEW })
    const [first, ...more] = app.asked(CALL)
    expect(more).toEqual([first, first])
    await app.answer(CALL, {})
    expect(app.now().value).toBe('saved')
  })
  it('can be tried on the login page without a check, with the phone number filled in (R571)', async () => {
    const app = await saving()
    await app.fail(CALL, noAnswer)
    await app.send({ type: 'recover.login' })
    expect([app.now().status, app.done.at(-1)]).toEqual(['done', 'savePhone'])
  })
})
