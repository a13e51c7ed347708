import { assertEvent, assign, setup } from 'xstate'
import { type BreakLength, type Care, type CarePeriod, type careCalls, excludes } from '#contract/care.ts'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { byFailure, call, failureIn } from './lib/actors.ts'

/** `length`: the length of the break that the player last asked for. `isWrong`: the server rejected the password. */
type Context = {
  care: Care | null
  period: CarePeriod
  length: BreakLength
  key: string
  isWrong: boolean
  failure: Failure | null
}

/** The password exists only in the event and the call, never in context. */
type WithPassword = { type: 'break.confirm' | 'break.check'; password: string }

/** How much the member plays, and taking breaks from play. Source: R574, R576–R579, R583. */
export const careMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'care.retry' | 'password.type' | 'break.leave' | 'break.gotIt' }
      | WithPassword
      | { type: 'period.choose'; period: CarePeriod }
      | { type: 'break.ask'; length: BreakLength },
    tags: {} as 'busy' | 'question',
  },
  actors: {
    'care.read': call<(typeof careCalls)['care.read']>(),
    'care.break': call<(typeof careCalls)['care.break']>(),
  },
  guards: {
    isOffered: ({ context: { care } }, length: BreakLength) => care?.lengths.includes(length) === true,
    hasPassword: ({ context: { length } }, password: string) => !excludes(length) || password !== '',
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
    /** A shorter break has no password field that could show the error, so it is refused. */
    isWrongPassword: ({ context: { length } }, { code }: Failure) => excludes(length) && code === 'WRONG_PASSWORD',
  },
}).createMachine({
  id: 'care',
  description: 'How much the member plays, and breaks from play.',
  context: { care: null, period: 'month', length: 'day', key: '', isWrong: false, failure: null },
  initial: 'loading',
  on: {
    'period.choose': { actions: assign({ period: ({ event }) => event.period }) },
  },
  states: {
    loading: {
      description: 'Loading how much the member plays; previously loaded data stays visible.',
      tags: 'busy',
      invoke: {
        id: 'care.read',
        src: 'care.read',
        input: {},
        onDone: { target: 'shown', actions: assign({ care: ({ event }) => event.output }) },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The play data could not be loaded; the player can try again.',
      on: { 'care.retry': 'loading' },
    },
    shown: {
      description: 'The player sees how much they play, and how long a break may last.',
      on: {
        'break.ask': {
          guard: { type: 'isOffered', params: ({ event }) => event.length },
          target: 'confirming',
          actions: assign({ length: ({ event }) => event.length, isWrong: false }),
        },
      },
    },
    confirming: {
      description:
        'The player is asked whether to take the break, and sees what it blocks. A self-exclusion requires the password.',
      tags: 'question',
      on: {
        'password.type': { actions: assign({ isWrong: false }) },
        'break.confirm': {
          guard: { type: 'hasPassword', params: ({ event }) => event.password },
          target: 'starting',
          actions: assign({ key: () => newKey(), isWrong: false }),
        },
        'break.leave': 'shown',
      },
    },
    starting: {
      description: 'The break is being started.',
      tags: ['busy', 'question'],
      invoke: {
        id: 'care.break',
        src: 'care.break',
        input: ({ context: { length, key }, event }) => {
          assertEvent(event, ['break.confirm', 'break.check'])
          return { length, key, ...(excludes(length) && { password: event.password }) }
        },
        onDone: { target: 'shown', actions: assign({ care: ({ event }) => event.output }) },
        onError: [
          { guard: byFailure('isUnknown'), target: 'unsure' },
          { guard: byFailure('isWrongPassword'), target: 'confirming', actions: assign({ isWrong: true }) },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description: 'The outcome is unknown. Checking again is safe: the break starts only once.',
      tags: 'question',
      on: { 'break.check': 'starting', 'break.gotIt': 'loading' },
    },
    refused: { description: 'The server refused the request; the reason is shown.', on: { 'break.gotIt': 'loading' } },
  },
})
