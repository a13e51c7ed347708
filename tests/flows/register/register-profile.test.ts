import { expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, lists, PASSWORD, toast, typed, visit } from '#tests/kit/samples/register.ts'
import { listener, start } from '#tests/kit/start.ts'
import register from './register.model.ts'

const good = { type: 'profile.submit', password: PASSWORD, confirm: PASSWORD } as const

/** Opens step 3 with everything filled in except the passwords. */
async function step3(more: Partial<typeof visit> = {}, hasOtp = false) {
  const toasts = listener()
  const input = { ...visit, typed, phone: typed.phone, step: 'profile' as const, ...more, toasts: toasts.ref as never }
  const app = await start(register, input, { actions: ['saveDraft'] })
  await app.answer('lookups', { hasOtp, ...lists })
  expect(app.now().matches('profile')).toBe(true)
  return { ...app, toasts: toasts.heard, context: () => app.now().context, at: () => app.now().context.step }
}

test.each(['name', 'sourceCode'] as const)(
  'step 3 cannot be submitted while %s is missing, and shows no message (R41, R44, R254, D-38)',
  async (field) => {
    const app = await step3({ typed: { ...typed, [field]: ' ' } })
    await app.send(good)
    expect([app.now().value, app.context().problem]).toEqual(['profile', 'empty'])
    expect([app.asked('account.validate'), app.toasts]).toEqual([[], []])
  },
)

test.each([
  ['', PASSWORD, 'empty'],
  [PASSWORD, '', 'empty'],
  ['secret7', 'secret7', 'short'],
  [PASSWORD, `${PASSWORD} `, 'passwords'],
])(
  'step 3 rejects the password %j with the confirmation %j, and shows the problem "%s" until the player types (R42, R43, R254, R256)',
  async (password, confirm, problem) => {
    const app = await step3()
    await app.send({ type: 'profile.submit', password, confirm })
    expect([app.now().value, app.context().problem, app.toasts]).toEqual(['profile', problem, []])
    await app.send({ type: 'password.type' })
    expect(app.context().problem).toBeNull()
    expect(app.asked('account.validate')).toEqual([])
  },
)

test('step 3 updates the sources when the language changes (R44, R145)', async () => {
  const app = await step3()
  const sources = [{ code: 'friend', description: 'A friend' }]
  await app.send({ type: 'sources.read', sources, language: 'en' })
  expect(app.now().value).toBe('profile')
  expect(app.context()).toMatchObject({ sources, language: 'en' })
})

test.each([true, false])(
  'step 3 sends only the profile for validation (in Laos: %s) (R263, R318, D-39, D-41)',
  async (isLaos) => {
    const app = await step3({ isLaos, isInvited: true, typed: { ...typed, name: ' โชคดี ', inviteCode: 'PRm1' } })
    await app.send(good)
    expect(app.asked('account.validate')).toEqual([
      { name: 'โชคดี', username: '0812345678', password: PASSWORD, sourceCode: 'friend', inviteCode: 'PRm1' },
    ])
    expect(app.now().hasTag('busy')).toBe(true)
    await app.answer('account.validate', {})
    expect([app.now().value, app.at()]).toEqual(['bank', 'bank'])
  },
)

test('step 3 cannot be left or submitted again while its request is pending (R208)', async () => {
  const app = await step3()
  await app.send(good, good, { type: 'step.back' }, { type: 'phone.submit' })
  expect([app.now().value, app.asked('account.validate').length]).toEqual(['validating', 1])
})

test.each([refused('EXISTING_USER'), refused('INVALID_USER_INFO'), noAnswer])(
  'step 3 shows the failure %o and keeps the typed values (R392, R208)',
  async (failure) => {
    const app = await step3()
    await app.send(good)
    await app.fail('account.validate', failure)
    expect([app.now().value, app.toasts, app.context().typed]).toEqual(['profile', [toast(failure)], typed])
  },
)

test('step 3 shows UNVERIFIED_OTP in a toast, reloads the settings and returns to step 1 (R40)', async () => {
  const app = await step3({ otp: asked })
  await app.send(good)
  await app.fail('account.validate', refused('UNVERIFIED_OTP'))
  expect(app.toasts).toEqual([toast(refused('UNVERIFIED_OTP'))])
  await app.answer('lookups', { hasOtp: true, ...lists, banks: [], sources: [] })
  expect([app.now().value, app.context().hasOtp]).toEqual(['phone', true])
  expect(app.context()).toMatchObject({ step: 'phone', otp: null, typed })
  await app.send({ type: 'phone.submit' })
  expect(app.asked('otp')).toMatchObject([{ otp: null }])
})

test('going back to step 1 keeps the typed values but not the code, and the phone must be verified again (D-40)', async () => {
  const app = await step3({ otp: asked }, true)
  await app.send({ type: 'step.back' })
  expect(app.context()).toMatchObject({ step: 'phone', otp: null, typed })
  await app.send({ type: 'phone.submit' })
  expect(app.asked('otp')).toMatchObject([{ phone: typed.phone, otp: null }])
})

test('the player can remove an invite code and type another (R45, R52)', async () => {
  const app = await step3({ isInvited: true, typed: { ...typed, inviteCode: 'PRm1' } })
  const saved = app.done.length
  await app.send({ type: 'invite.drop' })
  expect(app.context()).toMatchObject({ isInvited: false, typed: { inviteCode: '' } })
  expect(app.done).toHaveLength(saved + 1)
  await app.send({ type: 'field.type', field: 'inviteCode', text: ' PRm2 ' })
  await app.send(good)
  expect(app.asked('account.validate')).toMatchObject([{ inviteCode: 'PRm2' }])
})
