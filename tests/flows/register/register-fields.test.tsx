import { act, render, screen } from '@testing-library/react'
import { userEvent as user } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Actor, createActor, createEmptyActor } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import th from '#locales/th.json'
import type { registerMachine } from '#machines/register.machine.ts'
import { RegisterScreen } from '#src/features/register/register-screen.tsx'
import { MemoryRouter } from '#tests/kit/memory-router.tsx'
import { Fakes, settle } from '#tests/kit/run.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, blank, CODE, lists, PASSWORD, typed, visit } from '#tests/kit/samples/register.ts'
import { fill, plain, press } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import otpModel from './otp.model.ts'
import model from './register.model.ts'

beforeAll(speakThai)

const { register, login } = th
const START = Date.UTC(2026, 0, 2, 3, 4, 5)

/** Renders the page with its settings loaded. OTP is on if `more` contains a code that was requested earlier. */
async function open(more: Partial<typeof visit> = {}) {
  const [fakes, otpFakes] = [new Fakes(), new Fakes()]
  const machine = fakes.provide(model, { otp: otpFakes.provide(otpModel) })
  const input = { ...visit, ...more, toasts: createEmptyActor() as never }
  const actor: Actor<typeof registerMachine> = createActor(machine, { input }).start()
  const answer = (id: string, output: unknown = {}) =>
    act(async () => {
      fakes.take(id).resolve(output)
      await settle()
    })
  await act(async () => {
    render(
      <StrictMode>
        <MemoryRouter>
          <RegisterScreen actor={actor} />
        </MemoryRouter>
      </StrictMode>,
    )
    await settle()
  })
  await answer('lookups', { hasOtp: more.otp !== undefined, ...lists })
  const inputs = (id: string) =>
    [...fakes.calls, ...otpFakes.calls].filter((call) => call.id === id).map((c) => c.input)
  /** Makes a call of the phone check fail. */
  const refuse = (id: string, failure: Failure) =>
    act(async () => {
      otpFakes.take(id).reject(failure)
      await settle()
    })
  return { actor, answer, refuse, inputs }
}
const step3 = (more: Partial<typeof visit> = {}) => open({ step: 'profile', phone: typed.phone, ...more })
async function step4(more: Partial<typeof visit> = {}) {
  const app = await step3({ typed, ...more })
  await fill(login.password, PASSWORD)
  await fill(register.confirm, PASSWORD)
  await press(th.go.next)()
  await app.answer('account.validate')
  return app
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const marked = () =>
  [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map((e) => e.labels?.[0]?.textContent)
const alerts = () => screen.queryAllByRole('alert')

describe('empty fields', () => {
  test('are marked without a message in step 3 until they are filled in, and the first one is focused (R254, D-38)', async () => {
    const app = await step3()
    await press(th.go.next)()
    expect(marked()).toEqual([register.name, login.password, register.confirm, register.source])
    expect([alerts(), document.activeElement]).toEqual([[], field(register.name)])
    await fill(register.name, 'ก')
    await user.selectOptions(field(register.source), 'friend')
    expect(marked()).toEqual([login.password, register.confirm])
    await press(th.go.next)()
    expect([marked(), document.activeElement]).toEqual([[login.password, register.confirm], field(login.password)])
    await fill(login.password, PASSWORD)
    await fill(register.confirm, PASSWORD)
    expect([marked(), app.inputs('account.validate')]).toEqual([[], []])
    await press(th.go.next)()
    expect([marked(), app.inputs('account.validate').length]).toEqual([[], 1])
  })

  test('are marked in step 4 too, except the currency in Laos, which has a default (R255, D-38)', async () => {
    await step4({ isLaos: true, typed: { ...blank, name: typed.name, sourceCode: typed.sourceCode } })
    await press(register.submit)()
    expect(marked()).toEqual([register.bank, register.accountNo, register.firstName, register.lastName])
    expect([alerts(), document.activeElement]).toEqual([[], field(register.bank)])
  })
})

describe('the registration', () => {
  test('marks an invalid phone number until the player types (R252)', async () => {
    await open()
    await fill(login.phone, '081234567')
    await press(th.go.next)()
    expect([marked(), alerts().length]).toEqual([[login.phone], 1])
    expect(field(login.phone)).toHaveAccessibleDescription(register.phoneLength)
    await fill(login.phone, '0812345678')
    expect([marked(), alerts()]).toEqual([[], []])
  })

  test('checks the length of the password before comparing the confirmation (R256)', async () => {
    await step3({ typed })
    await fill(login.password, 'secret7')
    await fill(register.confirm, 'secret8')
    await press(th.go.next)()
    expect([marked(), alerts().length]).toEqual([[login.password], 1])
    await fill(login.password, PASSWORD)
    await press(th.go.next)()
    expect(marked()).toEqual([register.confirm])
    expect(field(register.confirm)).toHaveAccessibleDescription(th.password.differ)
  })

  test('shows one message for both parts of an invalid account name (R257)', async () => {
    await step4({ typed: { ...typed, firstName: 'สมใจ' } })
    await press(register.submit)()
    expect(marked()).toEqual([register.firstName, register.lastName])
    expect(alerts()).toHaveLength(1)
  })
})

test('the account name is upper-cased while it is typed, and the caret stays in place (R258)', async () => {
  const app = await step4({ typed: { ...typed, firstName: 'SOMAI' } })
  const input = field(register.firstName)
  input.focus()
  input.setSelectionRange(3, 3)
  await userEvent.keyboard('j')
  expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['SOMJAI', 4, 4])
  await userEvent.keyboard('xy')
  expect([input.value, input.selectionStart]).toEqual(['SOMJXYAI', 6])
  expect(app.actor.getSnapshot().context.typed.firstName).toBe('SOMJXYAI')
})

describe('the OTP code field', () => {
  test.each([CODE, `${CODE}99`])(
    'fills in the first six digits of a pasted %s and submits them immediately (R39, R596)',
    async (text) => {
      const app = await open({ step: 'otp', otp: asked, phone: typed.phone })
      const input = field(register.otp)
      expect(document.activeElement).toBe(input)
      await user.paste(text)
      expect(input).toHaveValue(CODE)
      expect(input).toHaveAttribute('autocomplete', 'one-time-code')
      expect(app.inputs('otp.verify')).toMatchObject([{ otpToken: asked.token, otpCode: CODE }])
    },
  )

  test('is cleared and shows the reason after a refusal, but keeps the code if no reply arrives (R392, R596)', async () => {
    const app = await open({ step: 'otp', otp: asked, phone: typed.phone })
    expect(field(register.otp)).toHaveAccessibleDescription(register.otpCheck)
    await fill(register.otp, CODE)
    await app.refuse('otp.verify', noAnswer)
    expect([marked(), field(register.otp).value]).toEqual([[], CODE])
    expect(field(register.otp)).toHaveAccessibleDescription(register.otpPress)
    await press(register.verify)()
    await app.refuse('otp.verify', refused('OTP_CODE_INVALID'))
    expect([marked(), field(register.otp).value, document.activeElement]).toEqual([
      [register.otp],
      '',
      field(register.otp),
    ])
    expect(field(register.otp)).toHaveAccessibleDescription(
      plain(`${register.otpPress} ${th.errorMsg.OTP_CODE_INVALID}`),
    )
    await fill(register.otp, CODE)
    expect(app.inputs('otp.verify')).toHaveLength(2)
    await press(register.verify)()
    expect([marked(), field(register.otp).value]).toEqual([[], CODE])
    expect(app.inputs('otp.verify')).toHaveLength(3)
  })

  test('shows a countdown as mm:ss until another code can be requested (D-40)', async () => {
    const app = await open({ step: 'otp', otp: asked, phone: typed.phone })
    const { otp } = app.actor.getSnapshot().children
    const shown: (string | null)[] = []
    for (const now of [START, START + 1, START + 1_000, START + 50_999, START + 51_000, START + 59_999]) {
      await act(async () => otp?.send({ type: 'clock.tick', now }))
      shown.push(screen.getByRole('timer').textContent)
    }
    const text = (time: string) => register.resendIn.replace('{{time}}', time)
    expect(shown).toEqual(['01:00', '01:00', '00:59', '00:10', '00:09', '00:01'].map(text))
    await act(async () => otp?.send({ type: 'clock.tick', now: START + 60_000 }))
    expect(screen.queryByRole('timer')).toBeNull()
    screen.getByRole('button', { name: register.resend })
  })
})

test('the code from an invite link is read-only until the player removes it (R52)', async () => {
  const app = await step3({ isInvited: true, typed: { ...blank, inviteCode: 'PRm1' } })
  const input = field(register.invite)
  expect([input.value, input.readOnly]).toEqual(['PRm1', true])
  expect(input).toHaveAccessibleDescription(register.invited)
  await press(register.inviteDrop)()
  expect([input.value, input.readOnly]).toEqual(['', false])
  expect(screen.queryByRole('button', { name: register.inviteDrop })).toBeNull()
  await fill(register.invite, 'PRm2')
  expect(app.actor.getSnapshot().context.typed.inviteCode).toBe('PRm2')
})

test('the registration keeps the passwords when the player goes back from step 4 to step 3, and sends them with the final request (R42, R43, R204)', async () => {
  const app = await step4()
  await press(th.go.back)()
  expect([field(login.password).value, field(register.confirm).value]).toEqual([PASSWORD, PASSWORD])
  await press(th.go.next)()
  await app.answer('account.validate')
  await press(register.submit)()
  expect(app.inputs('account.validate')).toMatchObject([{ password: PASSWORD }, { password: PASSWORD }])
  expect(app.inputs('account.create')).toMatchObject([{ password: PASSWORD }])
})

test('in Laos, step 4 preselects LAK, lets the player choose BAHT, and marks Thai bank names as Thai text (R49, R510, R46)', async () => {
  const app = await step4({ isLaos: true })
  expect(field(register.currency)).toHaveValue('LAK')
  await user.selectOptions(field(register.currency), 'BAHT')
  expect(app.actor.getSnapshot().context.typed.currency).toBe('BAHT')
  expect(screen.getByRole('option', { name: 'กสิกรไทย (KBANK)' })).toHaveAttribute('lang', 'th')
})

test('the code from an invite link cannot be removed while the profile is being checked (R52)', async () => {
  await step3({ isInvited: true, typed: { ...typed, inviteCode: 'PRm1' } })
  await fill(login.password, PASSWORD)
  await fill(register.confirm, PASSWORD)
  await press(th.go.next)()
  expect(field(register.invite)).toHaveValue('PRm1')
  expect(screen.queryByRole('button', { name: register.inviteDrop })).toBeNull()
})

test('the registration moves the focus to the title of each new step, but not when the page opens (R204)', async () => {
  const app = await step3({ typed })
  expect(document.activeElement).toBe(document.body)
  await fill(login.password, PASSWORD)
  await fill(register.confirm, PASSWORD)
  await press(th.go.next)()
  await app.answer('account.validate')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: register.title.bank }))
})

test('the registration lists the banks in the server’s order (R304)', async () => {
  await step4()
  const { options } = screen.getByLabelText<HTMLSelectElement>(register.bank)
  expect([...options].map(({ value }) => value)).toEqual(['', ...lists.banks.map(({ code }) => code)])
})
