import { assign, fromCallback, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import type { CheckMinutes, timeCheckCalls } from '#contract/time-check.ts'
import { byFailure, call, failureIn } from './lib/actors.ts'

/**
 * `minutes` is the interval of the reminders, or null for no reminders. `wanted` is the interval that the player last
 * chose.
 */
type Context = {
  minutes: CheckMinutes | null
  wanted: CheckMinutes | null
  key: string
  failure: Failure | null
}

/** Sets how often the member is reminded of the time spent on the site. Source: R590. */
export const timeCheckMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'reminder.choose' | 'reminder.learn'; minutes: CheckMinutes | null }
      | { type: 'reminder.check' | 'reminder.gotIt' },
    tags: {} as 'busy',
  },
  actors: {
    'timeCheck.set': call<(typeof timeCheckCalls)['timeCheck.set']>(),
    /** Reports the reminder interval from the server, immediately and after each change. */
    minutes: fromCallback(() => {}),
  },
  actions: {
    /** Shares the chosen interval with the rest of the page. Implemented in src/actors. */
    keep: (_, _minutes: CheckMinutes | null) => {},
  },
  guards: { isUnknown: (_, { kind }: Failure) => kind === 'unknown' },
}).createMachine({
  id: 'timeCheck',
  description: 'How often the member is reminded of the time spent here.',
  context: { minutes: null, wanted: null, key: '', failure: null },
  invoke: { id: 'minutes', src: 'minutes' },
  on: { 'reminder.learn': { actions: assign({ minutes: ({ event }) => event.minutes }) } },
  initial: 'shown',
  states: {
    shown: {
      description: 'The player sees how often they are reminded.',
      on: {
        'reminder.choose': {
          target: 'saving',
          actions: assign({ wanted: ({ event }) => event.minutes, key: () => newKey() }),
        },
      },
    },
    saving: {
      description: 'The choice is being saved.',
      tags: 'busy',
      invoke: {
        id: 'timeCheck.set',
        src: 'timeCheck.set',
        input: ({ context: { wanted, key } }) => ({ minutes: wanted, key }),
        onDone: {
          target: 'shown',
          actions: [
            assign({ minutes: ({ event }) => event.output.minutes }),
            { type: 'keep', params: ({ event }) => event.output.minutes },
          ],
        },
        onError: [
          { guard: byFailure('isUnknown'), target: 'unsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description: 'The outcome is unknown. Checking again is safe: it saves the same choice again.',
      on: { 'reminder.check': 'saving', 'reminder.gotIt': 'shown' },
    },
    refused: { description: 'The server refused the request; the reason is shown.', on: { 'reminder.gotIt': 'shown' } },
  },
})
