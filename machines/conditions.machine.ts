import { assign, setup } from 'xstate'
import type { lookupCalls } from '#contract/lookup.ts'
import { call } from './outside.ts'

/** The conditions popup of the member menu. Source: R70, R150. */
export const conditionsMachine = setup({
  types: {
    context: {} as { conditions: string[] },
    events: {} as { type: 'conditions.retry' },
    tags: {} as 'busy',
  },
  actors: { 'lookup.conditions': call<(typeof lookupCalls)['lookup.conditions']>() },
  actions: { keepConditions: assign({ conditions: (_, conditions: string[]) => conditions }) },
}).createMachine({
  id: 'conditions',
  description: 'The conditions popup.',
  context: { conditions: [] },
  initial: 'loading',
  states: {
    loading: {
      description: 'The conditions are being fetched.',
      tags: 'busy',
      invoke: {
        id: 'lookup.conditions',
        src: 'lookup.conditions',
        input: {},
        onDone: { target: 'shown', actions: { type: 'keepConditions', params: ({ event }) => event.output } },
        onError: 'failed',
      },
    },
    shown: { description: 'The conditions can be read.' },
    failed: { description: 'The conditions could not be fetched.', on: { 'conditions.retry': 'loading' } },
  },
})
