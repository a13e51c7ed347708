import { assign, setup } from 'xstate'
import type { dataCalls, Erasure } from '#contract/data.ts'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { byFailure, byOutput, call, failureIn } from './lib/actors.ts'
import { refusalOf, replyOf, stepUpGuards, stepUpMachine } from './lib/step-up.ts'

/** `askedAt` is the time at which the member asked for the erasure, or null. */
type Context = { askedAt: string | null; key: string; failure: Failure | null }

/** Requests the erasure of the member's data, and cancels the request. Source: R615–R618. */
export const erasureMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'erasure.retry' | 'erasure.ask' | 'erasure.cancel' | 'cancel.check' | 'erasure.gotIt' },
    tags: {} as 'busy',
    children: {} as { stepUp: 'stepUp' },
  },
  actors: {
    'data.erasure': call<(typeof dataCalls)['data.erasure']>(),
    stepUp: stepUpMachine<object, Erasure>(),
    'data.keep': call<(typeof dataCalls)['data.keep']>(),
  },
  actions: {
    setAskedAt: assign({ askedAt: (_, askedAt: string | null) => askedAt }),
  },
  guards: {
    canAsk: ({ context: { askedAt } }) => askedAt === null,
    isAsked: ({ context: { askedAt } }) => askedAt !== null,
    ...stepUpGuards,
    isUnanswered: (_, { kind }: Failure) => kind === 'unknown',
  },
}).createMachine({
  id: 'erasure',
  description: 'A request to erase what the site stores about the member.',
  context: { askedAt: null, key: '', failure: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Checking whether the member has asked for erasure.',
      tags: 'busy',
      invoke: {
        id: 'data.erasure',
        src: 'data.erasure',
        input: {},
        onDone: { target: 'shown', actions: { type: 'setAskedAt', params: ({ event }) => event.output.askedAt } },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The request could not be loaded; the player can try again.',
      on: { 'erasure.retry': 'loading' },
    },
    shown: {
      description: 'The player sees what is erased and what is kept, and when they asked for the erasure.',
      on: {
        'erasure.ask': { guard: 'canAsk', target: 'confirming' },
        'erasure.cancel': { guard: 'isAsked', target: 'cancelling', actions: assign({ key: () => newKey() }) },
      },
    },
    confirming: {
      description:
        'The player confirms the request with the password or a passkey; this state ends when the outcome is known.',
      invoke: {
        id: 'stepUp',
        src: 'stepUp',
        input: { name: 'data.erase', input: {} },
        onDone: [
          { guard: byOutput('isLeft'), target: 'shown' },
          { guard: byOutput('isUnknown'), target: 'loading' },
          {
            guard: byOutput('isRefused'),
            target: 'refused',
            actions: assign({ failure: ({ event }) => refusalOf(event.output) }),
          },
          { target: 'shown', actions: { type: 'setAskedAt', params: ({ event }) => replyOf(event.output).askedAt } },
        ],
      },
    },
    cancelling: {
      description: 'The request is being cancelled.',
      tags: 'busy',
      invoke: {
        id: 'data.keep',
        src: 'data.keep',
        input: ({ context: { key } }) => ({ key }),
        onDone: { target: 'shown', actions: { type: 'setAskedAt', params: ({ event }) => event.output.askedAt } },
        onError: [
          { guard: byFailure('isUnanswered'), target: 'cancelUnsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    cancelUnsure: {
      description:
        'It is unknown whether the request was cancelled. Checking again is safe: a cancelled request stays cancelled.',
      on: { 'cancel.check': 'cancelling', 'erasure.gotIt': 'loading' },
    },
    refused: {
      description: 'The server refused; the reason is shown.',
      on: { 'erasure.gotIt': 'loading' },
    },
  },
})
