import { assign, setup } from 'xstate'
import { stubActor } from './actors.ts'

/**
 * Creates a machine that reads data once when it opens, and again when the player retries after a failure. `T` is the
 * type of the data.
 */
export const lookupMachine = <T>(id: string, description: string) =>
  setup({
    types: {
      context: {} as { found: T | null },
      events: {} as { type: 'lookup.retry' },
      tags: {} as 'busy',
    },
    actors: { lookup: stubActor<T>() },
  }).createMachine({
    id,
    description,
    context: { found: null },
    initial: 'loading',
    states: {
      loading: {
        description: 'Loading.',
        tags: 'busy',
        invoke: {
          id: 'lookup',
          src: 'lookup',
          onDone: { target: 'shown', actions: assign({ found: ({ event }) => event.output }) },
          onError: 'failed',
        },
      },
      shown: { description: 'The loaded data is shown.' },
      failed: {
        description: 'The data could not be loaded; the player can try again.',
        on: { 'lookup.retry': 'loading' },
      },
    },
  })
