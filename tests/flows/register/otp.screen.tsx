import { useSelector } from '@xstate/react'
import { useLayoutEffect, useState } from 'react'
import { type ActorRefFrom, createActor, createEmptyActor } from 'xstate'
import { OTP_RESEND } from '#contract/limits.ts'
import th from '#locales/th.json'
import type { otpMachine } from '#machines/otp.machine.ts'
import { registerMachine } from '#machines/register.machine.ts'
import { RegisterScreen } from '#src/features/register/register-screen.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { inRouter } from '#tests/kit/memory-router.tsx'
import { asked, CODE, lists, typed } from '#tests/kit/samples/register.ts'
import { fill, key, press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './otp.model.ts'

const { register } = th
type Actor = ActorRefFrom<typeof otpMachine>
type Seen = ReturnType<Actor['getSnapshot']>

/** Returns a registration whose phone check is this actor, in the form that the screen expects. */
function around(actor: Actor) {
  const { phone, otp } = actor.getSnapshot().context
  const toasts = createEmptyActor() as never
  const input = {
    step: otp ? ('otp' as const) : ('phone' as const),
    typed,
    phone,
    otp,
    sentAt: null,
    isInvited: false,
    isLaos: false,
  }
  const context = { ...input, ...lists, toasts, hasOtp: true, key: '', isSent: false, problem: null, failure: null }
  const snapshot = registerMachine.resolveState({ value: 'verifying', context })
  const registration = createActor(registerMachine, { snapshot, input: { ...input, toasts } }).start()
  registration.getSnapshot().children.otp = actor
  actor.subscribe(({ context: { otp } }) => otp && registration.send({ type: 'otp.sent', otp }))
  return registration
}

/**
 * Shows the real screen while the actor runs. The field contains a code, because submitting an empty field does
 * nothing.
 */
function Page({ actor }: { actor: Actor }) {
  const [registration] = useState(() => around(actor))
  const isActive = useSelector(actor, (s) => s.status === 'active')
  // the field is replaced for each code and after each refusal, so it is filled again
  const shown = useSelector(actor, ({ context: { otp, refusals } }) => otp && `${otp.ref} ${refusals}`)
  useLayoutEffect(() => {
    const field = shown && document.querySelector<HTMLInputElement>('[autocomplete=one-time-code]')
    if (field) field.value = CODE
  }, [shown])
  return isActive ? <RegisterScreen actor={registration} /> : null
}

/** Does not type the code that the field already contains, because typing it would trigger the check. */
const submit =
  (leave: () => Promise<void>) =>
  async ({ otpCode }: { otpCode: string }) => {
    if (otpCode !== CODE) await fill(register.otp, otpCode)
    await leave()
  }
const phoneStep = (...buttons: string[]): ScreenSnapshot => ({
  controls: [th.app.language, th.login.phone, ...buttons, th.login.submit],
  sees: [register.title.phone],
})
/** The reference by which the player recognises the sent code. */
const refOf = ({ context: { otp } }: Seen) => (otp ?? asked).ref
const phoneOf = ({ context: { phone } }: Seen) => [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)].join('-')
const codeStep = (seen: Seen, back: string, ...buttons: string[]): ScreenSnapshot => ({
  controls: [back, th.app.language, register.otp, ...buttons],
  sees: [register.title.otp, refOf(seen), phoneOf(seen)],
})
const countdowns = new Map([
  [0, '00:00'],
  [OTP_RESEND, '01:00'],
])
const resendIn = (time: string) => register.resendIn.replace('{{time}}', time)
/** Returns the countdown's text, or nothing before the clock's first tick. */
function timer({ context: { now, resendAt } }: Seen): string[] {
  return resendAt === null ? [] : [resendIn(countdowns.get(Math.max(0, resendAt - now)) ?? 'mm:ss')]
}
const back = th.go.back
const gone = (): ScreenSnapshot => ({ controls: [] })

export default defineDriver(model, {
  view: (actor) => inRouter(<Page actor={actor} />),
  act: {
    'otp.submit': { ways: [submit(press(register.verify)), submit(key('Enter', register.otp))] },
    'otp.complete': { ways: [({ otpCode }) => fill(register.otp, otpCode)] },
    'otp.resend': { ways: [press(register.resend)] },
    'otp.retry': { ways: [press(th.action.retry)] },
    'otp.leave': { ways: [press(back)] },
    'clock.tick': 'outside',
  },
  retries: ['otp.retry'],
  texts: (seen) => [
    register.title.phone,
    register.title.otp,
    refOf(seen),
    phoneOf(seen),
    register.unsent,
    ...[...countdowns.values()].map(resendIn),
  ],
  look: {
    sending: (seen) =>
      seen.context.otp
        ? codeStep(seen, `${back} (off)`, `${register.verify} (off)`, `${register.sending} (busy)`)
        : phoneStep(`${register.sending} (busy)`),
    unsent: (seen) => {
      const { controls, sees = [] } = seen.context.otp
        ? codeStep(seen, back, `${register.verify} (off)`, th.action.retry)
        : phoneStep(th.action.retry, back)
      return { controls, sees: [...sees, register.unsent] }
    },
    'open.waiting': (seen) => {
      const { controls, sees = [] } = codeStep(seen, back, register.verify)
      return { controls, sees: [...sees, ...timer(seen)] }
    },
    'open.resendable': (seen) => codeStep(seen, back, register.verify, register.resend),
    verifying: (seen) => {
      const { controls, sees = [] } = codeStep(seen, `${back} (off)`, `${register.verifying} (busy)`)
      return { controls, sees: [...sees, ...timer(seen)] }
    },
    verified: gone,
    left: gone,
  },
})
