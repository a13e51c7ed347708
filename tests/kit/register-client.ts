import { type ActorRefFrom, createActor, SimulatedClock, waitFor } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { OTP_HEADER, registerCalls, type Typed } from '#contract/register.ts'
import type { ShowToast } from '#machines/lib/toast.ts'
import type { otpMachine } from '#machines/otp.machine.ts'
import { storeProof } from '#src/actors/otp.ts'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import { type Backend, NEWCOMER } from './server.ts'
import { listener } from './start.ts'

/** The values of {@link NEWCOMER} for steps 3 and 4. */
const PERSON = { name: NEWCOMER.name, sourceCode: NEWCOMER.sourceCode }
const ACCOUNT = { bankCode: NEWCOMER.bankCode, accountNo: NEWCOMER.bankAccountNo, firstName: 'New', lastName: 'Player' }

type Options = { code?: string; isLaos?: boolean }

/** A player who registers in a browser, connected to the wire. The delays run on a clock that the test controls. */
export async function registerClient({ code, isLaos = false }: Options = {}) {
  const toasts = listener()
  const clock = new SimulatedClock()
  const input = { ...registerInput(code), isLaos, toasts: toasts.ref as never }
  const actor = createActor(registerLogic, { input, clock }).start()
  const now = () => actor.getSnapshot()

  const otp = (): ActorRefFrom<typeof otpMachine> => {
    const child = now().children.otp
    if (!child) throw new Error('no phone is being checked')
    return child
  }
  /** Waits until nothing is pending. */
  async function quiet() {
    if (now().children.otp) await waitFor(otp(), (s) => !s.hasTag('busy'))
    return waitFor(actor, (s) => !s.hasTag('busy'))
  }
  const type = (typed: Partial<Typed>) => {
    for (const [field, text] of Object.entries(typed))
      actor.send({ type: 'field.type', field: field as keyof Typed, text })
  }

  const phone = (text: string = NEWCOMER.username) => {
    type({ phone: text })
    actor.send({ type: 'phone.submit' })
    return quiet()
  }
  const submitCode = (text: string) => {
    otp().send({ type: 'otp.submit', otpCode: text })
    return quiet()
  }
  const person = (typed: Partial<Typed> = {}) => {
    type({ ...PERSON, ...typed })
    actor.send({ type: 'profile.submit', password: NEWCOMER.password, confirm: NEWCOMER.password })
    return quiet()
  }
  const account = (typed: Partial<Typed> = {}) => {
    type({ ...ACCOUNT, ...typed })
    actor.send({ type: 'bank.submit', password: NEWCOMER.password })
    return quiet()
  }
  /** Checks again whether the account was created. */
  const check = () => {
    actor.send({ type: 'register.check', password: NEWCOMER.password })
    return quiet()
  }

  await quiet()
  return {
    actor,
    now,
    otp,
    quiet,
    phone,
    submitCode,
    person,
    account,
    check,
    pass: (ms: number) => clock.increment(ms),
    /** The toasts that were shown. */
    toasts: () => toasts.heard.filter((event): event is ShowToast => event.type === 'toast.show'),
    /** The contents of the toasts: locale keys or failure codes. */
    told: () =>
      toasts.heard.map((event) => {
        const { text } = event as unknown as { text: string | Failure }
        return typeof text === 'string' ? text : text.code
      }),
  }
}
/** Verifies the phone on the server, and stores the proof as if the player had verified the phone in this tab. */
export async function verifiedHere(backend: Backend, phone: string) {
  const { [OTP_HEADER]: token } = await backend.verify(phone)
  storeProof(registerCalls['otp.verify'], token ?? null)
}

/** The return type of {@link registerClient}. */
export type RegisterClient = Awaited<ReturnType<typeof registerClient>>
