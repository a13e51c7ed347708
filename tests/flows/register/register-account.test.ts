import { describe, expect, it, test } from 'vitest'
import type { Typed } from '#contract/register.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { lists, PASSWORD, toast, typed, visit } from '#tests/kit/samples/register.ts'
import { listener, start } from '#tests/kit/start.ts'
import register from './register.model.ts'

const submit = { type: 'bank.submit', password: PASSWORD } as const
const check = { type: 'register.check', password: PASSWORD } as const
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const profile = { name: 'โชคดี', username: '0812345678', password: PASSWORD, sourceCode: 'friend', inviteCode: '' }
const account = { bankCode: 'KTB', bankAccountNo: '1234567890', bankAccountName: 'SOMJAI DEE' }

/** Completes the first three steps and opens step 4. */
async function step4(more: Partial<Typed> = {}, isLaos = false) {
  const toasts = listener()
  const input = { ...visit, typed: { ...typed, ...more }, isLaos, toasts: toasts.ref as never }
  const app = await start(register, input, { actions: ['saveDraft', 'clearDraft'] })
  await app.answer('lookups', { hasOtp: true, ...lists })
  await app.send({ type: 'phone.submit' })
  await app.answer('otp', 'verified')
  await app.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
  await app.answer('account.validate', {})
  expect(app.now().matches('bank')).toBe(true)
  const type = (field: keyof Typed, text: string) => app.send({ type: 'field.type', field, text })
  const keys = () => (app.asked('account.create') as { key: string }[]).map(({ key }) => key)
  return { ...app, toasts: toasts.heard, type, keys, context: () => app.now().context }
}
async function creating(more: Partial<Typed> = {}, isLaos = false) {
  const app = await step4(more, isLaos)
  await app.send(submit)
  return app
}
async function unsure() {
  const app = await creating()
  await app.fail('account.create', noAnswer)
  expect(app.now().matches('unsure')).toBe(true)
  return app
}

describe('step 4 of the registration', () => {
  test.each(['bankCode', 'accountNo', 'firstName', 'lastName'] as const)(
    'is blocked without a message if %s is missing (R46, R47, R48, R255, D-38)',
    async (field) => {
      const app = await creating({ [field]: ' ' })
      expect([app.now().value, app.context().problem]).toEqual(['bank', 'empty'])
      expect([app.asked('account.create'), app.toasts]).toEqual([[], []])
    },
  )

  test.each([
    [{ bankCode: 'KTB', firstName: 'สมใจ' }, 'name'],
    [{ bankCode: 'TMB', lastName: 'DEE2' }, 'name'],
    [{ bankCode: 'BBL', lastName: 'ສົມ' }, 'name'],
    [{ accountNo: '12345' }, 'account'],
  ])(
    'rejects %o without sending it, and shows the problem "%s" until the player types (R257, R511, R47)',
    async (more, problem) => {
      const app = await creating(more)
      expect([app.now().value, app.context().problem, app.asked('account.create')]).toEqual(['bank', problem, []])
      await app.type('firstName', 'SOMJAI')
      expect(app.context().problem).toBeNull()
    },
  )

  test('accepts a Thai name at a bank that does not require English (R257, R511)', async () => {
    const app = await creating({ bankCode: 'KBANK', firstName: 'สมใจ', lastName: 'ดี' })
    expect(app.asked('account.create')).toMatchObject([{ bankCode: 'KBANK', bankAccountName: 'สมใจ ดี' }])
  })

  test('upper-cases the account name while it is typed, but not the nickname (R258)', async () => {
    const app = await step4()
    await app.type('firstName', 'Somjai ')
    await app.type('lastName', 'dee')
    await app.type('name', 'lucky')
    expect(app.context().typed).toMatchObject({ firstName: 'SOMJAI ', lastName: 'DEE', name: 'lucky' })
  })

  test('keeps the typed values when the player goes back to step 3 and returns (R204)', async () => {
    const app = await step4()
    await app.send({ type: 'step.back' })
    expect([app.now().value, app.context().typed]).toEqual(['profile', typed])
    await app.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
    await app.answer('account.validate', {})
    expect([app.now().value, app.context().typed]).toEqual(['bank', typed])
  })
})

describe('creating the account', () => {
  test('sends all fields and an idempotency key, but no currency (R141, R142, R143, R259, R319)', async () => {
    const app = await creating({ firstName: ' somjai ', accountNo: '123-4-56789-0' })
    expect(app.asked('account.create')).toEqual([{ ...profile, ...account, key }])
  })

  test('sends the invite code exactly as it was in the link (R141, D-41)', async () => {
    expect((await creating({ inviteCode: 'PRm1' })).asked('account.create')).toMatchObject([{ inviteCode: 'PRm1' }])
  })

  test('also sends the currency in Laos, with LAK as the default (R49, R143, R510, R319)', async () => {
    const app = await creating({}, true)
    expect(app.asked('account.create')).toEqual([{ ...profile, ...account, currency: 'LAK', key }])
    const other = await step4({}, true)
    await other.type('currency', 'BAHT')
    await other.send(submit)
    expect(other.asked('account.create')).toMatchObject([{ currency: 'BAHT' }])
  })

  test('cannot be interrupted until its reply arrives', async () => {
    const app = await creating()
    await app.send(submit, check, { type: 'step.back' }, { type: 'phone.submit' }, { type: 'lookup.retry' })
    expect([app.now().value, app.asked('account.create').length]).toEqual(['creating', 1])
  })

  test.each([refused('EXISTING_BANK'), refused('REGISTER_FAIL')])(
    'shows the refusal %o, keeps the typed values, and uses a new idempotency key for the next attempt (R392)',
    async (failure) => {
      const app = await creating()
      await app.fail('account.create', failure)
      expect([app.now().value, app.toasts, app.context().typed]).toEqual(['bank', [toast(failure)], typed])
      await app.send(submit)
      expect(new Set(app.keys()).size).toBe(2)
    },
  )

  test('shows UNVERIFIED_OTP in a toast, reloads the settings and returns to step 1 (R40)', async () => {
    const app = await creating()
    await app.fail('account.create', refused('UNVERIFIED_OTP'))
    expect(app.toasts).toEqual([toast(refused('UNVERIFIED_OTP'))])
    await app.answer('lookups', { hasOtp: true, ...lists, banks: [], sources: [] })
    expect([app.now().value, app.context().hasOtp]).toEqual(['phone', true])
    expect(app.context()).toMatchObject({ step: 'phone', otp: null, typed })
  })
})

describe('a registration that gets no reply', () => {
  test('is neither reported as a failure nor resent automatically', async () => {
    const app = await unsure()
    await app.pass(600_000)
    expect([app.toasts, app.asked('account.create').length, app.now().value]).toEqual([[], 1, 'unsure'])
  })

  test('is checked by resending the same request', async () => {
    const app = await unsure()
    await app.type('accountNo', '9876543210')
    await app.send(submit, { type: 'step.back' }, check)
    await app.fail('account.create', noAnswer)
    await app.send(check)
    const [first, ...others] = app.asked('account.create')
    expect(others).toEqual([first, first])
    await app.answer('account.create', {})
    expect(app.now().matches('registered')).toBe(true)
  })

  test('can be corrected if the check is refused, and the next attempt gets a new idempotency key', async () => {
    const app = await unsure()
    await app.send(check)
    await app.fail('account.create', refused('EXISTING_BANK'))
    expect([app.now().value, app.toasts]).toEqual(['bank', [toast(refused('EXISTING_BANK'))]])
    await app.send(submit)
    const [first, second, third] = app.keys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('lets the player log in to find out the outcome, and keeps the draft but not the pending request (D-41)', async () => {
    const app = await unsure()
    await app.send({ type: 'register.login' })
    expect([app.now().value, app.now().status, app.asked('account.create').length]).toEqual(['left', 'done', 1])
    expect([app.context().sentAt, app.done.at(-1)]).toEqual([null, 'saveDraft'])
  })
})

describe('a completed registration', () => {
  test('is confirmed in a toast, and the login page opens 2 s later (R53, R209, R512)', async () => {
    const app = await creating()
    await app.answer('account.create', {})
    expect(app.toasts).toEqual([{ type: 'toast.show', tone: 'good', text: 'register.done' }])
    await app.send(submit, check, { type: 'step.back' })
    await app.pass(1_999)
    expect([app.now().value, app.now().status]).toEqual(['registered', 'active'])
    await app.pass(1)
    expect([app.now().value, app.now().status]).toEqual(['left', 'done'])
    expect(app.asked('account.create')).toHaveLength(1)
  })

  test('removes the draft and the invite code, unlike an unfinished registration (D-41)', async () => {
    const app = await unsure()
    expect(app.done).not.toContain('clearDraft')
    await app.send(check)
    await app.answer('account.create', {})
    expect(app.done.filter((name) => name === 'clearDraft')).toHaveLength(1)
    await app.type('accountNo', '9876543210')
    expect(app.done.at(-1)).toBe('clearDraft')
  })
})

test('no step of the registration stores the password (R42, R43)', async () => {
  const app = await step4()
  const kept: unknown[] = []
  app.actor.subscribe(({ context }) => kept.push(context))
  await app.send({ type: 'step.back' })
  await app.send({ type: 'profile.submit', password: PASSWORD, confirm: `${PASSWORD}5` })
  await app.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
  await app.fail('account.validate', noAnswer)
  await app.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
  await app.answer('account.validate', {})
  await app.send(submit)
  await app.fail('account.create', noAnswer)
  await app.send(check)
  await app.answer('account.create', {})
  expect(kept.length).toBeGreaterThan(8)
  expect(JSON.stringify(kept)).not.toContain(PASSWORD)
})

describe('a registration that was sent before a reload', () => {
  const lost = () => start(register, { ...visit, step: 'bank', sentAt: 1, toasts: listener().ref as never })

  it('is shown with an unknown outcome before the settings load, and the player can log in to check whether the account exists (D-41)', async () => {
    const app = await lost()
    expect(app.now().value).toBe('lost')
    expect(app.fakes.calls).toEqual([])
    await app.send({ type: 'register.login' })
    expect(app.now().value).toBe('left')
    expect(app.now().context.sentAt).toBeNull()
  })

  it('can be started again from the draft (D-41)', async () => {
    const app = await lost()
    await app.send({ type: 'register.again' })
    expect(app.now().value).toBe('loading')
    expect(app.now().context.sentAt).toBeNull()
  })
})
