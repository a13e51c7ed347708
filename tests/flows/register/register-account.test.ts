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

/** Step 4, reached through the three before it. */
async function step4(more: Partial<Typed> = {}, isLaos = false) {
  const toasts = listener()
  const input = { ...visit, typed: { ...typed, ...more }, isLaos, toasts: toasts.ref as never }
  const it = await start(register, input, { actions: ['saveDraft', 'clearDraft'] })
  await it.answer('lookups', { hasOtp: true, ...lists })
  await it.send({ type: 'phone.submit' })
  await it.answer('otp', 'verified')
  await it.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
  await it.answer('account.validate', {})
  expect(it.now().matches('bank')).toBe(true)
  const type = (field: keyof Typed, text: string) => it.send({ type: 'field.type', field, text })
  const keys = () => (it.asked('account.create') as { key: string }[]).map(({ key }) => key)
  return { ...it, toasts: toasts.heard, type, keys, context: () => it.now().context }
}
async function creating(more: Partial<Typed> = {}, isLaos = false) {
  const it = await step4(more, isLaos)
  await it.send(submit)
  return it
}
async function unsure() {
  const it = await creating()
  await it.fail('account.create', noAnswer)
  expect(it.now().matches('unsure')).toBe(true)
  return it
}

describe('step 4', () => {
  test.each(['bankCode', 'accountNo', 'firstName', 'lastName'] as const)(
    'is blocked without a message without %s (R46, R47, R48, R255, D-38)',
    async (field) => {
      const it = await creating({ [field]: ' ' })
      expect([it.now().value, it.context().problem]).toEqual(['bank', 'empty'])
      expect([it.asked('account.create'), it.toasts]).toEqual([[], []])
    },
  )

  test.each([
    [{ bankCode: 'KTB', firstName: 'สมใจ' }, 'name'],
    [{ bankCode: 'TMB', lastName: 'DEE2' }, 'name'],
    [{ bankCode: 'BBL', lastName: 'ສົມ' }, 'name'],
    [{ accountNo: '12345' }, 'account'],
  ])('%o: %s, until the player types (R257, R511, R47)', async (more, problem) => {
    const it = await creating(more)
    expect([it.now().value, it.context().problem, it.asked('account.create')]).toEqual(['bank', problem, []])
    await it.type('firstName', 'SOMJAI')
    expect(it.context().problem).toBeNull()
  })

  test('another bank takes a Thai name (R257, R511)', async () => {
    const it = await creating({ bankCode: 'KBANK', firstName: 'สมใจ', lastName: 'ดี' })
    expect(it.asked('account.create')).toMatchObject([{ bankCode: 'KBANK', bankAccountName: 'สมใจ ดี' }])
  })

  test('names become upper case as they are typed, nothing else does (R258)', async () => {
    const it = await step4()
    await it.type('firstName', 'Somjai ')
    await it.type('lastName', 'dee')
    await it.type('name', 'lucky')
    expect(it.context().typed).toMatchObject({ firstName: 'SOMJAI ', lastName: 'DEE', name: 'lucky' })
  })

  test('back to step 3 and forward: the typed values stay (R204)', async () => {
    const it = await step4()
    await it.send({ type: 'step.back' })
    expect([it.now().value, it.context().typed]).toEqual(['profile', typed])
    await it.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
    await it.answer('account.validate', {})
    expect([it.now().value, it.context().typed]).toEqual(['bank', typed])
  })
})

describe('creating the account', () => {
  test('sends all fields, with a key and no currency (R141, R142, R143, R259, R319)', async () => {
    const it = await creating({ firstName: ' somjai ', accountNo: '123-4-56789-0' })
    expect(it.asked('account.create')).toEqual([{ ...profile, ...account, key }])
  })

  test('the invite code as it arrived (R141, D-41)', async () => {
    expect((await creating({ inviteCode: 'PRm1' })).asked('account.create')).toMatchObject([{ inviteCode: 'PRm1' }])
  })

  test('in Laos with the currency: LAK, or the chosen one (R49, R143, R510, R319)', async () => {
    const it = await creating({}, true)
    expect(it.asked('account.create')).toEqual([{ ...profile, ...account, currency: 'LAK', key }])
    const other = await step4({}, true)
    await other.type('currency', 'BAHT')
    await other.send(submit)
    expect(other.asked('account.create')).toMatchObject([{ currency: 'BAHT' }])
  })

  test('ends only by its own answer', async () => {
    const it = await creating()
    await it.send(submit, check, { type: 'step.back' }, { type: 'phone.submit' }, { type: 'lookup.retry' })
    expect([it.now().value, it.asked('account.create').length]).toEqual(['creating', 1])
  })

  test.each([refused('EXISTING_BANK'), refused('REGISTER_FAIL')])(
    'a refusal is shown, the typed values stay, the next try has its own key: %o (R392)',
    async (failure) => {
      const it = await creating()
      await it.fail('account.create', failure)
      expect([it.now().value, it.toasts, it.context().typed]).toEqual(['bank', [toast(failure)], typed])
      await it.send(submit)
      expect(new Set(it.keys()).size).toBe(2)
    },
  )

  test('the phone is no longer verified: reports it, and goes back to step 1 with the current settings (R40)', async () => {
    const it = await creating()
    await it.fail('account.create', refused('UNVERIFIED_OTP'))
    expect(it.toasts).toEqual([toast(refused('UNVERIFIED_OTP'))])
    await it.answer('lookups', { hasOtp: true, ...lists, banks: [], sources: [] })
    expect([it.now().value, it.context().hasOtp]).toEqual(['phone', true])
    expect(it.context()).toMatchObject({ step: 'phone', otp: null, typed })
  })
})

describe('no answer', () => {
  test('is not reported as a failure, and nothing is resent automatically', async () => {
    const it = await unsure()
    await it.pass(600_000)
    expect([it.toasts, it.asked('account.create').length, it.now().value]).toEqual([[], 1, 'unsure'])
  })

  test('every check resends the same request', async () => {
    const it = await unsure()
    await it.type('accountNo', '9876543210')
    await it.send(submit, { type: 'step.back' }, check)
    await it.fail('account.create', noAnswer)
    await it.send(check)
    const [first, ...others] = it.asked('account.create')
    expect(others).toEqual([first, first])
    await it.answer('account.create', {})
    expect(it.now().matches('registered')).toBe(true)
  })

  test('a final refusal is reported, and the next try is a new one', async () => {
    const it = await unsure()
    await it.send(check)
    await it.fail('account.create', refused('EXISTING_BANK'))
    expect([it.now().value, it.toasts]).toEqual(['bank', [toast(refused('EXISTING_BANK'))]])
    await it.send(submit)
    const [first, second, third] = it.keys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('a login may find out instead; the draft stays, and a later registration is a new one (D-41)', async () => {
    const it = await unsure()
    await it.send({ type: 'register.login' })
    expect([it.now().value, it.now().status, it.asked('account.create').length]).toEqual(['left', 'done', 1])
    expect([it.context().sentAt, it.done.at(-1)]).toEqual([null, 'saveDraft'])
  })
})

describe('done', () => {
  test('is reported, and opens the login 2 s later (R53, R209, R512)', async () => {
    const it = await creating()
    await it.answer('account.create', {})
    expect(it.toasts).toEqual([{ type: 'toast.show', tone: 'good', text: 'register.done' }])
    await it.send(submit, check, { type: 'step.back' })
    await it.pass(1_999)
    expect([it.now().value, it.now().status]).toEqual(['registered', 'active'])
    await it.pass(1)
    expect([it.now().value, it.now().status]).toEqual(['left', 'done'])
    expect(it.asked('account.create')).toHaveLength(1)
  })

  test('draft and invite code are removed then, and only then (D-41)', async () => {
    const it = await unsure()
    expect(it.done).not.toContain('clearDraft')
    await it.send(check)
    await it.answer('account.create', {})
    expect(it.done.filter((name) => name === 'clearDraft')).toHaveLength(1)
    await it.type('accountNo', '9876543210')
    expect(it.done.at(-1)).toBe('clearDraft')
  })
})

test('no step stores the password (R42, R43)', async () => {
  const it = await step4()
  const kept: unknown[] = []
  it.actor.subscribe(({ context }) => kept.push(context))
  await it.send({ type: 'step.back' })
  await it.send({ type: 'profile.submit', password: PASSWORD, confirm: `${PASSWORD}5` })
  await it.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
  await it.fail('account.validate', noAnswer)
  await it.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
  await it.answer('account.validate', {})
  await it.send(submit)
  await it.fail('account.create', noAnswer)
  await it.send(check)
  await it.answer('account.create', {})
  expect(kept.length).toBeGreaterThan(8)
  expect(JSON.stringify(kept)).not.toContain(PASSWORD)
})

describe('a registration that was sent before a reload', () => {
  const lost = () => start(register, { ...visit, step: 'bank', sentAt: 1, toasts: listener().ref as never })

  it('is reported as unknown before anything is loaded, and the login finds out (D-41)', async () => {
    const app = await lost()
    expect(app.now().value).toBe('lost')
    expect(app.fakes.calls).toEqual([])
    await app.send({ type: 'register.login' })
    expect(app.now().value).toBe('left')
    expect(app.now().context.sentAt).toBeNull()
  })

  it('can be started again with the typed values (D-41)', async () => {
    const app = await lost()
    await app.send({ type: 'register.again' })
    expect(app.now().value).toBe('loading')
    expect(app.now().context.sentAt).toBeNull()
  })
})
