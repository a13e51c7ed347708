import { assertEvent, assign, setup } from 'xstate'
import type { dataCalls } from '#contract/data.ts'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { byFailure, call, failureIn } from './lib/actors.ts'

/** `askedAt`: when the member asked for the erasure, or null. `isWrong`: the server rejected the password. */
type Context = { askedAt: string | null; key: string; isWrong: boolean; failure: Failure | null }

/** The password exists only in the event and the call, never in context. */
type WithPassword = { type: 'erasure.confirm' | 'erasure.check'; password: string }

/** Asking for the erasure of the member's data, and cancelling the request. Source: R615–R618. */
export const erasureMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'erasure.retry' | 'erasure.ask' | 'erasure.leave' | 'erasure.cancel' | 'erasure.gotIt' }
      | { type: 'password.type' | 'cancel.check' }
      | WithPassword,
    tags: {} as 'busy' | 'question',
  },
  actors: {
    'data.erasure': call<(typeof dataCalls)['data.erasure']>(),
    'data.erase': call<(typeof dataCalls)['data.erase']>(),
    'data.keep': call<(typeof dataCalls)['data.keep']>(),
  },
  actions: {
    setAskedAt: assign({ askedAt: (_, askedAt: string | null) => askedAt }),
  },
  guards: {
    canAsk: ({ context: { askedAt } }) => askedAt === null,
    isAsked: ({ context: { askedAt } }) => askedAt !== null,
    hasPassword: (_, password: string) => password !== '',
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
    isWrongPassword: (_, { code }: Failure) => code === 'WRONG_PASSWORD',
  },
}).createMachine({
  id: 'erasure',
  description: 'A request to erase what the site stores about the member.',
  context: { askedAt: null, key: '', isWrong: false, failure: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading whether the member has asked for the erasure.',
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
      description: 'The player sees what is erased and what is kept, and when they asked for it.',
      on: {
        'erasure.ask': { guard: 'canAsk', target: 'confirming', actions: assign({ isWrong: false }) },
        'erasure.cancel': { guard: 'isAsked', target: 'cancelling', actions: assign({ key: () => newKey() }) },
      },
    },
    confirming: {
      description: 'The player is asked for the password.',
      tags: 'question',
      on: {
        'password.type': { actions: assign({ isWrong: false }) },
        'erasure.confirm': {
          guard: { type: 'hasPassword', params: ({ event }) => event.password },
          target: 'asking',
          actions: assign({ key: () => newKey(), isWrong: false }),
        },
        'erasure.leave': 'shown',
      },
    },
    asking: {
      description: 'The request is being sent.',
      tags: ['busy', 'question'],
      invoke: {
        id: 'data.erase',
        src: 'data.erase',
        input: ({ context: { key }, event }) => {
          assertEvent(event, ['erasure.confirm', 'erasure.check'])
          return { password: event.password, key }
        },
        onDone: { target: 'shown', actions: { type: 'setAskedAt', params: ({ event }) => event.output.askedAt } },
        onError: [
          { guard: byFailure('isUnknown'), target: 'unsure' },
          { guard: byFailure('isWrongPassword'), target: 'confirming', actions: assign({ isWrong: true }) },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description: 'The outcome of the request is unknown. Checking again is safe: the request is stored only once.',
      tags: 'question',
      on: { 'erasure.check': 'asking', 'erasure.gotIt': 'loading' },
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
          { guard: byFailure('isUnknown'), target: 'cancelUnsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    cancelUnsure: {
      description: 'Whether the request is cancelled is unknown. Checking again is safe: it stays cancelled.',
      on: { 'cancel.check': 'cancelling', 'erasure.gotIt': 'loading' },
    },
    refused: {
      description: 'The server refused; the reason is shown.',
      on: { 'erasure.gotIt': 'loading' },
    },
  },
})
