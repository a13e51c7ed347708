import { useSelector } from '@xstate/react'
import { useLayoutEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { TypingProblem } from '#contract/register.ts'
import th from '#locales/th.json'
import type { recoverMachine } from '#machines/recover.machine.ts'
import { RecoverScreen } from '#src/features/register/recover-screen.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { inRouter } from '#tests/kit/memory-router.tsx'
import { phoneCheck } from '#tests/kit/phone-check.ts'
import { CODE } from '#tests/kit/samples/register.ts'
import { RULES } from '#tests/kit/samples/settings.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './recover.model.ts'

const { action, login, password, recover, register } = th
type Actor = ActorRefFrom<typeof recoverMachine>
type Seen = ReturnType<Actor['getSnapshot']>

/** The page, with a code in its field, because submitting an empty field does nothing. */
function Page({ actor }: { actor: Actor }) {
  const isAsked = useSelector(actor, (s) => s.matches({ verifying: 'entering' }))
  useLayoutEffect(() => {
    const field = isAsked && document.querySelector<HTMLInputElement>('[autocomplete=one-time-code]')
    if (field) field.value = CODE
  }, [isAsked])
  return <RecoverScreen actor={actor} />
}

const enterPhone =
  (go: () => Promise<void>) =>
  async ({ phone }: { phone: string }) => {
    await fill(login.phone, phone)
    await go()
  }
const enter =
  (go: () => Promise<void>) =>
  async ({ password: typed, confirm }: { password: string; confirm: string }) => {
    await fill(password.new, typed)
    await fill(password.confirm, confirm)
    await go()
  }
const step = (n: number) => register.step.replace('{{n}}', String(n)).replace('{{total}}', '3')
const problems: Partial<Record<TypingProblem, string>> = {
  phone: register.phoneLength,
  short: password.short.replace('{{n}}', String(RULES.passwordMin)),
  passwords: password.differ,
}
const alerts = ({ context: { problem } }: Seen) => [(problem && problems[problem]) ?? []].flat()
const phoneStep = (seen: Seen, button: string): ScreenSnapshot => ({
  controls: [th.app.language, login.phone, button, login.submit],
  alerts: alerts(seen),
  sees: [recover.title.phone, step(1)],
})
const wait = recover.wait.replace('{{n}}', '24')
const notes = ({ context }: Seen, note: string) => (note === recover.note && context.wait ? [note, wait] : [note])
const passwordStep = (seen: Seen, note: string, ...buttons: string[]): ScreenSnapshot => ({
  controls: [th.app.language, password.new, login.show, password.confirm, login.show, ...buttons],
  alerts: alerts(seen),
  sees: [recover.title.password, step(3), ...notes(seen, note)],
})

export default defineDriver(model, {
  view: (actor) => inRouter(<Page actor={actor} />),
  act: {
    'rules.retry': { ways: [press(action.retry)] },
    'phone.type': { ways: [() => fill(login.phone, '0')] },
    'phone.submit': { ways: [enterPhone(press(register.getCode)), enterPhone(key('Enter', login.phone))] },
    'otp.sent': 'outside',
    'password.type': { ways: [() => fill(password.new, 'x'), () => fill(password.confirm, 'y')] },
    'password.submit': { ways: [enter(press(password.save)), enter(key('Enter', password.confirm))] },
    'recover.check': { ways: [press(action.checkAgain)] },
    'recover.login': { ways: [press(login.submit)] },
  },
  retries: ['recover.check'],
  children: { otp: phoneCheck },
  texts: [
    th.state.loading,
    ...Object.values(recover.title),
    recover.note,
    wait,
    recover.support,
    recover.unavailable,
    password.unsure,
    ...[1, 2, 3].map(step),
  ],
  look: {
    loading: () => ({ controls: [th.app.language], sees: [th.state.loading] }),
    unavailable: () => ({ controls: [th.app.language, action.retry], sees: [recover.unavailable] }),
    unoffered: () => ({
      controls: [th.app.language, th.support.phrase, th.page.contact, login.submit],
      sees: [recover.support],
    }),
    phone: (seen) => phoneStep(seen, register.getCode),
    'verifying.sending': (seen) => phoneStep(seen, `${register.sending} (busy)`),
    'verifying.entering': () => ({
      controls: [th.go.back, th.app.language, register.otp, register.verify],
      sees: [recover.title.otp, step(2)],
    }),
    password: (seen) => {
      const { alerts: problem = [], ...rest } = passwordStep(seen, recover.note, password.save)
      return { ...rest, alerts: [...problem, ...told(seen.context.failure)] }
    },
    saving: (seen) => passwordStep(seen, recover.note, `${password.saving} (busy)`),
    unsure: (seen) => ({
      ...passwordStep(seen, password.unsure, action.checkAgain, login.submit),
      alerts: [password.unsure],
    }),
    saved: (seen) => passwordStep(seen, recover.note, `${register.leaving} (busy)`),
    left: (seen) => passwordStep(seen, recover.note, `${register.leaving} (busy)`),
  },
})
