import { assertEvent, assign, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import type { SignedChallenge } from '#contract/passkey.ts'
import { newKey } from '#contract/random.ts'
import type { Confirmed, Proof } from '#contract/step-up.ts'
import { byFailure, byOutput, failureIn, stubActor } from './actors.ts'

/** A change together with its proof of identity. `key` is the idempotency key. */
export type Proven<I> = { input: I; key: string; proof: Proof }
/**
 * The outcome of a step-up. `left` means that the player went back and nothing has changed. `unknown` means that no
 * reply arrived and the player stopped checking.
 */
export type StepUpOutcome<O> =
  | { status: 'done'; reply: O }
  | { status: 'refused'; failure: Failure }
  | { status: 'left' }
  | { status: 'unknown' }

/** Returns the server's reply. Throws if the change was not made, which cannot happen here. */
export function replyOf<O>(outcome: StepUpOutcome<O>): O {
  if (outcome.status !== 'done') throw new Error('nothing done')
  return outcome.reply
}

/** Returns the server's refusal. Throws if the server did not refuse, which cannot happen here. */
export function refusalOf(outcome: StepUpOutcome<unknown>): Failure {
  if (outcome.status !== 'refused') throw new Error('nothing refused')
  return outcome.failure
}

/** Guards that test the outcome of a step-up, for the machine that runs it. */
export const stepUpGuards = {
  isRefused: (_: unknown, { status }: StepUpOutcome<unknown>): boolean => status === 'refused',
  isLeft: (_: unknown, { status }: StepUpOutcome<unknown>): boolean => status === 'left',
  isUnknown: (_: unknown, { status }: StepUpOutcome<unknown>): boolean => status === 'unknown',
}

/** The password exists only in the event and the call, never in context. */
type WithPassword = { type: 'password.submit' | 'stepUp.check'; password: string }

/**
 * Creates a machine for one change to the account that needs a proof of the member's identity: the password, or a
 * passkey that signs this change. `I` is the type of the input, and `O` the type of the reply. Source: R628, R629.
 */
export const stepUpMachine = <I extends object, O>() =>
  setup({
    types: {
      /** `name` is the name of the call that makes the change. */
      input: {} as { name: string; input: I },
      /**
       * `signed` is the challenge that the passkey signed, or null if the password is used. `isWrong` means that the
       * server rejected the password.
       */
      context: {} as {
        name: string
        input: I
        key: string
        signed: SignedChallenge | null
        isWrong: boolean
        outcome: StepUpOutcome<O>
      },
      output: {} as StepUpOutcome<O>,
      events: {} as { type: 'password.type' | 'passkey.use' | 'stepUp.leave' | 'stepUp.gotIt' } | WithPassword,
      tags: {} as 'busy' | 'passkey',
    },
    actors: {
      /** True if this browser has used a passkey. */
      hasPasskey: stubActor<boolean>(),
      sign: stubActor<SignedChallenge, Confirmed>(),
      call: stubActor<O, Proven<I>>(),
    },
    guards: {
      canSign: (_, hasPasskey: boolean) => hasPasskey,
      hasPassword: (_, password: string) => password !== '',
      isUnknown: (_, { kind }: Failure) => kind === 'unknown',
      isWrongPassword: (_, { code }: Failure) => code === 'WRONG_PASSWORD',
      isRefusedPasskey: (_, { code }: Failure) => code === 'PASSKEY_REFUSED',
    },
  }).createMachine({
    id: 'stepUp',
    description:
      'One change to the account that needs the password or a passkey. If no answer arrives, the player can check again, which never makes the change twice.',
    context: ({ input }) => ({
      ...input,
      ...{ key: '', signed: null, isWrong: false, outcome: { status: 'left' } },
    }),
    initial: 'asking',
    states: {
      asking: {
        initial: 'start',
        on: {
          'password.type': { actions: assign({ isWrong: false }) },
          'password.submit': {
            guard: { type: 'hasPassword', params: ({ event }) => event.password },
            target: 'sending',
            actions: assign({ key: () => newKey(), signed: null, isWrong: false }),
          },
          'stepUp.leave': 'left',
        },
        states: {
          start: {
            description: 'The password can be typed while the app finds out whether this browser has used a passkey.',
            invoke: {
              id: 'hasPasskey',
              src: 'hasPasskey',
              onDone: [{ guard: byOutput('canSign'), target: 'choosing' }, { target: 'typing' }],
              onError: 'typing',
            },
          },
          typing: { description: 'The player is asked for the password.' },
          choosing: {
            description: 'The player is asked for the password or a passkey.',
            tags: 'passkey',
            on: { 'passkey.use': '#stepUp.signing' },
          },
          declined: {
            description:
              'The passkey was not used, or the server refused it. The player can use it again, or type the password.',
            tags: 'passkey',
            on: { 'passkey.use': '#stepUp.signing' },
          },
        },
      },
      signing: {
        description: 'The browser asks for a fingerprint, a face or the screen lock, and the passkey signs the change.',
        tags: 'busy',
        entry: assign({ key: () => newKey(), isWrong: false }),
        invoke: {
          id: 'sign',
          src: 'sign',
          input: ({ context: { name, key, input } }) => ({ name, key, input }),
          onDone: { target: 'sending', actions: assign({ signed: ({ event }) => event.output }) },
          onError: 'asking.declined',
        },
      },
      sending: {
        description: 'The change is being sent.',
        tags: 'busy',
        invoke: {
          id: 'call',
          src: 'call',
          input: ({ context: { input, key, signed }, event }) => {
            if (signed) return { input, key, proof: { signed } }
            assertEvent(event, ['password.submit', 'stepUp.check'])
            return { input, key, proof: { password: event.password } }
          },
          onDone: {
            target: 'done',
            actions: assign({ outcome: ({ event }) => ({ status: 'done' as const, reply: event.output }) }),
          },
          onError: [
            { guard: byFailure('isUnknown'), target: 'unsure' },
            { guard: byFailure('isWrongPassword'), target: 'asking', actions: assign({ isWrong: true }) },
            { guard: byFailure('isRefusedPasskey'), target: 'asking.declined' },
            {
              target: 'refused',
              actions: assign({ outcome: (failed) => ({ status: 'refused' as const, failure: failureIn(failed) }) }),
            },
          ],
        },
      },
      unsure: {
        description: 'The outcome is unknown. Checking again is safe: the idempotency key prevents a second change.',
        on: {
          'stepUp.check': 'sending',
          'stepUp.gotIt': { target: 'unknown', actions: assign({ outcome: { status: 'unknown' } }) },
        },
      },
      done: { description: 'The server made the change.', type: 'final' },
      refused: { description: 'The server refused the change.', type: 'final' },
      left: { description: 'The player went back; nothing has changed.', type: 'final' },
      unknown: { description: 'The player stopped checking; the outcome is unknown.', type: 'final' },
    },
    output: ({ context }) => context.outcome,
  })
