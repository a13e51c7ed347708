import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { useLayoutEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { needsEnglishName } from '#contract/bank.ts'
import type { TypingProblem } from '#contract/register.ts'
import th from '#locales/th.json'
import type { registerMachine } from '#machines/register.machine.ts'
import { RegisterScreen } from '#src/features/register/register-screen.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { inRouter } from '#tests/kit/memory-router.tsx'
import { phoneCheck } from '#tests/kit/phone-check.ts'
import { asked, CODE } from '#tests/kit/samples/register.ts'
import { choose, fill, key, press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './register.model.ts'

const { evidence, register, login, password } = th
const lost = register.lost.replace('{{at}}', '21/11/2026 15:02:00')
type Actor = ActorRefFrom<typeof registerMachine>
type Seen = ReturnType<Actor['getSnapshot']>
type Typed = Seen['context']['typed']

/** The page, with a code in its field, because submitting an empty field does nothing. */
function Page({ actor }: { actor: Actor }) {
  const isAsked = useSelector(actor, (s) => s.matches('verifying') && s.context.step === 'otp')
  useLayoutEffect(() => {
    const field = isAsked && document.querySelector<HTMLInputElement>('[autocomplete=one-time-code]')
    if (field) field.value = CODE
  }, [isAsked])
  return <RegisterScreen actor={actor} />
}

/** The label of each field. */
export const labels: Record<keyof Typed, string> = {
  phone: login.phone,
  name: register.name,
  sourceCode: register.source,
  inviteCode: register.invite,
  bankCode: register.bank,
  accountNo: register.accountNo,
  firstName: register.firstName,
  lastName: register.lastName,
  currency: register.currency,
}
const LISTS: readonly (keyof Typed)[] = ['sourceCode', 'bankCode']
/** Enters the values of these fields again. In a select element, chooses another option first. */
async function retype(typed: Typed, ...fields: (keyof Typed)[]) {
  for (const field of fields) {
    const control = screen.queryByLabelText(labels[field])
    if (control instanceof HTMLSelectElement) {
      const others = [...control.options].filter(({ value }) => value && value !== typed[field])
      for (const { value } of others.slice(0, 1)) await choose(labels[field], value)
      await choose(labels[field], typed[field])
    } else if (control && typed[field]) await fill(labels[field], typed[field])
  }
}
type Passwords = { password: string; confirm: string }
async function enter({ password, confirm }: Passwords) {
  await fill(login.password, password)
  await fill(register.confirm, confirm)
}

const titles = register.title
const step = (n: number, total: number) => register.step.replace('{{n}}', String(n)).replace('{{total}}', String(total))
const at = ({ context: { hasOtp } }: Seen, n: number) => (hasOtp ? step(n, 4) : step(Math.max(1, n - 1), 3))
const problems: Partial<Record<TypingProblem, string>> = {
  phone: register.phoneLength,
  passwords: password.differ,
  name: th.errorMsg.BANK_ACCOUNT_NAME_ENG,
}
const alerts = ({ context: { problem } }: Seen) => [(problem && problems[problem]) ?? []].flat()
const back = th.go.back

/** The reference by which the player recognises the sent code. */
const refOf = ({ context: { otp } }: Seen) => otp?.ref ?? asked.ref

const phoneStep = (seen: Seen, button: string): ScreenSnapshot => ({
  controls: [th.app.language, login.phone, button, login.submit],
  alerts: alerts(seen),
  sees: [titles.phone, at(seen, 1)],
})
const codeStep = (seen: Seen): ScreenSnapshot => ({
  controls: [back, th.app.language, register.otp, register.verify],
  sees: [titles.otp, at(seen, 2), refOf(seen)],
})
function profileStep(seen: Seen, button: string, off = ''): ScreenSnapshot {
  const passwords = [login.password, login.show, register.confirm, login.show]
  const drop = seen.context.isInvited && !off ? [register.inviteDrop] : []
  return {
    controls: [
      `${back}${off}`,
      th.app.language,
      register.name,
      ...passwords,
      `${register.source}${off}`,
      register.invite,
      ...drop,
      button,
    ],
    alerts: alerts(seen),
    sees: [titles.profile, at(seen, 3), seen.context.isInvited ? register.invited : register.inviteHint],
  }
}
function bankStep(seen: Seen, buttons: string[], off = ''): ScreenSnapshot {
  const fields = [register.accountNo, register.firstName, register.lastName]
  const isUnsure = seen.matches('unsure')
  const note = needsEnglishName(seen.context.typed.bankCode) ? th.bank.englishNote : register.bankNote
  const currency = seen.context.isLaos ? [`${register.currency}${off}`] : []
  return {
    controls: [`${back}${off}`, th.app.language, `${register.bank}${off}`, ...fields, ...currency, ...buttons],
    alerts: [...alerts(seen), ...(isUnsure ? [register.unsure] : [])],
    sees: [titles.bank, at(seen, 4), isUnsure ? register.unsure : note],
  }
}

export default defineDriver(model, {
  view: (actor) => inRouter(<Page actor={actor} />),
  act: {
    'lookup.retry': { ways: [press(th.action.retry)] },
    'field.type': { ways: [({ field, text }) => (LISTS.includes(field) ? choose : fill)(labels[field], text)] },
    'sources.read': 'outside',
    'password.type': { ways: [() => fill(login.password, 'x'), () => fill(register.confirm, 'y')] },
    'invite.drop': { ways: [press(register.inviteDrop)] },
    'phone.submit': {
      ways: [
        (_, { context: { hasOtp } }) => press(hasOtp ? register.getCode : th.go.next)(),
        key('Enter', login.phone),
      ],
    },
    'profile.submit': {
      ways: [
        async (passwords, { context: { typed, isInvited } }) => {
          await retype(typed, 'name', 'sourceCode')
          if (!isInvited) await fill(register.invite, 'PRm2')
          await enter(passwords)
          await press(th.go.next)()
        },
        async (passwords) => {
          await enter(passwords)
          await key('Enter', register.confirm)()
        },
      ],
    },
    'bank.submit': {
      ways: [
        async (_, { context: { typed } }) => {
          await retype(typed, 'bankCode', 'accountNo', 'firstName', 'lastName', 'currency')
          await press(register.submit)()
        },
        key('Enter', register.accountNo),
      ],
    },
    'register.check': { ways: [press(th.action.checkAgain), key('Enter', register.accountNo)] },
    'register.login': { ways: [press(login.submit)] },
    'register.again': { ways: [press(register.again)] },
    'step.back': { ways: [press(back)] },
    'otp.sent': 'outside',
  },
  retries: ['register.check'],
  children: { otp: phoneCheck },
  texts: (seen) => [
    th.state.loading,
    register.unavailable,
    ...Object.values(titles),
    ...[1, 2, 3, 4].map((n) => step(n, 4)),
    ...[1, 2, 3].map((n) => step(n, 3)),
    refOf(seen),
    register.inviteHint,
    register.invited,
    register.bankNote,
    th.bank.englishNote,
    register.unsure,
    evidence.unknown,
    lost,
  ],
  look: {
    lost: () => ({
      controls: [th.app.language, login.submit, register.again],
      sees: [evidence.unknown, lost],
    }),
    loading: (seen) =>
      seen.context.step === 'phone'
        ? phoneStep(seen, `${seen.context.hasOtp ? register.getCode : th.go.next} (busy)`)
        : { controls: [th.app.language], sees: [th.state.loading] },
    unavailable: () => ({ controls: [th.app.language, th.action.retry], sees: [register.unavailable] }),
    phone: (seen) => phoneStep(seen, seen.context.hasOtp ? register.getCode : th.go.next),
    verifying: (seen) => (seen.context.step === 'otp' ? codeStep(seen) : phoneStep(seen, `${register.sending} (busy)`)),
    profile: (seen) => profileStep(seen, th.go.next),
    validating: (seen) => profileStep(seen, `${register.verifying} (busy)`, ' (off)'),
    bank: (seen) => bankStep(seen, [register.submit]),
    creating: (seen) => bankStep(seen, [`${register.creating} (busy)`], ' (off)'),
    unsure: (seen) => bankStep(seen, [th.action.checkAgain, login.submit], ' (off)'),
    registered: (seen) => bankStep(seen, [`${register.leaving} (busy)`], ' (off)'),
    // the form stays visible until the login page is open
    left: (seen) => bankStep(seen, [`${register.leaving} (busy)`], ' (off)'),
  },
})
