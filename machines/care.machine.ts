import { assign, setup } from 'xstate'
import { type BreakLength, type Care, type CarePeriod, type careCalls, excludes } from '#contract/care.ts'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { byFailure, byOutput, call, failureIn } from './lib/actors.ts'
import { refusalOf, replyOf, stepUpGuards, stepUpMachine } from './lib/step-up.ts'

/** `length` is the duration of the break that the player last asked for. */
type Context = {
  care: Care | null
  period: CarePeriod
  length: BreakLength
  key: string
  failure: Failure | null
}

const lengthIn = ({ event }: { event: { length: BreakLength } }) => event.length
const setLength = { type: 'setLength', params: lengthIn } as const

/** Shows a summary of the member's play, and lets the member take a break from play. Source: R574, R576–R579, R583. */
export const careMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'care.retry' | 'break.confirm' | 'break.check' | 'break.leave' | 'break.gotIt' }
      | { type: 'period.choose'; period: CarePeriod }
      | { type: 'break.ask'; length: BreakLength },
    tags: {} as 'busy' | 'question',
    children: {} as { stepUp: 'stepUp' },
  },
  actors: {
    'care.read': call<(typeof careCalls)['care.read']>(),
    'care.break': call<(typeof careCalls)['care.break']>(),
    stepUp: stepUpMachine<{ length: BreakLength }, Care>(),
  },
  actions: {
    setLength: assign({ length: (_, length: BreakLength) => length }),
  },
  guards: {
    isOffered: ({ context: { care } }, length: BreakLength) => care?.lengths.includes(length) === true,
    isOfferedExclusion: ({ context: { care } }, length: BreakLength) =>
      excludes(length) && care?.lengths.includes(length) === true,
    ...stepUpGuards,
    isUnanswered: (_, { kind }: Failure) => kind === 'unknown',
  },
}).createMachine({
  id: 'care',
  description: 'A summary of the member’s play, and breaks from play.',
  context: { care: null, period: 'month', length: 'day', key: '', failure: null },
  initial: 'loading',
  on: {
    'period.choose': { actions: assign({ period: ({ event }) => event.period }) },
  },
  states: {
    loading: {
      description: 'Loading the summary of the member’s play; previously loaded data stays visible.',
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
      description: 'The player sees a summary of their play, and the break lengths to choose from.',
      on: {
        'break.ask': [
          { guard: { type: 'isOfferedExclusion', params: lengthIn }, target: 'excluding', actions: setLength },
          { guard: { type: 'isOffered', params: lengthIn }, target: 'confirming', actions: setLength },
        ],
      },
    },
    confirming: {
      description: 'The player is asked whether to take the break, and sees what it blocks.',
      tags: 'question',
      on: {
        'break.confirm': { target: 'starting', actions: assign({ key: () => newKey() }) },
        'break.leave': 'shown',
      },
    },
    starting: {
      description: 'The break is being started.',
      tags: ['busy', 'question'],
      invoke: {
        id: 'care.break',
        src: 'care.break',
        input: ({ context: { length, key } }) => ({ length, key }),
        onDone: { target: 'shown', actions: assign({ care: ({ event }) => event.output }) },
        onError: [
          { guard: byFailure('isUnanswered'), target: 'unsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    excluding: {
      description:
        'The player sees what a self-exclusion blocks, and confirms it with the password or a passkey; this state ends when the outcome is known.',
      invoke: {
        id: 'stepUp',
        src: 'stepUp',
        input: ({ context: { length } }) => ({ name: 'care.break', input: { length } }),
        onDone: [
          { guard: byOutput('isLeft'), target: 'shown' },
          { guard: byOutput('isUnknown'), target: 'loading' },
          {
            guard: byOutput('isRefused'),
            target: 'refused',
            actions: assign({ failure: ({ event }) => refusalOf(event.output) }),
          },
          { target: 'shown', actions: assign({ care: ({ event }) => replyOf(event.output) }) },
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
