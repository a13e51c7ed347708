import { expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, lists, PASSWORD, toast, typed, visit } from '#tests/kit/samples/register.ts'
import { listener, start } from '#tests/kit/start.ts'
import register from './register.model.ts'

const good = { type: 'profile.submit', password: PASSWORD, confirm: PASSWORD } as const

/** Step 3 with everything except the passwords filled in. */
async function step3(more: Partial<typeof visit> = {}, hasOtp = false) {
  const toasts = listener()
  const input = { ...visit, typed, phone: typed.phone, step: 'profile' as const, ...more, toasts: toasts.ref as never }
  const it = await start(register, input, { actions: ['saveDraft'] })
  await it.answer('lookups', { hasOtp, ...lists })
  expect(it.now().matches('profile')).toBe(true)
  return { ...it, toasts: toasts.heard, context: () => it.now().context, at: () => it.now().context.step }
}

test.each(['name', 'sourceCode'] as const)(
  'is blocked without a message without %s (R41, R44, R254, D-38)',
  async (field) => {
    const it = await step3({ typed: { ...typed, [field]: ' ' } })
    await it.send(good)
    expect([it.now().value, it.context().problem]).toEqual(['profile', 'empty'])
    expect([it.asked('account.validate'), it.toasts]).toEqual([[], []])
  },
)

test.each([
  ['', PASSWORD, 'empty'],
  [PASSWORD, '', 'empty'],
  ['secret7', 'secret7', 'short'],
  [PASSWORD, `${PASSWORD} `, 'passwords'],
])('passwords %j and %j: %s, until the player types (R42, R43, R254, R256)', async (password, confirm, problem) => {
  const it = await step3()
  await it.send({ type: 'profile.submit', password, confirm })
  expect([it.now().value, it.context().problem, it.toasts]).toEqual(['profile', problem, []])
  await it.send({ type: 'password.type' })
  expect(it.context().problem).toBeNull()
  expect(it.asked('account.validate')).toEqual([])
})

test('the sources follow the current language (R44, R145)', async () => {
  const it = await step3()
  const sources = [{ code: 'friend', description: 'A friend' }]
  await it.send({ type: 'sources.read', sources })
  expect([it.now().value, it.context().sources]).toEqual(['profile', sources])
})

test.each([true, false])(
  'sends the profile only to the server, in Laos %s (R263, R318, D-39, D-41)',
  async (isLaos) => {
    const it = await step3({ isLaos, isInvited: true, typed: { ...typed, name: ' โชคดี ', inviteCode: 'PRm1' } })
    await it.send(good)
    expect(it.asked('account.validate')).toEqual([
      { name: 'โชคดี', username: '0812345678', password: PASSWORD, sourceCode: 'friend', inviteCode: 'PRm1' },
    ])
    expect(it.now().hasTag('busy')).toBe(true)
    await it.answer('account.validate', {})
    expect([it.now().value, it.at()]).toEqual(['bank', 'bank'])
  },
)

test('ends only by that answer (R208)', async () => {
  const it = await step3()
  await it.send(good, good, { type: 'step.back' }, { type: 'phone.submit' })
  expect([it.now().value, it.asked('account.validate').length]).toEqual(['validating', 1])
})

test.each([refused('EXISTING_USER'), refused('INVALID_USER_INFO'), noAnswer])(
  'a failure is shown, and the typed values stay: %o (R392, R208)',
  async (failure) => {
    const it = await step3()
    await it.send(good)
    await it.fail('account.validate', failure)
    expect([it.now().value, it.toasts, it.context().typed]).toEqual(['profile', [toast(failure)], typed])
  },
)

test('a phone that is no longer verified: reports it, and goes back to step 1 with the current settings (R40)', async () => {
  const it = await step3({ otp: asked })
  await it.send(good)
  await it.fail('account.validate', refused('UNVERIFIED_OTP'))
  expect(it.toasts).toEqual([toast(refused('UNVERIFIED_OTP'))])
  await it.answer('lookups', { hasOtp: true, ...lists, banks: [], sources: [] })
  expect([it.now().value, it.context().hasOtp]).toEqual(['phone', true])
  expect(it.context()).toMatchObject({ step: 'phone', otp: null, typed })
  await it.send({ type: 'phone.submit' })
  expect(it.asked('otp')).toMatchObject([{ otp: null }])
})

test('back to step 1: typed values stay, the code is dropped, the phone is verified again (D-40)', async () => {
  const it = await step3({ otp: asked }, true)
  await it.send({ type: 'step.back' })
  expect(it.context()).toMatchObject({ step: 'phone', otp: null, typed })
  await it.send({ type: 'phone.submit' })
  expect(it.asked('otp')).toMatchObject([{ phone: typed.phone, otp: null }])
})

test('an invite code can be removed, and is no longer stored (R45, R52)', async () => {
  const it = await step3({ isInvited: true, typed: { ...typed, inviteCode: 'PRm1' } })
  const saved = it.done.length
  await it.send({ type: 'invite.drop' })
  expect(it.context()).toMatchObject({ isInvited: false, typed: { inviteCode: '' } })
  expect(it.done).toHaveLength(saved + 1)
  await it.send({ type: 'field.type', field: 'inviteCode', text: ' PRm2 ' })
  await it.send(good)
  expect(it.asked('account.validate')).toMatchObject([{ inviteCode: 'PRm2' }])
})
